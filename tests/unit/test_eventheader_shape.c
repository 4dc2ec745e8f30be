/* SPDX-License-Identifier: MIT */
/*
 * What a buffer remembers of EventHeader events, and what it must not.  That
 * lines are the same the second time, the other tests see.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "collect/eventheader_shape.h"
#include "eventheader_bytes.h"

static void make_event(struct bytes *b, bool is_big)
{
	begin_event(b, is_big, 1);
	PUT(b, "e\0");
	FIELD(b, "a", 2);
	FIELD(b, "s", 0x81, 1);
	FIELD(b, "b", 7);
	end_metadata(b);
	put8(b, 1);
	PUT(b, "x\0");
}

static const struct uet_eh_shape *shape_of(const struct bytes *b,
					   enum uet_eh_style style)
{
	struct uet_eh_event e;

	parse(&e, b);
	return uet_eh_shape_find(&test_out, &e, style);
}

static void texts_around_values_are_remembered(void **state)
{
	const struct uet_eh_shape *s;
	struct bytes b;

	(void)state;
	make_event(&b, false);
	assert_null(shape_of(&b, UET_EH_AS_JSON));
	json_of(&b);
	s = shape_of(&b, UET_EH_AS_JSON);
	assert_non_null(s);
	assert_int_equal(s->n_steps, 2);
	assert_memory_equal(s->texts, "\"a\":,\"s\":{\"b\":}", 15);
	assert_int_equal(s->steps[0].text_size, 4);
	assert_int_equal(s->end_size, 1);
	text_of(&b);
	s = shape_of(&b, UET_EH_AS_TEXT_BEHIND);
	assert_non_null(s);
	assert_memory_equal(s->texts, " a= s={b=}", 10);
	assert_null(shape_of(&b, UET_EH_AS_TEXT));
}

static void other_descriptions_have_other_shapes(void **state)
{
	struct bytes b;

	(void)state;
	make_event(&b, false);
	json_of(&b);
	make_event(&b, true);
	assert_null(shape_of(&b, UET_EH_AS_JSON));
	assert_string_equal(strstr(json_of(&b), "\"fields\""),
			    "\"fields\":{\"a\":1,\"s\":{\"b\":\"x\"}}");
	/* Each byte counts, also in those that would be at the same place. */
	make_event(&b, false);
	json_of(&b);
	for (size_t at = 14; at < 14 + 10; at++)
		for (unsigned int change = 1; change < 256; change++) {
			make_event(&b, false);
			b.data[at] ^= (unsigned char)change;
			assert_null(shape_of(&b, UET_EH_AS_JSON));
		}
}

static void what_varies_is_not_remembered(void **state)
{
	struct bytes b;

	(void)state;
	begin_event(&b, false, 1);
	PUT(&b, "e\0");
	FIELD(&b, "a", 0x42);
	end_metadata(&b);
	PUT(&b, "\2\0\1\2");
	json_of(&b);
	assert_null(shape_of(&b, UET_EH_AS_JSON));
	/* An array of constant length does not. */
	begin_event(&b, false, 1);
	PUT(&b, "e\0");
	FIELD(&b, "a", 0x22, 2, 0);
	end_metadata(&b);
	PUT(&b, "\1\2");
	json_of(&b);
	assert_non_null(shape_of(&b, UET_EH_AS_JSON));
}

/* An event that is cut, before and after a whole one of its kind. */
static void damage_is_told_each_time(void **state)
{
	struct bytes b;

	(void)state;
	make_event(&b, false);
	b.size -= 3;
	assert_non_null(strstr(json_of(&b), "\"damaged\":\"a: "));
	assert_null(shape_of(&b, UET_EH_AS_JSON));
	b.size += 3;
	json_of(&b);
	assert_non_null(shape_of(&b, UET_EH_AS_JSON));
	b.size -= 1;
	assert_string_equal(strstr(json_of(&b), "\"fields\""),
			    "\"fields\":{\"a\":1,\"s\":{\"b\":\"x\"}},"
			    "\"damaged\":\"b: the event ends before the value "
			    "does\"");
	b.size -= 1;
	assert_string_equal(strstr(json_of(&b), "\"fields\""),
			    "\"fields\":{\"a\":1,\"s\":{}},\"damaged\":\"b: the "
			    "event ends before the value does\"");
}

static void long_ones_are_printed_all_the_same(void **state)
{
	struct bytes b;
	char name[8] = "n000000";

	(void)state;
	begin_event(&b, false, 1);
	PUT(&b, "e\0");
	for (int i = 0; i < 100; i++) {
		name[5] = (char)('0' + i / 10);
		name[6] = (char)('0' + i % 10);
		put(&b, name, sizeof(name));
		put8(&b, 2);
	}
	end_metadata(&b);
	for (unsigned int i = 0; i < 100; i++)
		put8(&b, i);
	assert_non_null(strstr(json_of(&b), ",\"n000099\":99}"));
	assert_null(shape_of(&b, UET_EH_AS_JSON));
}

static int forget(void **state)
{
	(void)state;
	uet_buffer_free(&test_out);
	return 0;
}

#define test(name) cmocka_unit_test_teardown(name, forget)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		test(texts_around_values_are_remembered),
		test(other_descriptions_have_other_shapes),
		test(what_varies_is_not_remembered),
		test(damage_is_told_each_time),
		test(long_ones_are_printed_all_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
