/* SPDX-License-Identifier: MIT */
/*
 * What a function of libuet or libuet-collect says about a failure besides its
 * -errno.
 */
#ifndef UET_ERROR_H
#define UET_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct uet_error - a failure in words.
 * @text: one line without a final newline: the thing, the reason and, where
 *	  there is one, the next step.  Empty while nothing failed.
 *
 * The caller owns it, usually on the stack.  Every function that takes a
 * pointer to one accepts NULL, and writes it only when it fails.
 *
 * Since: 0.1.0
 */
struct uet_error {
	char text[512];
};

#ifdef __cplusplus
}
#endif

#endif /* UET_ERROR_H */
