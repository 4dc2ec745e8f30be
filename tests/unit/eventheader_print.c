/* SPDX-License-Identifier: MIT */
/*
 * eventheader_print json|text FILE [TIMES]: prints the events of a file of
 * LinuxTracepoints' interceptor, one a line: of each a u32 with the size of the
 * whole, the tracepoint's name with its NUL, and the event.  With TIMES, decodes
 * them that often, prints nothing but what it took, for measuring.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include <uet/eventheader_decode.h>

typedef int print_event(struct uet_buffer *b, const struct uet_eh_event *e);

static char *read_all(const char *path, size_t *size)
{
	FILE *f = fopen(path, "r");
	char *data = NULL;
	long end;

	if (!f)
		return NULL;
	if (!fseek(f, 0, SEEK_END) && (end = ftell(f)) >= 0 &&
	    !fseek(f, 0, SEEK_SET)) {
		*size = (size_t)end;
		data = malloc(*size + 1);
	}
	if (data && fread(data, 1, *size, f) != *size) {
		free(data);
		data = NULL;
	}
	fclose(f);
	return data;
}

/* Names of events are texts of UTF-8. */
static int put_name(struct uet_buffer *b, const struct uet_eh_event *e)
{
	struct uet_eh_item name = { .type = UET_EH_TYPE_TEXT,
				    .charset = UET_EH_UTF8 };

	name.value.data = e->name;
	name.value.size = e->name_size;
	if (uet_eh_put_utf8(b, &name))
		return -1;
	name.value.data = "\t";
	name.value.size = 1;
	return uet_eh_put_utf8(b, &name);
}

/* The size of the record at at; 0 if there is none that is whole. */
static size_t print_record(struct uet_buffer *b, const char *at, size_t left,
			   print_event *print)
{
	struct uet_eh_tracepoint tracepoint;
	struct uet_eh_event event;
	uint32_t size;
	size_t name_size;

	if (left < sizeof(size))
		return 0;
	memcpy(&size, at, sizeof(size));
	if (size > left || size <= sizeof(size))
		return 0;
	name_size = strnlen(at + 4, size - 4) + 1;
	if (4 + name_size > size ||
	    uet_eh_tracepoint_parse(at + 4, &tracepoint) ||
	    uet_eh_event_parse(&event, &tracepoint, at + 4 + name_size,
			       size - 4 - name_size) ||
	    put_name(b, &event) || print(b, &event))
		return 0;
	return size;
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + 1e-9 * (double)ts.tv_nsec;
}

/* Not 0 if a record cannot be read. */
static int print_all(struct uet_buffer *b, const char *data, size_t size,
		     print_event *print, bool silently, size_t *n)
{
	for (size_t at = 0, used; at < size; at += used, ++*n) {
		b->size = 0;
		used = print_record(b, data + at, size - at, print);
		if (!used) {
			fprintf(stderr, "the record at byte %zu is no event of EventHeader\n",
				at);
			return 1;
		}
		if (!silently)
			printf("%.*s\n", (int)b->size, b->data);
	}
	return 0;
}

int main(int argc, char *argv[])
{
	struct uet_buffer buffer = { 0 };
	unsigned long times = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
	struct rusage usage;
	size_t size = 0, n = 0;
	print_event *print;
	double start;
	char *data;
	int ret = 0;

	if (argc < 3 || (strcmp(argv[1], "json") && strcmp(argv[1], "text"))) {
		fprintf(stderr, "usage: eventheader_print json|text FILE [TIMES]\n");
		return 2;
	}
	print = strcmp(argv[1], "json") ? uet_eh_print_text : uet_eh_print_json;
	data = read_all(argv[2], &size);
	if (!data) {
		perror(argv[2]);
		return 1;
	}
	start = now();
	while (!ret && times--)
		ret = print_all(&buffer, data, size, print, argc > 3, &n);
	if (!ret && argc > 3) {
		getrusage(RUSAGE_SELF, &usage);
		printf("%zu events, %.0f ns each, %ld KiB\n", n,
		       1e9 * (now() - start) / (double)n, usage.ru_maxrss);
	}
	uet_buffer_free(&buffer);
	free(data);
	return ret;
}
