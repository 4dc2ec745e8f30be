/* SPDX-License-Identifier: MIT */
/*
 * Are the CPUs of -C there?  Says which are not; does not know what they are
 * collected for.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect.h"

#define CPU_FOLDER "/sys/devices/system/cpu/"

/* A list that the kernel keeps, or NULL. */
static int *read_list(const char *path, char text[4096], size_t *n)
{
	FILE *file = fopen(path, "re");
	int *cpus = NULL;

	if (!file)
		return NULL;
	if (fgets(text, 4096, file)) {
		text[strcspn(text, "\n")] = '\0';
		if (uet_cpus_parse(text, &cpus, n, NULL))
			cpus = NULL;
	}
	fclose(file);
	return cpus;
}

static bool has(const int *cpus, size_t n, int cpu)
{
	for (size_t i = 0; i < n; i++)
		if (cpus[i] == cpu)
			return true;
	return false;
}

bool collect_check_cpus(const struct collect_options *o)
{
	char possible_text[4096], online_text[4096];
	size_t n_possible = 0, n_online = 0;
	int *possible, *online;
	bool ok = true;

	if (!o->cpus)
		return true;
	possible = read_list(CPU_FOLDER "possible", possible_text, &n_possible);
	online = read_list(CPU_FOLDER "online", online_text, &n_online);
	for (size_t i = 0; ok && i < o->n_cpus; i++) {
		if (possible && !has(possible, n_possible, o->cpus[i])) {
			out_error(o->cmd, "-C: there is no CPU %d: this machine "
				  "has %s", o->cpus[i], possible_text);
			ok = false;
		} else if (online && !has(online, n_online, o->cpus[i])) {
			out_error(o->cmd, "CPU %d is offline: it is left out "
				  "until it comes", o->cpus[i]);
		}
	}
	free(possible);
	free(online);
	return ok;
}
