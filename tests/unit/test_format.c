/* SPDX-License-Identifier: MIT */
/*
 * Formats of tracefs: what each declaration becomes, and that libtraceevent
 * sees the same names, offsets and sizes in the same text.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <event-parse.h>

#include <uet/format.h>

#define COMMON                                                                 \
	"format:\n"                                                            \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;"      \
	"\tsigned:0;\n"                                                        \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"

static const char user_events_text[] =
	"name: shop_request_done\nID: 1423\n" COMMON "\n"
	"\tfield:u32 status;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:s8 tiny;\toffset:12;\tsize:1;\tsigned:1;\n"
	"\tfield:__rel_loc char path[7766496];\toffset:13;\tsize:4;"
	"\tsigned:1;\n"
	"\tfield:__data_loc char[] m;\toffset:17;\tsize:4;\tsigned:1;\n"
	"\tfield:struct f64 depth;\toffset:21;\tsize:8;\tsigned:1;\n"
	"\tfield:struct f32 load;\toffset:29;\tsize:4;\tsigned:1;\n"
	"\tfield:char tag[16];\toffset:33;\tsize:16;\tsigned:1;\n"
	"\tfield:unsigned char mac[6];\toffset:49;\tsize:6;\tsigned:0;\n"
	"\tfield:struct point at;\toffset:55;\tsize:12;\tsigned:1;\n"
	"\tfield:__rel_loc u8 blob[];\toffset:67;\tsize:4;\tsigned:1;\n"
	"\nprint fmt: \"status=%u\", REC->status\n";

static const char multi_format_text[] =
	"name: shop.1f\nID: 1424\n" COMMON "\n"
	"\tfield:u64 n;\toffset:8;\tsize:8;\tsigned:0;\n"
	"\nprint fmt: \"n=%llu\", REC->n\n";

static const char no_fields_text[] =
	"name: tick\nID: 1425\n" COMMON "\n\nprint fmt: \"\"\n";

static const char sched_switch_text[] =
	"name: sched_switch\nID: 314\n" COMMON "\n"
	"\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
	"\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
	"\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;\n"
	"\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n"
	"\tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:0;\n"
	"\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;\n"
	"\tfield:int next_prio;\toffset:60;\tsize:4;\tsigned:1;\n"
	"\nprint fmt: \"prev_comm=%s\", REC->prev_comm\n";

static const char raw_syscalls_text[] =
	"name: sys_enter\nID: 400\n" COMMON "\n"
	"\tfield:long id;\toffset:8;\tsize:8;\tsigned:1;\n"
	"\tfield:unsigned long args[6];\toffset:16;\tsize:48;\tsigned:0;\n"
	"\nprint fmt: \"NR %ld\", REC->id\n";

static const char syscall_text[] =
	"name: sys_enter_openat\nID: 640\n" COMMON "\n"
	"\tfield:int __syscall_nr;\toffset:8;\tsize:4;\tsigned:1;\n"
	"\tfield:int dfd;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:const char * filename;\toffset:24;\tsize:8;\tsigned:0;\n"
	"\tfield:umode_t mode;\toffset:40;\tsize:8;\tsigned:0;\n"
	"\nprint fmt: \"dfd: 0x%08lx\", ((unsigned long)(REC->dfd))\n";

/* A PREEMPT_RT kernel: one more common field, and a gap behind it. */
static const char rt_text[] =
	"name: rt_event\nID: 77\n" COMMON
	"\tfield:unsigned char common_preempt_lazy_count;\toffset:8;\tsize:1;"
	"\tsigned:0;\n\n"
	"\tfield:s16 delta;\toffset:12;\tsize:2;\tsigned:1;\n"
	"\tfield:__data_loc u32[] list;\toffset:16;\tsize:4;\tsigned:0;\n"
	"\nprint fmt: \"%d\", REC->delta\n";

/* libtraceevent 1.7 cannot read a name with a point in it: no multi-format. */
static const struct {
	const char *text;
	const char *system;
} shared_texts[] = {
	{ user_events_text, "user_events" },
	{ no_fields_text, "user_events" },
	{ sched_switch_text, "sched" },
	{ raw_syscalls_text, "raw_syscalls" },
	{ syscall_text, "syscalls" },
	{ rt_text, "rt" },
};

static struct uet_format *parse(const char *text)
{
	struct uet_error err = { "" };
	struct uet_format *f;

	if (uet_format_parse(text, strlen(text), &f, &err))
		fail_msg("%s", err.text);
	return f;
}

struct expected {
	const char *name, *type;
	uint32_t offset, size;
	enum uet_field_kind kind;
	enum uet_field_place place;
	uint32_t element_size, count;
	bool is_array;
};

static void assert_fields(const struct uet_format *f, size_t n_common,
			  const struct expected *e, size_t n)
{
	assert_int_equal(uet_format_n_fields(f), n_common + n);
	for (size_t i = 0; i < n_common; i++)
		assert_true(uet_format_field(f, i)->is_common);
	for (size_t i = 0; i < n; i++) {
		const struct uet_field *x = uet_format_field(f, n_common + i);

		assert_false(x->is_common);
		assert_string_equal(x->name, e[i].name);
		assert_string_equal(x->type, e[i].type);
		assert_int_equal(x->offset, e[i].offset);
		assert_int_equal(x->size, e[i].size);
		assert_int_equal(x->kind, e[i].kind);
		assert_int_equal(x->place, e[i].place);
		assert_int_equal(x->element_size, e[i].element_size);
		assert_int_equal(x->count, e[i].count);
		assert_int_equal(x->is_array, e[i].is_array);
	}
	assert_null(uet_format_field(f, n_common + n));
}

#define ASSERT_FIELDS(f, n_common, e)                                          \
	assert_fields(f, n_common, e, sizeof(e) / sizeof((e)[0]))

static void user_events_fields_get_their_kinds(void **state)
{
	static const struct expected e[] = {
		{ "status", "u32", 8, 4, UET_FIELD_UINT, UET_PLACE_FIXED, 4, 1,
		  false },
		{ "tiny", "s8", 12, 1, UET_FIELD_INT, UET_PLACE_FIXED, 1, 1,
		  false },
		{ "path", "__rel_loc char[]", 13, 4, UET_FIELD_STRING,
		  UET_PLACE_REL_LOC, 1, 0, true },
		{ "m", "__data_loc char[]", 17, 4, UET_FIELD_STRING,
		  UET_PLACE_DATA_LOC, 1, 0, true },
		{ "depth", "struct f64", 21, 8, UET_FIELD_FLOAT,
		  UET_PLACE_FIXED, 8, 1, false },
		{ "load", "struct f32", 29, 4, UET_FIELD_FLOAT,
		  UET_PLACE_FIXED, 4, 1, false },
		{ "tag", "char[16]", 33, 16, UET_FIELD_STRING, UET_PLACE_FIXED,
		  1, 16, true },
		{ "mac", "unsigned char[6]", 49, 6, UET_FIELD_BYTES,
		  UET_PLACE_FIXED, 1, 6, true },
		{ "at", "struct point", 55, 12, UET_FIELD_BYTES,
		  UET_PLACE_FIXED, 1, 12, false },
		{ "blob", "__rel_loc u8[]", 67, 4, UET_FIELD_BYTES,
		  UET_PLACE_REL_LOC, 1, 0, true },
	};
	struct uet_format *f = parse(user_events_text);

	(void)state;
	assert_string_equal(uet_format_name(f), "shop_request_done");
	assert_int_equal(uet_format_id(f), 1423);
	ASSERT_FIELDS(f, 4, e);
	uet_format_free(f);
}

static void a_foreign_array_is_measured_by_its_size(void **state)
{
	static const struct expected e[] = {
		{ "id", "long", 8, 8, UET_FIELD_INT, UET_PLACE_FIXED, 8, 1,
		  false },
		{ "args", "unsigned long[6]", 16, 48, UET_FIELD_UINT,
		  UET_PLACE_FIXED, 8, 6, true },
	};
	struct uet_format *f = parse(raw_syscalls_text);

	(void)state;
	ASSERT_FIELDS(f, 4, e);
	uet_format_free(f);
}

static void size_counts_where_the_type_says_otherwise(void **state)
{
	/* The kernel stores an int argument in a long. */
	static const struct expected e[] = {
		{ "__syscall_nr", "int", 8, 4, UET_FIELD_INT, UET_PLACE_FIXED,
		  4, 1, false },
		{ "dfd", "int", 16, 8, UET_FIELD_UINT, UET_PLACE_FIXED, 8, 1,
		  false },
		{ "filename", "const char *", 24, 8, UET_FIELD_POINTER,
		  UET_PLACE_FIXED, 8, 1, false },
		{ "mode", "umode_t", 40, 8, UET_FIELD_UINT, UET_PLACE_FIXED, 8,
		  1, false },
	};
	struct uet_format *f = parse(syscall_text);

	(void)state;
	ASSERT_FIELDS(f, 4, e);
	uet_format_free(f);
}

static void an_rt_kernels_common_fields_are_common(void **state)
{
	static const struct expected e[] = {
		{ "delta", "s16", 12, 2, UET_FIELD_INT, UET_PLACE_FIXED, 2, 1,
		  false },
		{ "list", "__data_loc u32[]", 16, 4, UET_FIELD_UINT,
		  UET_PLACE_DATA_LOC, 4, 0, true },
	};
	struct uet_format *f = parse(rt_text);

	(void)state;
	ASSERT_FIELDS(f, 5, e);
	uet_format_free(f);
}

static void a_multi_format_events_name_is_kept_whole(void **state)
{
	static const struct expected e[] = {
		{ "n", "u64", 8, 8, UET_FIELD_UINT, UET_PLACE_FIXED, 8, 1,
		  false },
	};
	struct uet_format *f = parse(multi_format_text);

	(void)state;
	assert_string_equal(uet_format_name(f), "shop.1f");
	ASSERT_FIELDS(f, 4, e);
	uet_format_free(f);
}

static void an_event_may_have_no_field(void **state)
{
	struct uet_format *f = parse(no_fields_text);

	(void)state;
	assert_int_equal(uet_format_n_fields(f), 4);
	uet_format_free(f);
}

static const struct tep_format_field *nth(struct tep_event *event, size_t i)
{
	const struct tep_format_field *f = event->format.common_fields;
	size_t n = 0;

	for (; f; f = f->next)
		if (n++ == i)
			return f;
	for (f = event->format.fields; f; f = f->next)
		if (n++ == i)
			return f;
	return NULL;
}

static void libtraceevent_sees_the_same_fields(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof(shared_texts) / sizeof(shared_texts[0]);
	     k++) {
		const char *text = shared_texts[k].text;
		struct tep_handle *tep = tep_alloc();
		struct tep_event *event;
		struct uet_format *f = parse(text);
		size_t n = uet_format_n_fields(f);

		assert_non_null(tep);
		tep_set_long_size(tep, 8);
		/* It may not understand the print fmt; that is not at test. */
		tep_parse_event(tep, text, strlen(text), shared_texts[k].system);
		event = tep_find_event_by_name(tep, shared_texts[k].system,
					       uet_format_name(f));
		assert_non_null(event);
		assert_string_equal(event->name, uet_format_name(f));
		assert_int_equal(event->id, uet_format_id(f));
		for (size_t i = 0; i < n; i++) {
			const struct uet_field *ours = uet_format_field(f, i);
			const struct tep_format_field *theirs = nth(event, i);

			assert_non_null(theirs);
			assert_string_equal(ours->name, theirs->name);
			assert_int_equal(ours->offset, theirs->offset);
			assert_int_equal(ours->size, theirs->size);
		}
		assert_null(nth(event, n));
		uet_format_free(f);
		tep_free(tep);
	}
}

static void other_text_is_refused(void **state)
{
	static const char *const texts[] = {
		"",
		"hello\n",
		"name: x\n",
		"ID: 5\n",
		"name: x\nID: y\n",
		"name: x\nID: 99999999999\n",
		"name: x\nID: 5\nformat:\n\tfield:u8 a;\tsize:1;\tsigned:0;\n",
		"name: x\nID: 5\nformat:\n\tfield:u8 a;\toffset:8;\n",
		"name: x\nID: 5\nformat:\n\tfield:u8;\toffset:8;\tsize:1;\n",
		"name: x\nID: 5\nformat:\n\tfield:u8 a",
		"name: x\nID: 5\nformat:\n\tfield:__rel_loc char m[];"
		"\toffset:8;\tsize:8;\tsigned:0;\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct uet_error err = { "" };
		struct uet_format *f = (void *)&err;

		assert_int_equal(uet_format_parse(texts[i], strlen(texts[i]),
						  &f, &err), -EINVAL);
		assert_null(f);
		assert_true(err.text[0]);
	}
}

static void a_text_cut_anywhere_does_no_harm(void **state)
{
	size_t len = strlen(user_events_text);

	(void)state;
	for (size_t n = 0; n <= len; n++) {
		/* Exactly as long, for the address sanitizer to see. */
		char *cut = malloc(n ? n : 1);
		struct uet_format *f;

		memcpy(cut, user_events_text, n);
		if (!uet_format_parse(cut, n, &f, NULL))
			uet_format_free(f);
		free(cut);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(user_events_fields_get_their_kinds),
		cmocka_unit_test(a_foreign_array_is_measured_by_its_size),
		cmocka_unit_test(size_counts_where_the_type_says_otherwise),
		cmocka_unit_test(an_rt_kernels_common_fields_are_common),
		cmocka_unit_test(a_multi_format_events_name_is_kept_whole),
		cmocka_unit_test(an_event_may_have_no_field),
		cmocka_unit_test(libtraceevent_sees_the_same_fields),
		cmocka_unit_test(other_text_is_refused),
		cmocka_unit_test(a_text_cut_anywhere_does_no_harm),
	};

	return cmocka_run_group_tests_name("format", tests, NULL, NULL);
}
