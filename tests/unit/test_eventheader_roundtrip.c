/* SPDX-License-Identifier: MIT */
/*
 * Random calls of an event's builder, read back by the decoder: some of what
 * tests/fuzz/fuzz_eventheader_builder.c finds with more time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t state = 88172645463325252;

static uint8_t random_byte(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint8_t)(state >> 24);
}

static void what_is_built_is_read_back(void **unused)
{
	static uint8_t calls[600];

	(void)unused;
	for (int i = 0; i < 3000; i++) {
		const size_t n = 20 + i % (sizeof(calls) - 20);

		for (size_t at = 0; at < n; at++)
			calls[at] = random_byte();
		LLVMFuzzerTestOneInput(calls, n);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_built_is_read_back),
	};

	return cmocka_run_group_tests_name("eventheader round trip", tests,
					   NULL, NULL);
}
