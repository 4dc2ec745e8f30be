/* SPDX-License-Identifier: MIT */
/*
 * started SLAB USED: the program around the events of events.c; tells what it
 * took to come here and what memory went.  Started by launch.c.
 */
#include <uet/register.h>

#include "figures.h"

int main(int argc, char **argv)
{
	long long took = cpu_time();
	struct memory at_once, later;

	if (argc < 3 || uet_register())
		return 1;
	memory_in_use(&at_once);
	let_rcu_free();
	memory_in_use(&later);
	printf("%lld ", took);
	print_growth(argv + 1, &at_once, &later);
	printf("%lld ", cpu_time());
	fflush(stdout);
	return 0;
}
