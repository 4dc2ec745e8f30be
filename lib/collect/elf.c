/* SPDX-License-Identifier: MIT */
/*
 * The descriptions in an ELF file's section uet1_descs.  Knows the section's
 * layout from uet/abi.h, and of the program nothing else.
 */
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/collect_internal.h"
#include "common/description.h"
#include "common/sys.h"
#include "uet/elf.h"

#define SECTION "uet1_descs"

static int add_event(struct uet_elf_list *list, const char *text,
		     uint16_t flags)
{
	struct uet_elf_event *event;

	if (!(list->n & (list->n - 1))) {
		size_t room = list->n ? list->n * 2 : 1;
		void *grown = reallocarray(list->events, room,
					   sizeof(*list->events));

		if (!grown)
			return -ENOMEM;
		list->events = grown;
	}
	event = &list->events[list->n];
	event->flags = flags;
	event->text = strdup(text);
	if (!event->text)
		return -ENOMEM;
	list->n++;
	return 0;
}

/*
 * One entry at the start of avail bytes.  Returns how many bytes it takes,
 * 0 when there is none (its first bytes are skipped), or -ENOMEM.
 */
static ssize_t read_entry(struct uet_elf_list *list, const unsigned char *at,
			  size_t avail, bool swap)
{
	char text[UET_DESC_MAX];
	struct uet_desc head;
	int result;

	if (avail < sizeof(head))
		return 0;
	memcpy(&head, at, sizeof(head));
	if (swap) {
		head.magic = __builtin_bswap32(head.magic);
		head.size = __builtin_bswap32(head.size);
		head.flags = __builtin_bswap16(head.flags);
	}
	if (head.magic != UET_DESC_MAGIC)
		return 0;
	result = uet_desc_expand(at, avail, swap, text);
	if (result < 0)
		list->skipped++;
	else if (add_event(list, text, head.flags))
		return -ENOMEM;
	return head.size >= sizeof(head) && head.size <= avail ?
		       (ssize_t)head.size : 0;
}

static int read_entries(struct uet_elf_list *list, const unsigned char *bytes,
			size_t size, bool swap)
{
	size_t at = 0;

	while (at < size) {
		ssize_t n = read_entry(list, bytes + at, size - at, swap);

		if (n < 0)
			return (int)n;
		/* Entries begin at multiples of 8, zeros lie between. */
		at += n ? ((size_t)n + 7) / 8 * 8 : 8;
	}
	return 0;
}

/* Objects have several sections of the name; programs one. */
static int read_sections(Elf *elf, struct uet_elf_list *list, bool *found)
{
	size_t names;
	Elf_Scn *section = NULL;
	const char *ident = elf_getident(elf, NULL);
	const uint16_t probe = 1;
	bool big_host = *(const uint8_t *)&probe == 0;
	bool swap = ident && (ident[EI_DATA] == ELFDATA2MSB) != big_host;

	if (!ident || elf_getshdrstrndx(elf, &names))
		return -ENOEXEC;
	while ((section = elf_nextscn(elf, section))) {
		GElf_Shdr header;
		Elf_Data *data = NULL;
		const char *name;
		int result;

		if (!gelf_getshdr(section, &header) ||
		    header.sh_type != SHT_PROGBITS)
			continue;
		name = elf_strptr(elf, names, header.sh_name);
		if (!name || strcmp(name, SECTION))
			continue;
		while ((data = elf_rawdata(section, data))) {
			if (!data->d_buf)
				continue;
			*found = true;
			result = read_entries(list, data->d_buf, data->d_size,
					      swap);
			if (result)
				return result;
		}
	}
	return 0;
}

static int by_text(const void *a, const void *b)
{
	const struct uet_elf_event *left = a, *right = b;
	int order = strcmp(left->text, right->text);

	return order ? order : (int)left->flags - (int)right->flags;
}

/* A header's event is compiled into each file that includes it. */
static void sort_and_merge(struct uet_elf_list *list)
{
	size_t kept = 0;

	if (!list->n)
		return;
	qsort(list->events, list->n, sizeof(*list->events), by_text);
	for (size_t i = 1; i < list->n; i++) {
		if (by_text(&list->events[kept], &list->events[i]))
			list->events[++kept] = list->events[i];
		else
			free(list->events[i].text);
	}
	list->n = kept + 1;
}

static int read_elf(int fd, const char *path, struct uet_elf_list *list,
		    struct uet_error *err)
{
	bool found = false;
	int result = -ENOEXEC;
	Elf *elf;

	if (elf_version(EV_CURRENT) == EV_NONE)
		return uet_error_set(err, -ENOSYS, "libelf is too old");
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (elf && elf_kind(elf) == ELF_K_ELF)
		result = read_sections(elf, list, &found);
	elf_end(elf);
	if (result == -ENOMEM)
		return uet_error_set(err, result, "out of memory");
	if (result)
		return uet_error_set(err, result,
				     "%s is not an ELF file (a program or "
				     "shared object), or a damaged one", path);
	sort_and_merge(list);
	if (list->n)
		return 0;
	if (found && list->skipped)
		return uet_error_set(err, -ENODATA,
				     "%s has events of another version of uet "
				     "or damaged ones, and no others", path);
	return uet_error_set(err, -ENODATA,
			     "%s has no events compiled in (no section "
			     SECTION ")", path);
}

int uet_elf_events(const char *path, struct uet_elf_list **out,
		   struct uet_error *err)
{
	struct uet_elf_list *list;
	struct stat st;
	int result, fd;

	/* Not to wait for a pipe's writer. */
	fd = uet_sys_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return uet_error_set(err, fd, "cannot read %s: %s", path,
				     strerror(-fd));
	list = calloc(1, sizeof(*list));
	if (!list)
		result = uet_error_set(err, -ENOMEM, "out of memory");
	else if (fstat(fd, &st))
		result = uet_error_set(err, -EIO, "cannot read %s", path);
	else if (S_ISDIR(st.st_mode))
		result = uet_error_set(err, -EISDIR, "%s is a directory",
				       path);
	else if (!S_ISREG(st.st_mode))
		result = uet_error_set(err, -ENOEXEC, "%s is no regular file",
				       path);
	else
		result = read_elf(fd, path, list, err);
	uet_sys_close(fd);
	if (result)
		uet_elf_list_free(list);
	else
		*out = list;
	return result;
}

void uet_elf_list_free(struct uet_elf_list *list)
{
	if (!list)
		return;
	for (size_t i = 0; i < list->n; i++)
		free(list->events[i].text);
	free(list->events);
	free(list);
}
