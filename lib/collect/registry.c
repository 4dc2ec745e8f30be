/* SPDX-License-Identifier: MIT */
/*
 * Registers and deletes events from texts, and explains the kernel's refusals.
 * Never writes an event.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/collect_internal.h"
#include "collect/procfs.h"
#include "collect/sys.h"
#include "common/deletion.h"
#include "common/description_check.h"
#include "common/tracefs.h"
#include "common/user_events.h"
#include "uet/abi.h"
#include "uet/catalog.h"
#include "uet/registry.h"

#define DYNAMIC_EVENTS_MAX (64u << 20)

/* A registration; the kernel writes into word until it is unregistered. */
struct entry {
	struct entry *next;
	uint32_t word;
};

struct uet_registry {
	int fd;
	char folder[UET_TRACEFS_PATH_MAX];
	struct entry *entries;
};

int uet_registry_open(struct uet_registry **out, struct uet_error *err)
{
	char path[UET_TRACEFS_PATH_MAX + sizeof("/" UET_DATA_FILE)];
	struct uet_registry *r = calloc(1, sizeof(*r));
	int result;

	if (!r)
		return uet_error_set(err, -ENOMEM, "out of memory");
	result = uet_tracing_find(r->folder, sizeof(r->folder), err);
	if (result)
		goto failed;
	snprintf(path, sizeof(path), "%s/%s", r->folder, UET_DATA_FILE);
	/* Its mode is 0220: reading is not allowed, and not needed. */
	r->fd = uet_sys_open(path, O_WRONLY | O_CLOEXEC);
	if (r->fd >= 0) {
		*out = r;
		return 0;
	}
	result = r->fd;
	uet_error_set(err, result,
		      result == -EACCES ?
			      "no permission to write %s: run as root, or have "
			      "it opened to you (chmod)" :
			      "cannot open %s: %s", path, strerror(-result));
failed:
	free(r);
	return result;
}

void uet_registry_close(struct uet_registry *r)
{
	struct entry *entry, *next;

	if (!r)
		return;
	for (entry = r->entries; entry; entry = next) {
		struct uet_user_unreg unreg = {
			.size = sizeof(unreg),
			.disable_addr = (uintptr_t)&entry->word,
		};

		next = entry->next;
		/* Where this fails the kernel may write on: let it keep the
		 * memory. */
		if (!uet_sys_ioctl(r->fd, UET_DIAG_IOCSUNREG, &unreg))
			free(entry);
	}
	uet_sys_close(r->fd);
	free(r);
}

/* EINVAL has as many causes as there are rules for the text, and flags. */
static int explain_invalid(const char *decl, unsigned int flags,
			   struct uet_error *err)
{
	struct uet_description_info info;
	struct uet_description_error where;

	if (uet_desc_check(decl, &info, &where))
		return uet_error_set(err, -EINVAL,
				     "'%.240s': %s (at character %zu)", decl,
				     where.reason,
				     uet_desc_column(decl, where.offset));
	if (flags)
		return uet_error_set(err, -EINVAL,
				     "the kernel is too old for persistent or "
				     "multi-format events: '%.200s'", decl);
	return uet_error_set(err, -EINVAL,
			     "this kernel does not take '%.240s', though Linux "
			     "6.12 does: write '; ' between fields, and names "
			     "of letters, digits and '_'", decl);
}

/* How the kernel has an event, from dynamic_events: "u:NAME FIELDS". */
static char *find_existing(const struct uet_registry *r, const char *decl)
{
	char path[UET_TRACEFS_PATH_MAX + sizeof("/dynamic_events")];
	size_t length = strcspn(decl, " "), size;
	char *text, *line, *found = NULL;

	snprintf(path, sizeof(path), "%s/dynamic_events", r->folder);
	if (uet_sys_read_file(path, DYNAMIC_EVENTS_MAX, &text, &size))
		return NULL;
	for (line = text; line && !found; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (!strncmp(line, "u:", 2) &&
		    !strncmp(line + 2, decl, length) &&
		    (line[2 + length] == ' ' || line[2 + length] == '\n'))
			found = strndup(line + 2, strcspn(line + 2, "\n"));
	}
	free(text);
	return found;
}

static int explain_in_use(const struct uet_registry *r, const char *decl,
			  struct uet_error *err)
{
	char *existing = find_existing(r, decl);

	uet_error_set(err, -EADDRINUSE,
		      "an event of this name exists with other fields: the "
		      "kernel has '%.160s', asked was '%.160s'; take another "
		      "name, end its programs, or use multi-format events",
		      existing ? existing : "(no permission to look)", decl);
	free(existing);
	return -EADDRINUSE;
}

static int explain_add(const struct uet_registry *r, const char *decl,
		       unsigned int flags, int result, struct uet_error *err)
{
	switch (result) {
	case -EADDRINUSE:
		return explain_in_use(r, decl, err);
	case -EINVAL:
		return explain_invalid(decl, flags, err);
	case -EPERM:
		return uet_error_set(err, result,
				     "no permission for the persistent event "
				     "'%.200s': it takes CAP_PERFMON (run as "
				     "root)", decl);
	case -EMFILE:
		return uet_error_set(err, result,
				     "the kernel has as many events as it "
				     "allows (%ld): raise sysctl "
				     "kernel.user_events_max",
				     uet_sysctl_number(
					     "/proc/sys/kernel/user_events_max",
					     0));
	default:
		return uet_error_set(err, result,
				     "cannot register '%.200s': %s", decl,
				     strerror(-result));
	}
}

int uet_registry_add(struct uet_registry *r, const char *decl,
		     unsigned int flags, uint32_t *write_index,
		     struct uet_error *err)
{
	struct entry *entry;
	struct uet_user_reg reg;
	int result;

	if (uet_desc_bad_name(decl))
		return uet_error_set(err, -EINVAL, "'%.100s': %s", decl,
				     uet_desc_bad_name(decl));
	if (strlen(decl) >= UET_DESC_MAX)
		return uet_error_set(err, -E2BIG,
				     "the declaration is longer than %d bytes: "
				     "'%.100s...'", UET_DESC_MAX - 1, decl);
	entry = calloc(1, sizeof(*entry));
	if (!entry)
		return uet_error_set(err, -ENOMEM, "out of memory");
	reg = (struct uet_user_reg){
		.size = sizeof(reg),
		.enable_size = sizeof(entry->word),
		.flags = (uint16_t)flags,
		.enable_addr = (uintptr_t)&entry->word,
		.name_args = (uintptr_t)decl,
	};
	for (int waited = 0;; waited += UET_DELETION_STEP_MS) {
		result = uet_sys_ioctl(r->fd, UET_DIAG_IOCSREG, &reg);
		if (result != -EADDRINUSE || waited >= UET_DELETION_WAIT_MS)
			break;
		uet_sys_pause(UET_DELETION_STEP_MS * 1000);
	}
	if (result) {
		free(entry);
		return explain_add(r, decl, flags, result, err);
	}
	entry->next = r->entries;
	r->entries = entry;
	if (write_index)
		*write_index = reg.write_index;
	return 0;
}

static int explain_delete(const char *name, int result, struct uet_error *err)
{
	switch (result) {
	case -ENOENT:
		return uet_error_set(err, result, "there is no event '%s'",
				     name);
	case -EBUSY:
		return uet_error_set(err, result,
				     "'%s' is busy: a program has it "
				     "registered or a tool listens to it; end "
				     "them first", name);
	case -EPERM:
		return uet_error_set(err, result,
				     "no permission to delete the persistent "
				     "event '%s': it takes CAP_PERFMON (run as "
				     "root)", name);
	default:
		return uet_error_set(err, result, "cannot delete '%s': %s",
				     name, strerror(-result));
	}
}

int uet_registry_delete(const char *name, struct uet_error *err)
{
	struct uet_registry *r;
	int result = uet_registry_open(&r, err);

	if (result)
		return result;
	result = uet_deletion_by_name(r->fd, name);
	uet_registry_close(r);
	return result ? explain_delete(name, result, err) : 0;
}

int uet_registry_delete_format(const char *decl, struct uet_error *err)
{
	char folder[UET_TRACEFS_PATH_MAX];
	size_t name = strcspn(decl, " ");
	int result = uet_tracing_find(folder, sizeof(folder), err);

	if (result)
		return result;
	/* What the file's parser would cut or take for two commands. */
	if (strpbrk(decl, "#\n") || uet_desc_bad_name(decl))
		return uet_error_set(err, -EINVAL, "'%.200s' is no declaration "
				     "that the kernel could have", decl);
	result = uet_deletion_of_format(folder, decl);
	switch (result) {
	case 0:
		return 0;
	case -ENOENT:
		return uet_error_set(err, result, "there is no event '%.*s' "
				     "with these fields: '%.200s'", (int)name,
				     decl, decl);
	case -EACCES:
		return uet_error_set(err, result, "no permission to write to "
				     "%s/dynamic_events: deleting one format "
				     "takes root", folder);
	default:
		return explain_delete(decl, result, err);
	}
}
