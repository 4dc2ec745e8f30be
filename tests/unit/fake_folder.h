/* SPDX-License-Identifier: MIT */
/*
 * A folder of a test's own below /tmp, for what reads tracefs: files and folders
 * by their names in it.  Knows nothing of what they mean.
 */
#ifndef UET_TESTS_FAKE_FOLDER_H
#define UET_TESTS_FAKE_FOLDER_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static char folder[64];

/* 0, or -1 as a fixture of cmocka fails. */
static inline int begin_folder(const char *test)
{
	snprintf(folder, sizeof(folder), "/tmp/uet-test-%s-XXXXXX", test);
	return mkdtemp(folder) ? 0 : -1;
}

static inline void make_folder(const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_int_equal(mkdir(path, 0700), 0);
}

static inline void make_file(const char *name, const char *text)
{
	char path[512];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static inline int remove_one(const char *path, const struct stat *st, int type,
			     struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

/* With all that is in it: 0, or -1. */
static inline int remove_tree(const char *path)
{
	return nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

#endif /* UET_TESTS_FAKE_FOLDER_H */
