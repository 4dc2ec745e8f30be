/* SPDX-License-Identifier: MIT */
/*
 * The smallest program with a probe:
 *
 *	cc hello.c $(pkg-config --cflags --libs uet) -o hello
 *	uet record -- ./hello && uet report
 */
#include <uet/event.h>

UET_EVENT(greeting, "hello_greeting", UET_STR(whom), UET_U32(times));

int main(void)
{
	UET_TRACE(greeting, "world", 1);
	return 0;
}
