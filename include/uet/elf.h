/* SPDX-License-Identifier: MIT */
/*
 * Which events are compiled into a program or shared object, read from its
 * file.  Runs nothing, and asks the kernel nothing.
 */
#ifndef UET_ELF_H
#define UET_ELF_H

#include <stddef.h>
#include <stdint.h>

#include <uet/collect_api.h>
#include <uet/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct uet_elf_event - one compiled-in event.
 * @text:  "NAME[ FIELDS]" as the program hands it to the kernel.
 * @flags: the flags that the program asks for, UET_REGISTRY_*.
 *
 * Since: 0.1.0
 */
struct uet_elf_event {
	char *text;
	uint16_t flags;
};

/**
 * struct uet_elf_list - the events of a file, in the order of strcmp() and
 * without duplicates.
 * @skipped: entries of another layout's version, or damaged ones.
 *
 * Since: 0.1.0
 */
struct uet_elf_list {
	struct uet_elf_event *events;
	size_t n;
	size_t skipped;
};

/**
 * uet_elf_events() - read the section uet1_descs of an ELF file.
 * @path: an executable, shared object or object file, of either size and byte
 *	order; stripped or not (but with its section headers).  Libraries that
 *	it is linked with are files of their own.
 * @out: receives the list; the caller frees it with uet_elf_list_free().
 * @err: receives a line about the failure; may be NULL.
 *
 * Thread-safe.  Trusts nothing in the file.
 *
 * Return: 0; -ENODATA: an ELF file without such events; -ENOEXEC: not an ELF
 * file, or a damaged one; -EISDIR; -ENOMEM; or the -errno of opening it.
 * Source: uet/abi.h.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_elf_events(const char *path, struct uet_elf_list **out,
				   struct uet_error *err);

/** uet_elf_list_free() - free what uet_elf_events() gave.  May be NULL. */
UET_COLLECT_API void uet_elf_list_free(struct uet_elf_list *list);

#ifdef __cplusplus
}
#endif

#endif /* UET_ELF_H */
