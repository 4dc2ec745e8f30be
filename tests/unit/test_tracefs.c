/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <errno.h>

#include <cmocka.h>

#include "common/tracefs.h"
#include "fake_sys.h"

static char seen[1000];
static const char *wanted;

static int remember(void *data, const char *folder)
{
	strcat(seen, folder);
	strcat(seen, "|");
	if (wanted && !strcmp(folder, wanted))
		return 0;
	return data ? *(int *)data : -ENOENT;
}

static int walk(const char *mounts, const char *want, int *otherwise)
{
	fake_sys_reset();
	fake_sys.mounts = mounts;
	seen[0] = '\0';
	wanted = want;
	return uet_tracefs_walk(remember, otherwise);
}

static void usual_folder_comes_first_and_needs_no_proc(void **state)
{
	(void)state;
	assert_int_equal(walk(NULL, "/sys/kernel/tracing", NULL), 0);
	assert_string_equal(seen, "/sys/kernel/tracing|");
	assert_int_equal(walk(NULL, NULL, NULL), -ENOENT);
	assert_string_equal(seen, "/sys/kernel/tracing|");
}

static void tracefs_comes_before_debugfs(void **state)
{
	(void)state;
	assert_int_equal(walk("proc /proc proc rw 0 0\n"
			      "d /dbg debugfs rw 0 0\n"
			      "t /tr tracefs rw 0 0\n", NULL, NULL), -ENOENT);
	assert_string_equal(seen, "/sys/kernel/tracing|/tr|/dbg/tracing|");
}

static void escaped_paths_are_read(void **state)
{
	(void)state;
	assert_int_equal(walk("t /my\\040tr\\134x tracefs rw 0 0\n",
			      "/my tr\\x", NULL), 0);
}

static void very_long_lines_are_passed_over(void **state)
{
	static char mounts[6000];

	(void)state;
	strcpy(mounts, "overlay / overlay lowerdir=");
	memset(mounts + strlen(mounts), 'l', 5000);
	strcat(mounts, " 0 0\nt /tr tracefs rw 0 0\n");
	assert_int_equal(walk(mounts, "/tr", NULL), 0);
	assert_string_equal(seen, "/sys/kernel/tracing|/tr|");
}

static void too_long_a_path_is_passed_over(void **state)
{
	char mounts[600];

	(void)state;
	memset(mounts, 'p', sizeof(mounts));
	memcpy(mounts, "t /", 3);
	strcpy(mounts + 300, " tracefs rw 0 0\nt /tr tracefs rw 0 0\n");
	assert_int_equal(walk(mounts, "/tr", NULL), 0);
	assert_string_equal(seen, "/sys/kernel/tracing|/tr|");
}

static void first_reason_wins_over_absence(void **state)
{
	int denied = -EACCES;

	(void)state;
	assert_int_equal(walk("t /tr tracefs rw 0 0\n", NULL, &denied),
			 -EACCES);
	/* but a folder that works wins over a reason */
	assert_int_equal(walk("t /tr tracefs rw 0 0\n", "/tr", &denied), 0);
}

static void damaged_tables_do_no_harm(void **state)
{
	(void)state;
	assert_int_equal(walk("\n\nx\nx y\n  \nt /tr tracefs", NULL, NULL),
			 -ENOENT);
	assert_string_equal(seen, "/sys/kernel/tracing|");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(usual_folder_comes_first_and_needs_no_proc),
		cmocka_unit_test(tracefs_comes_before_debugfs),
		cmocka_unit_test(escaped_paths_are_read),
		cmocka_unit_test(very_long_lines_are_passed_over),
		cmocka_unit_test(too_long_a_path_is_passed_over),
		cmocka_unit_test(first_reason_wins_over_absence),
		cmocka_unit_test(damaged_tables_do_no_harm),
	};

	return cmocka_run_group_tests_name("tracefs", tests, NULL, NULL);
}
