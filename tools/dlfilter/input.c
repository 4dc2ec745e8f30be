/* SPDX-License-Identifier: MIT */
/*
 * Which recording perf reads.  Looks at its first bytes only.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dlfilter.h"

#define STREAM_HEAD 16 /* bytes; a file's head is longer */

/* What a file of perf.data begins with, and a stream in a file. */
struct head {
	char magic[8];
	uint64_t size;
};

struct candidate {
	int fd;
	struct stat st;
	struct head head;
};

static bool is_magic(const struct head *h, const char *magic)
{
	return memcmp(h->magic, magic, sizeof(h->magic)) == 0;
}

/* The magic is a number: on the other machines its bytes are the other way
 * round. */
static bool is_native(const struct head *h)
{
	return is_magic(h, __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ?
			"PERFILE2" : "2ELIFREP");
}

/* The descriptor is perf's: neither its offset nor anything else changes. */
static bool look_at(int fd, struct candidate *c)
{
	c->fd = fd;
	return fstat(fd, &c->st) == 0 && S_ISREG(c->st.st_mode) &&
	       pread(fd, &c->head, sizeof(c->head), 0) == sizeof(c->head) &&
	       (is_magic(&c->head, "PERFILE2") ||
		is_magic(&c->head, "2ELIFREP"));
}

/* The file's name if it has one yet, for perf's descriptor is no name. */
static void name(struct dlf_input *in, const struct candidate *c)
{
	struct stat st;
	char link[32];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", c->fd);
	n = readlink(link, in->path, sizeof(in->path) - 1);
	if (n > 0) {
		in->path[n] = '\0';
		if (stat(in->path, &st) == 0 && st.st_dev == c->st.st_dev &&
		    st.st_ino == c->st.st_ino)
			return;
	}
	strcpy(in->path, link);
}

/*
 * perf opens its file before it starts the filter, so that among its
 * descriptors is the very file; its command line would have to be parsed as
 * perf does, and names what another file may be by now.  Standard input is one
 * only if there is no other: perf then reads it as a pipe.
 */
static int find_open(struct dlf_input *in, struct candidate *found)
{
	DIR *dir = opendir("/proc/self/fd");
	struct candidate c, other = { .fd = -1 };
	struct dirent *entry;

	if (!dir)
		return dlf_fail(-errno, "/proc/self/fd: %s; --dlarg input=FILE "
				"names the recording", strerror(errno));
	found->fd = -1;
	while ((entry = readdir(dir))) {
		int fd = atoi(entry->d_name);

		if (entry->d_name[0] == '.' || fd == STDOUT_FILENO ||
		    fd == STDERR_FILENO || !look_at(fd, &c))
			continue;
		if (found->fd < 0 || found->fd == STDIN_FILENO)
			*found = c;
		else if (fd != STDIN_FILENO &&
			 (c.st.st_dev != found->st.st_dev ||
			  c.st.st_ino != found->st.st_ino))
			other = c;
	}
	closedir(dir);
	if (other.fd >= 0)
		return dlf_fail(-EINVAL, "several recordings are open: --dlarg "
				"input=FILE names the one that perf reads");
	if (found->fd < 0)
		return dlf_fail(-ENOENT, "perf reads a pipe, in which only it "
				"sees the formats: --dlarg kernel takes those "
				"of the running kernel, input=FILE those of a "
				"recording");
	name(in, found);
	return 0;
}

static int find_named(struct dlf_input *in, const char *file,
		      struct candidate *found)
{
	int fd;

	if (strlen(file) >= sizeof(in->path))
		return dlf_fail(-ENAMETOOLONG, "input=: %s",
				strerror(ENAMETOOLONG));
	strcpy(in->path, file);
	/* Nothing is waited for, should it be a FIFO. */
	fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return dlf_fail(-errno, "%s: %s", file, strerror(errno));
	if (!look_at(fd, found)) {
		close(fd);
		return dlf_fail(-EINVAL, "%s: is no recording of perf's format "
				"in a regular file", file);
	}
	close(fd);
	return 0;
}

int dlf_input_find(struct dlf_input *in, const char *file)
{
	struct candidate found;
	int ret = file ? find_named(in, file, &found) : find_open(in, &found);

	if (ret)
		return ret;
	/* perf hands over the bytes of samples as they lie in the file. */
	if (!is_native(&found.head))
		return dlf_fail(-EOPNOTSUPP, "%s: recorded on a machine of the "
				"other byte order; uet report --filter reads "
				"it", in->path);
	in->is_stream = found.head.size == STREAM_HEAD;
	return 0;
}
