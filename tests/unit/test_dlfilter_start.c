/* SPDX-License-Identifier: MIT */
/*
 * How uet-dlfilter.so begins: its arguments, and where it finds the formats.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dlfilter_host.h"

static int set_up(void **state)
{
	(void)state;
	host_open(1);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	host_close();
	return 0;
}

/* The answer to a sample that has n == 5. */
static int ask(void)
{
	unsigned char raw[BYTES_OF_SHOP];
	struct host_sample s;

	host_shop(&s, raw, 5);
	return host_late(&s);
}

static void what_is_wrong_is_said_at_the_start(void **state)
{
	static const struct {
		const char *a, *b, *c;
		int error;
		const char *says;
	} cases[] = {
		{ NULL, NULL, NULL, -EINVAL, "nothing to filter by" },
		{ "keep-others", "early", NULL, -EINVAL,
		  "nothing to filter by" },
		{ "", NULL, NULL, -EINVAL, "the expression is empty" },
		{ "n >", NULL, NULL, -EINVAL, "column 4" },
		{ "n == 1", "s == x", NULL, -EINVAL, "second expression" },
		{ "keepothers", NULL, NULL, -EINVAL, "column" },
		{ "nosuch == 1", NULL, NULL, -ENOENT, "'nosuch'" },
		/* A field, but of none of ours. */
		{ "prev == 1", NULL, NULL, -ENOENT, "'prev'" },
		{ "n == word", NULL, NULL, -EINVAL, "'n'" },
		{ "show=", NULL, NULL, -EINVAL, "show= is empty" },
		{ "show=,", NULL, NULL, -EINVAL, "show= is empty" },
		{ "show=n,nosuch", NULL, NULL, -ENOENT, "show=nosuch" },
		{ "show=prev", NULL, NULL, -ENOENT, "show=prev" },
		{ "show=n", "show=s", NULL, -EINVAL, "show= is given twice" },
		{ "sym=", NULL, NULL, -EINVAL, "sym= is empty" },
		{ "n == 1", "kernel", NULL, -EINVAL, "contradict" },
		{ "n == 1", "input=x", NULL, -EINVAL, "input= is given twice" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int ret = host_start_with(cases[i].a, cases[i].b, cases[i].c);
		size_t lines = 0;

		print_message("# case %zu: %s", i, host_said);
		assert_int_equal(ret, cases[i].error);
		assert_int_equal(strncmp(host_said, "uet-dlfilter: ", 14), 0);
		assert_non_null(strstr(host_said, cases[i].says));
		for (const char *at = host_said; *at; at++)
			lines += *at == '\n';
		assert_int_equal(lines, 1);
		/* perf calls it even so. */
		assert_int_equal(host_stop(), 0);
		assert_string_equal(host_said, "");
	}
	assert_int_equal(host_start(NULL), -EINVAL);
}

static void a_field_may_be_called_like_an_argument(void **state)
{
	(void)state;
	/* Refused as an expression, that is, for its field. */
	assert_int_equal(host_start_with("sym==3", NULL, NULL), -ENOENT);
	assert_non_null(strstr(host_said, "'sym'"));
}

static void call_chains_are_asked_for_where_there_are_none(void **state)
{
	(void)state;
	host_record(host_recording(), 0);
	assert_int_equal(host_start_with("sym=main", NULL, NULL), -ENODATA);
	assert_non_null(strstr(host_said, "perf record -g"));
}

static void the_recording_is_the_one_that_is_open(void **state)
{
	static const char *const args[] = { "n == 5", NULL };
	char other[] = "/tmp/uet-test-dlfilter-XXXXXX", moved[80];
	int fd, same, another;

	(void)state;
	/* As with perf script -i - of a pipe. */
	assert_int_equal(host_start(args), -ENOENT);
	assert_non_null(strstr(host_said, "--dlarg kernel"));

	fd = open(host_recording(), O_RDONLY);
	same = open(host_recording(), O_RDONLY);
	assert_int_equal(host_start(args), 0);
	assert_int_equal(ask(), 0);
	/* perf goes on reading where it was. */
	assert_int_equal(lseek(fd, 0, SEEK_CUR), 0);
	host_stop();

	/* It is the file that counts, not its name. */
	snprintf(moved, sizeof(moved), "%s.old", host_recording());
	assert_int_equal(rename(host_recording(), moved), 0);
	assert_int_equal(host_start(args), 0);
	host_stop();
	unlink(moved);
	assert_int_equal(host_start(args), 0);
	assert_int_equal(ask(), 0);
	host_stop();

	another = mkstemp(other);
	close(another);
	host_record(other, HOST_CALLCHAIN);
	another = open(other, O_RDONLY);
	assert_int_equal(host_start(args), -EINVAL);
	assert_non_null(strstr(host_said, "several recordings"));
	close(another);
	unlink(other);
	close(fd);
	close(same);
}

static void standard_input_is_taken_if_there_is_no_other(void **state)
{
	static const char *const args[] = { "n == 5", NULL };
	static const char *const with_sym[] = { "sym=main", NULL };
	char other[] = "/tmp/uet-test-dlfilter-XXXXXX";
	int saved = dup(0), fd;

	(void)state;
	fd = open(host_recording(), O_RDONLY);
	dup2(fd, 0);
	close(fd);
	assert_int_equal(host_start(args), 0);
	host_stop();

	/* perf's own file comes first. */
	close(mkstemp(other));
	host_record(other, 0);
	fd = open(other, O_RDONLY);
	assert_int_equal(host_start(with_sym), -ENODATA);
	assert_non_null(strstr(host_said, other));
	close(fd);
	unlink(other);
	dup2(saved, 0);
	close(saved);
}

/* What the message for a file is. */
static int try_file(const char *path)
{
	char input[80];
	const char *args[] = { input, "n == 5", NULL };

	snprintf(input, sizeof(input), "input=%s", path);
	return host_start(args);
}

static void files_that_are_none_are_refused(void **state)
{
	char path[] = "/tmp/uet-test-dlfilter-XXXXXX";
	int fd = mkstemp(path);

	(void)state;
	assert_int_equal(try_file("/nonexistent"), -ENOENT);
	assert_non_null(strstr(host_said, "/nonexistent"));
	assert_int_equal(try_file("/tmp"), -EINVAL);
	assert_int_equal(try_file(path), -EINVAL);
	assert_int_equal(try_file("a\nb"), -ENOENT);
	assert_non_null(strstr(host_said, "a?b"));

	/* The magic of the other byte order. */
	assert_int_equal(write(fd, "2ELIFREP\0\0\0\0\0\0\0\x68", 16), 16);
	assert_int_equal(try_file(path), -EOPNOTSUPP);
	assert_non_null(strstr(host_said, "byte order"));

	/* A file that ends there. */
	assert_int_equal(pwrite(fd, "PERFILE2\x68\0\0\0\0\0\0\0", 16, 0), 16);
	assert_true(try_file(path) < 0);
	assert_non_null(strstr(host_said, path));

	/* Nobody writes into it: we do not wait for that. */
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(try_file(path), -EINVAL);
	unlink(path);
	close(fd);
}

static void a_recording_cut_anywhere_is_read_or_refused(void **state)
{
	char bytes[65536], path[] = "/tmp/uet-test-dlfilter-XXXXXX";
	int from = open(host_recording(), O_RDONLY), fd = mkstemp(path);
	ssize_t n = read(from, bytes, sizeof(bytes));

	(void)state;
	close(from);
	assert_true(n > 1000 && n < (ssize_t)sizeof(bytes));
	assert_int_equal(write(fd, bytes, (size_t)n), n);
	for (; n >= 0; n -= 61) {
		assert_int_equal(ftruncate(fd, n), 0);
		if (try_file(path) == 0)
			ask();
		host_stop();
	}
	unlink(path);
	close(fd);
}

static void it_describes_itself(void **state)
{
	const char *text = NULL;

	(void)state;
	assert_null(strchr(host_description(&text), '\n'));
	assert_non_null(strstr(text, "keep-others"));
	assert_non_null(strstr(text, "uet-dlfilter(7)"));
	assert_non_null(host_description(NULL));
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_wrong_is_said_at_the_start),
		TEST(a_field_may_be_called_like_an_argument),
		TEST(call_chains_are_asked_for_where_there_are_none),
		TEST(the_recording_is_the_one_that_is_open),
		TEST(standard_input_is_taken_if_there_is_no_other),
		TEST(files_that_are_none_are_refused),
		TEST(a_recording_cut_anywhere_is_read_or_refused),
		TEST(it_describes_itself),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
