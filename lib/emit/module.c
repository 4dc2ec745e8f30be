/* SPDX-License-Identifier: MIT */
/*
 * The modules of this process (its executable and shared objects) and all
 * their events: what constructors, destructors, uet_register() and
 * uet_unregister() do.
 */
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "common/sys.h"
#include "emit_internal.h"
#include "uet/register.h"

static struct uet_module *modules;

#define for_each_module(m) for (struct uet_module *m = modules; m; m = m->next)
#define for_each_event(e, m) \
	for (struct uet_event *e = (m)->events; e < (m)->events_end; e++)

/* Whether an object compiled against another header can be walked by us, and
 * has anything to walk. */
static bool has_events(const struct uet_module *module)
{
	return module->version == UET_ABI_VERSION &&
	       module->size >= sizeof(*module) &&
	       module->events < module->events_end;
}

/*
 * The kernel keeps a name, with its fields, as long as the file is open that it
 * was registered through: also when the program took it back, as a plug-in
 * does that is loaded anew with other fields.
 */
static bool names_are_left;

/* How often we wait for the kernel in all, a millisecond each: it lets go of a
 * name a moment after the file is closed.  Whoever meets a name that another
 * program has waits in vain, and not for long. */
#define PATIENCE 20
static unsigned int patience = PATIENCE;

/* Takes another open file, and all events with it: then only their names are
 * kept. */
static void move_to_another_file(void)
{
	int old;
	int fd = uet_data_fd_replace(&old);

	if (fd < 0)
		return;
	for_each_module(m)
		for_each_event(e, m)
			if (e->state == UET_STATE_REGISTERED)
				uet_registration_add(e, fd);
	uet_sys_close(old);
	names_are_left = false;
	patience = PATIENCE;
}

/*
 * The data file.  When it is another one than before, because the program
 * closed it, no event belongs to it: write indexes are the open file's.  Those
 * that were registered through the old one are put back.
 */
static int open_data_file(void)
{
	bool fresh;
	int fd = uet_data_fd_open(&fresh);

	if (!fresh && uet_data_fd_came_in_reach()) {
		move_to_another_file();
		return uet_data_fd_state();
	}
	if (!fresh && fd >= 0)
		return fd;
	for_each_module(m)
		for_each_event(e, m)
			if (uet_registration_detach(e) && fd >= 0)
				uet_registration_add(e, fd);
	return fd;
}

static int add_event(struct uet_event *event)
{
	int error = uet_registration_add(event, uet_data_fd_state());

	if (error == -EADDRINUSE && names_are_left)
		move_to_another_file();
	while (error == -EADDRINUSE && patience) {
		patience--;
		uet_sys_pause(1000);
		error = uet_registration_add(event, uet_data_fd_state());
	}
	return error;
}

/* And with it all names. */
static void close_data_file(void)
{
	uet_data_fd_close();
	names_are_left = false;
	patience = PATIENCE;
}

static int register_events(struct uet_module *module, int fd)
{
	int first = 0;

	uet_process()->has_registered = 1;
	for_each_event(e, module) {
		int error = 0;

		if (fd < 0) {
			e->state = UET_STATE_FAILED;
			e->error = error = fd;
		} else if (e->state != UET_STATE_REGISTERED) {
			error = add_event(e);
		}
		if (!first)
			first = error;
	}
	return first;
}

static void unregister_events(struct uet_module *module, int fd)
{
	for_each_event(e, module)
		uet_registration_remove(e, fd);
	names_are_left = true;
}

void uet_events_visit(void (*visit)(struct uet_event *event))
{
	for_each_module(m)
		for_each_event(e, m)
			visit(e);
}

/*
 * The last resort for words that are about to be unmapped while the kernel
 * cannot be told: their pages stay, so that what is mapped next is elsewhere.
 * The object's other pages stay with them, as they are unmapped at one go.
 */
static void keep_words(const struct uet_module *module)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

	for_each_event(e, module)
		if (e->word_known)
			uet_sys_seal((void *)((uintptr_t)e->word & ~(page - 1)),
				     page);
}

/*
 * Whether an address lies in the executable, which stays mapped until the
 * process ends.  Its program headers are where the kernel says they are.
 */
static bool is_in_executable(const void *address)
{
	const ElfW(Phdr) *headers = (const ElfW(Phdr) *)getauxval(AT_PHDR);
	size_t n = getauxval(AT_PHNUM);
	uintptr_t base = 0;

	if (!headers)
		return false;
	/* They lie behind the file's header, in the segment that begins with
	 * it.  (PT_PHDR would say so too, but a static PIE has none.) */
	for (size_t i = 0; i < n; i++)
		if (headers[i].p_type == PT_LOAD && !headers[i].p_offset)
			base = (uintptr_t)headers - sizeof(ElfW(Ehdr)) -
			       headers[i].p_vaddr;
	for (size_t i = 0; i < n; i++)
		if (headers[i].p_type == PT_LOAD &&
		    (uintptr_t)address - base - headers[i].p_vaddr <
			    headers[i].p_memsz)
			return true;
	return false;
}

static bool kernel_knows_words(const struct uet_module *module)
{
	for_each_event(e, module)
		if (e->word_known)
			return true;
	return false;
}

UET_API void uet_module_register(struct uet_module *module)
{
	if (!has_events(module))
		return;
	uet_lock();
	if (!module->known) {
		module->known = 1;
		module->next = modules;
		modules = module;
		for_each_event(e, module)
			uet_tap_apply(e);
		register_events(module, open_data_file());
	}
	uet_unlock();
}

UET_API void uet_module_unregister(struct uet_module *module)
{
	if (!has_events(module))
		return;
	/* The program ends, the kernel forgets all of it at one go, and what
	 * runs until then may still trace. */
	if (is_in_executable(module))
		return;
	uet_lock();
	for (struct uet_module **at = &modules; *at; at = &(*at)->next) {
		if (*at != module)
			continue;
		/* The kernel writes to the words until it is told not to, and
		 * they are about to be unmapped.  It can be told through any
		 * descriptor of the data file, if need be a new one. */
		unregister_events(module, kernel_knows_words(module) ?
						  open_data_file() : -1);
		keep_words(module);
		*at = module->next;
		module->known = 0;
		break;
	}
	if (!modules)
		close_data_file();
	uet_unlock();
}

/*
 * A child of fork has its parent's registrations, but which of them it has
 * depends on what other threads did at that moment.  Once it asks for its
 * events, it registers all of them as if it had none.
 */
static void doubt_the_parents(void)
{
	if (uet_process()->has_registered)
		return;
	for_each_module(m)
		for_each_event(e, m)
			if (e->state == UET_STATE_REGISTERED)
				e->state = UET_STATE_NEW;
}

UET_API int uet_register(void)
{
	int fd, first = 0;

	uet_lock();
	doubt_the_parents();
	fd = modules ? open_data_file() : 0;
	for_each_module(m) {
		int error = register_events(m, fd);

		if (!first)
			first = error;
	}
	uet_unlock();
	return first;
}

UET_API int uet_event_register(const struct uet_event *event)
{
	/* What a program holds of an event is a handle; the event is ours. */
	struct uet_event *e = (struct uet_event *)event;
	struct uet_module one = { .events = e, .events_end = e + 1 };
	int error;

	if (!e)
		return -EINVAL;
	uet_lock();
	doubt_the_parents();
	error = register_events(&one, open_data_file());
	uet_unlock();
	return error;
}

UET_API void uet_event_unregister(const struct uet_event *event)
{
	struct uet_event *e = (struct uet_event *)event;
	struct uet_module one = { .events = e, .events_end = e + 1 };

	if (!e)
		return;
	uet_lock();
	unregister_events(&one, e->word_known ? open_data_file() : -1);
	uet_unlock();
}

UET_API void uet_unregister(void)
{
	bool known = false;

	uet_lock();
	for_each_module(m)
		known = known || kernel_knows_words(m);
	if (known) {
		int fd = open_data_file();

		for_each_module(m)
			unregister_events(m, fd);
	}
	close_data_file();
	uet_unlock();
}
