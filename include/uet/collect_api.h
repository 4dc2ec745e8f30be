/* SPDX-License-Identifier: MIT */
/*
 * Marks what libuet-collect exports.
 */
#ifndef UET_COLLECT_API_H
#define UET_COLLECT_API_H

#if defined(__GNUC__)
#define UET_COLLECT_API __attribute__((visibility("default")))
#else
#define UET_COLLECT_API
#endif

#endif /* UET_COLLECT_API_H */
