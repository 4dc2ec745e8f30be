/* SPDX-License-Identifier: MIT */
/*
 * A program whose macros have short names, which the headers must not use.
 */
#define A 1
#define B 2
#define C 3
#define E 4
#define F 5
#define I 6
#define K 7
#define L 8
#define N 9
#define P 10
#define R 11
#define S 12
#define T 13
#define U 14
#define V 15
#define W 16
#define X 17
#define ID 18
#define NAME 19
#define SIZE 20
#define TYPE 21
#define KIND 22
#define VALUE 23
#define FIELD 24
#define EVENT 25
#define WORD 26
#define DATA 27
#define COUNT 28
#define STRING 29
#define BYTES 30
#define CHUNK 31
#define BLOCK 32
#include <uet/event.h>

UET_EVENT(e, "e", UET_U32(number), UET_F64(price), UET_STR(text),
	  UET_BYTES(blob));

void trace(const char *s);
void trace(const char *s)
{
	UET_TRACE(e, 1, 2.5, s, s, 0);
}
