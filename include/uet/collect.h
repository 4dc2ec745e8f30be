/* SPDX-License-Identifier: MIT */
/*
 * All of libuet-collect.  Programs that only emit events want uet/event.h.
 */
#ifndef UET_COLLECT_H
#define UET_COLLECT_H

#include <uet/catalog.h>
#include <uet/decode.h>
#include <uet/elf.h>
#include <uet/error.h>
#include <uet/filter.h>
#include <uet/format.h>
#include <uet/histogram.h>
#include <uet/perfdata.h>
#include <uet/print_fmt.h>
#include <uet/record.h>
#include <uet/registry.h>
#include <uet/session.h>
#include <uet/stream.h>
#include <uet/tasks.h>
#include <uet/watch.h>
#include <uet/writer.h>

#endif /* UET_COLLECT_H */
