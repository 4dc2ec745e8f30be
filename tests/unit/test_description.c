/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

#include <cmocka.h>

#include "common/description.h"

struct entry {
	struct uet_desc head;
	uint32_t numbers[2];
	char text[600];
};

static struct entry make(const char *text)
{
	struct entry e = { .head = { UET_DESC_MAGIC, 0, 0, UET_ABI_VERSION, 2,
				     0 },
			   .numbers = { 16, 1024 } };

	strcpy(e.text, text);
	e.head.size = (uint32_t)(offsetof(struct entry, text) + strlen(text) +
				 1);
	return e;
}

static void plain_text_is_copied(void **state)
{
	struct entry e = make("shop u32 a; u64 b");
	char text[UET_DESC_MAX];

	(void)state;
	assert_int_equal(uet_desc_expand(&e, sizeof(e), false, text), 17);
	assert_string_equal(text, "shop u32 a; u64 b");
}

static void numbers_stand_in_decimal(void **state)
{
	struct entry e = make("x char[\1] a; struct s b \1");
	char text[UET_DESC_MAX];

	(void)state;
	assert_int_equal(uet_desc_expand(&e, sizeof(e), false, text), 29);
	assert_string_equal(text, "x char[16] a; struct s b 1024");
}

static void other_byte_order_is_read(void **state)
{
	struct entry e = make("x char[\1] a");
	char text[UET_DESC_MAX];

	(void)state;
	e.head.magic = 0x75657431;
	e.head.size = __builtin_bswap32(e.head.size);
	e.numbers[0] = __builtin_bswap32(16);
	assert_int_equal(uet_desc_expand(&e, sizeof(e), true, text), 12);
	assert_string_equal(text, "x char[16] a");
}

static void hexadecimal_numbers_take_one_or_two(void **state)
{
	struct {
		struct uet_desc head;
		uint32_t numbers[3];
		char text[12];
	} e = { { UET_DESC_MAGIC, 16 + 12 + 12, 0, UET_ABI_VERSION, 3, 0 },
		{ 255, 0, 0 }, "P_L\2K\3 u8 a" };
	char text[UET_DESC_MAX];
	uint64_t keyword = 0x80000000000000abu;

	(void)state;
	memcpy(&e.numbers[1], &keyword, 8);
	assert_int_equal(uet_desc_expand(&e, sizeof(e), false, text), 27);
	assert_string_equal(text, "P_LffK80000000000000ab u8 a");

	/* One number is left, and two are wanted. */
	e.text[4] = UET_DESC_HEX;
	assert_int_equal(uet_desc_expand(&e, sizeof(e), false, text), -EINVAL);
	e.text[4] = 'K';

	keyword = __builtin_bswap64(keyword);
	memcpy(&e.numbers[1], &keyword, 8);
	e.numbers[0] = __builtin_bswap32(255);
	e.head.magic = __builtin_bswap32(e.head.magic);
	e.head.size = __builtin_bswap32(e.head.size);
	assert_int_equal(uet_desc_expand(&e, sizeof(e), true, text), 27);
	assert_string_equal(text, "P_LffK80000000000000ab u8 a");
}

static void zero_is_a_digit(void **state)
{
	struct entry e = make("x \1\1");
	char text[UET_DESC_MAX];

	(void)state;
	e.numbers[0] = 0;
	e.numbers[1] = 4294967295u;
	assert_int_equal(uet_desc_expand(&e, sizeof(e), false, text), 13);
	assert_string_equal(text, "x 04294967295");
}

static void damaged_entries_are_refused(void **state)
{
	char text[UET_DESC_MAX];
	struct entry e;

	(void)state;
	e = make("x u32 a");
	assert_int_equal(uet_desc_expand(&e, 15, false, text), -EINVAL);
	assert_int_equal(uet_desc_expand(&e, e.head.size - 1, false, text),
			 -EINVAL);
	e.head.magic++;
	assert_int_equal(uet_desc_expand(&e, sizeof(e), false, text), -EINVAL);
	e = make("x u32 a");
	e.head.version++;
	assert_int_equal(uet_desc_expand(&e, sizeof(e), false, text), -EINVAL);
	e = make("x u32 a");
	e.head.n_numbers = 255; /* beyond the entry */
	assert_int_equal(uet_desc_expand(&e, sizeof(e), false, text), -EINVAL);
	e = make("x u32 a");
	e.head.size--; /* no NUL at its end */
	assert_int_equal(uet_desc_expand(&e, sizeof(e), false, text), -EINVAL);
	e = make("x u32 a");
	e.text[2] = '\0'; /* one too early */
	assert_int_equal(uet_desc_expand(&e, sizeof(e), false, text), -EINVAL);
	e = make("\1\1\1"); /* more numbers than there are */
	assert_int_equal(uet_desc_expand(&e, sizeof(e), false, text), -EINVAL);
	e = make("x u32 a");
	e.head.size = UINT32_MAX;
	assert_int_equal(uet_desc_expand(&e, sizeof(e), false, text), -EINVAL);
}

static void limit_is_512_bytes_with_nul(void **state)
{
	char text[UET_DESC_MAX], name[600];
	struct entry e;

	(void)state;
	memset(name, 'n', sizeof(name));
	name[511] = '\0';
	e = make(name);
	assert_int_equal(uet_desc_expand(&e, sizeof(e), false, text), 511);
	name[511] = 'n';
	name[512] = '\0';
	e = make(name);
	assert_int_equal(uet_desc_expand(&e, sizeof(e), false, text), -E2BIG);
	/* The digits count, not the byte that stands for them. */
	name[510] = UET_DESC_NUMBER;
	name[511] = '\0';
	e = make(name);
	assert_int_equal(uet_desc_expand(&e, sizeof(e), false, text), -E2BIG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_text_is_copied),
		cmocka_unit_test(numbers_stand_in_decimal),
		cmocka_unit_test(other_byte_order_is_read),
		cmocka_unit_test(hexadecimal_numbers_take_one_or_two),
		cmocka_unit_test(zero_is_a_digit),
		cmocka_unit_test(damaged_entries_are_refused),
		cmocka_unit_test(limit_is_512_bytes_with_nul),
	};

	return cmocka_run_group_tests_name("description", tests, NULL, NULL);
}
