/* SPDX-License-Identifier: MIT */
/*
 * Compiled-in events read from ELF files of both sizes and byte orders, and
 * from files that are damaged or no ELF files at all.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "uet/elf.h"

/* Two events, an empty place between them, the second once more. */
static const unsigned char little[] = {
	'u', 'e', 't', '1', 29, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0,
	's', 'h', 'o', 'p', ' ', 'u', '3', '2', ' ', 'n', ';', ' ', 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	'u', 'e', 't', '1', 29, 0, 0, 0, 2, 0, 1, 1, 0, 0, 0, 0,
	16, 0, 0, 0, 'a', ' ', 'c', '[', 1, ']', ' ', 'x', 0,
	0, 0, 0,
	'u', 'e', 't', '1', 29, 0, 0, 0, 2, 0, 1, 1, 0, 0, 0, 0,
	16, 0, 0, 0, 'a', ' ', 'c', '[', 1, ']', ' ', 'x', 0,
	0, 0, 0,
};

static const unsigned char big[] = {
	'1', 't', 'e', 'u', 0, 0, 0, 29, 0, 0, 1, 0, 0, 0, 0, 0,
	's', 'h', 'o', 'p', ' ', 'u', '3', '2', ' ', 'n', ';', ' ', 0,
	0, 0, 0,
	'1', 't', 'e', 'u', 0, 0, 0, 29, 0, 2, 1, 1, 0, 0, 0, 0,
	0, 0, 0, 16, 'a', ' ', 'c', '[', 1, ']', ' ', 'x', 0,
	0, 0, 0,
};

static char path[64];
static unsigned char image[4096];
static size_t image_size;

static void put(size_t at, uint64_t value, size_t size, bool is_big)
{
	for (size_t i = 0; i < size; i++)
		image[at + i] = (unsigned char)(value >>
						8 * (is_big ? size - 1 - i : i));
}

/* A section header of either class, at offset at. */
static void put_section(size_t at, bool is_64, bool is_big, uint32_t name,
			uint32_t type, uint64_t offset, uint64_t size)
{
	size_t word = is_64 ? 8 : 4;

	put(at, name, 4, is_big);
	put(at + 4, type, 4, is_big);
	put(at + 8, 2, word, is_big);
	put(at + 8 + 2 * word, offset, word, is_big);
	put(at + 8 + 3 * word, size, word, is_big);
	put(at + 16 + 4 * word, 1, word, is_big);
}

/* A shared object of three sections: none, uet1_descs, names. */
static void make_elf(bool is_64, bool is_big, const char *section,
		     const unsigned char *contents, size_t size)
{
	const size_t ehdr = is_64 ? 64 : 52, shdr = is_64 ? 64 : 40;
	const size_t word = is_64 ? 8 : 4, names = 2048, table = 3072;
	const size_t after = 24 + 3 * word;

	memset(image, 0, sizeof(image));
	memcpy(image, ELFMAG, SELFMAG);
	image[EI_CLASS] = is_64 ? ELFCLASS64 : ELFCLASS32;
	image[EI_DATA] = is_big ? ELFDATA2MSB : ELFDATA2LSB;
	image[EI_VERSION] = EV_CURRENT;
	put(16, ET_DYN, 2, is_big);
	put(18, EM_X86_64, 2, is_big);
	put(20, EV_CURRENT, 4, is_big);
	put(24 + 2 * word, table, word, is_big);
	put(after + 4, ehdr, 2, is_big);
	put(after + 10, shdr, 2, is_big);
	put(after + 12, 3, 2, is_big);
	put(after + 14, 2, 2, is_big);
	memcpy(image + 1024, contents, size);
	memcpy(image + names + 1, section, strlen(section));
	put_section(table + shdr, is_64, is_big, 1, SHT_PROGBITS, 1024, size);
	put_section(table + 2 * shdr, is_64, is_big, 0, SHT_STRTAB, names,
		    strlen(section) + 2);
	image_size = table + 3 * shdr;
}

static void write_file(const void *bytes, size_t size)
{
	int fd = open(path, O_WRONLY | O_TRUNC);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, size), size);
	close(fd);
}

static int set_up(void **state)
{
	int fd;

	(void)state;
	snprintf(path, sizeof(path), "/tmp/uet-test-elf-XXXXXX");
	fd = mkstemp(path);
	return fd < 0 ? -1 : close(fd);
}

static int tear_down(void **state)
{
	(void)state;
	return unlink(path);
}

static void expect_both_events(void)
{
	struct uet_elf_list *list = NULL;
	struct uet_error err = { "" };

	write_file(image, image_size);
	assert_int_equal(uet_elf_events(path, &list, &err), 0);
	assert_int_equal(list->n, 2);
	assert_string_equal(list->events[0].text, "a c[16] x");
	assert_int_equal(list->events[0].flags, 2);
	assert_string_equal(list->events[1].text, "shop u32 n; ");
	assert_int_equal(list->events[1].flags, 0);
	assert_int_equal(list->skipped, 0);
	uet_elf_list_free(list);
}

static void both_classes_and_byte_orders(void **state)
{
	(void)state;
	make_elf(true, false, "uet1_descs", little, sizeof(little));
	expect_both_events();
	make_elf(false, false, "uet1_descs", little, sizeof(little));
	expect_both_events();
	make_elf(true, true, "uet1_descs", big, sizeof(big));
	expect_both_events();
	make_elf(false, true, "uet1_descs", big, sizeof(big));
	expect_both_events();
}

static void expect_failure(int code, const char *words)
{
	struct uet_elf_list *list = NULL;
	struct uet_error err = { "" };

	assert_int_equal(uet_elf_events(path, &list, &err), code);
	assert_null(list);
	assert_non_null(strstr(err.text, words));
	assert_non_null(strstr(err.text, path));
}

static void no_section_of_the_name(void **state)
{
	(void)state;
	make_elf(true, false, "uet2_descs", little, sizeof(little));
	write_file(image, image_size);
	expect_failure(-ENODATA, "has no events compiled in");
}

static void damaged_entries_are_skipped_and_counted(void **state)
{
	unsigned char bytes[sizeof(little)];
	struct uet_elf_list *list = NULL;

	(void)state;
	memcpy(bytes, little, sizeof(bytes));
	bytes[10] = 9; /* the version */
	make_elf(true, false, "uet1_descs", bytes, sizeof(bytes));
	write_file(image, image_size);
	assert_int_equal(uet_elf_events(path, &list, NULL), 0);
	assert_int_equal(list->n, 1);
	assert_int_equal(list->skipped, 1);
	uet_elf_list_free(list);

	/* A length beyond the section. */
	memcpy(bytes, little, sizeof(bytes));
	memset(bytes + 4, 0xff, 4);
	make_elf(true, false, "uet1_descs", bytes, sizeof(bytes));
	write_file(image, image_size);
	assert_int_equal(uet_elf_events(path, &list, NULL), 0);
	assert_int_equal(list->n, 1);
	assert_int_equal(list->skipped, 1);
	uet_elf_list_free(list);

	/* Nothing else there. */
	make_elf(true, false, "uet1_descs", bytes, 32);
	write_file(image, image_size);
	expect_failure(-ENODATA, "of another version of uet");
}

static void other_files_are_told_apart(void **state)
{
	struct uet_elf_list *list = NULL;
	struct uet_error err = { "" };

	(void)state;
	write_file("#!/bin/sh\n", 10);
	expect_failure(-ENOEXEC, "is not an ELF file");
	write_file("", 0);
	expect_failure(-ENOEXEC, "is not an ELF file");
	assert_int_equal(uet_elf_events("/", &list, &err), -EISDIR);
	assert_string_equal(err.text, "/ is a directory");
	assert_int_equal(uet_elf_events("/nonexistent/x", &list, &err),
			 -ENOENT);
	assert_string_equal(err.text, "cannot read /nonexistent/x: No such "
				      "file or directory");
}

/* No crash and no reading beyond the file, whatever a byte says. */
static void no_byte_can_harm(void **state)
{
	static const unsigned char values[] = { 0x00, 0x01, 0x7f, 0xff };

	(void)state;
	make_elf(true, false, "uet1_descs", little, sizeof(little));
	for (size_t at = 0; at < image_size; at++) {
		unsigned char was = image[at];

		/* The headers, the section, its name, the table. */
		if ((at >= 64 && at < 1024) ||
		    (at >= 1024 + sizeof(little) && at < 2048) ||
		    (at >= 2064 && at < 3072))
			continue;
		for (size_t i = 0; i < sizeof(values); i++) {
			struct uet_elf_list *list = NULL;

			image[at] = values[i];
			write_file(image, image_size);
			if (!uet_elf_events(path, &list, NULL)) {
				assert_true(list->n > 0 && list->n <= 3);
				uet_elf_list_free(list);
			}
		}
		image[at] = was;
	}
	for (size_t size = 0; size < image_size; size += 7) {
		struct uet_elf_list *list = NULL;

		write_file(image, size);
		if (!uet_elf_events(path, &list, NULL))
			uet_elf_list_free(list);
	}
}

#define WITH_FILE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_FILE(both_classes_and_byte_orders),
		WITH_FILE(no_section_of_the_name),
		WITH_FILE(damaged_entries_are_skipped_and_counted),
		WITH_FILE(other_files_are_told_apart),
		WITH_FILE(no_byte_can_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
