/* SPDX-License-Identifier: MIT */
/*
 * Files of perf record -z: records that a compressed one ends inside of, more
 * than one holds, and bytes that are no zstd stream.
 */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

#include "perfdata_read.h"

#ifdef HAVE_ZSTD

#include <zstd.h>

static ZSTD_CStream *zip;

/* Compresses size bytes of samples from from on into one record. */
static void compressed(uint32_t type, const unsigned char *from, size_t size)
{
	static unsigned char to[4096];
	ZSTD_inBuffer in = { from, size, 0 };
	ZSTD_outBuffer out = { to, sizeof(to), 0 };
	size_t padding;

	assert_false(ZSTD_isError(ZSTD_compressStream2(zip, &out, &in,
						       ZSTD_e_flush)));
	assert_int_equal(in.pos, size);
	if (type == UET_RECORD_COMPRESSED) {
		record_header(type, (uint16_t)(8 + out.pos));
		put(to, out.pos);
		return;
	}
	padding = -out.pos % 8;
	record_header(type, (uint16_t)(16 + out.pos + padding));
	put64(out.pos);
	put(to, out.pos);
	put("\xff\xff\xff\xff\xff\xff\xff", padding);
}

/* Thousand samples of 48 bytes with n = 0, 1, ...; the sum is 499500. */
static unsigned char samples[48000];

static void make_samples(void)
{
	for (uint32_t i = 0; i < 1000; i++) {
		memset(&file, 0, sizeof(file));
		sample(1, 5, 10 + i, i);
		memcpy(samples + 48 * i, file.data, 48);
	}
	ZSTD_freeCStream(zip);
	zip = ZSTD_createCStream();
	begin_stream();
}

static void records_cross_compressed_ones(void **state)
{
	static const size_t pieces[] = { 48 * 3, 5, 48 * 200 + 17, 1, 7, 8000 };

	(void)state;
	for (uint32_t type = UET_RECORD_COMPRESSED;
	     type <= UET_RECORD_COMPRESSED2; type += 2) {
		size_t at = 0;

		make_samples();
		for (size_t i = 0; at < sizeof(samples); i++) {
			size_t size = pieces[i % 6];

			if (size > sizeof(samples) - at)
				size = sizeof(samples) - at;
			compressed(type, samples + at, size);
			at += size;
			if (size == 48 * 3)
				finished_round();
		}
		assert_int_equal(read_file(), 0);
		assert_int_equal(n_samples, 1000);
		assert_int_equal(sum, 499500);
	}
}

static void one_holds_more_than_is_unpacked_at_once(void **state)
{
	static unsigned char many[48000 * 20];

	(void)state;
	make_samples();
	for (size_t i = 0; i < 20; i++)
		memcpy(many + i * sizeof(samples), samples, sizeof(samples));
	compressed(UET_RECORD_COMPRESSED, many, sizeof(many));
	assert_int_equal(read_file(), 0);
	assert_int_equal(n_samples, 20000);
	assert_int_equal(sum, 20 * 499500);
}

static void a_cut_is_told(void **state)
{
	(void)state;
	make_samples();
	compressed(UET_RECORD_COMPRESSED, samples, 48 * 10 + 20);
	assert_int_equal(read_file(), -ENODATA);
	assert_non_null(strstr(err.text, "inside of a compressed record"));
	assert_int_equal(n_samples, 10);
}

static void what_cannot_be_unpacked_is_told(void **state)
{
	(void)state;
	make_samples();
	compressed(UET_RECORD_COMPRESSED, samples, 48 * 10);
	record_header(UET_RECORD_COMPRESSED, 24);
	put("\xff\xff\xff\xff\xff\xff\xff\xffno zstd", 16);
	sample(1, 5, 9999, 1);
	assert_int_equal(read_file(), -EBADMSG);
	assert_non_null(strstr(err.text, "cannot be unpacked"));
	assert_int_equal(n_samples, 10);

	/* A record without a size. */
	make_samples();
	memset(samples + 48 * 3 + 6, 0, 2);
	compressed(UET_RECORD_COMPRESSED, samples, 48 * 10);
	assert_int_equal(read_file(), -EBADMSG);
	assert_int_equal(n_samples, 3);

	/* More bytes than the record has. */
	make_samples();
	record_header(UET_RECORD_COMPRESSED2, 24);
	put64(9);
	put64(0);
	assert_int_equal(read_file(), -EBADMSG);
	assert_non_null(strstr(err.text, "size of what is compressed"));
}

static void any_byte_may_be_wrong(void **state)
{
	size_t begin;

	(void)state;
	make_samples();
	begin = file.size;
	compressed(UET_RECORD_COMPRESSED, samples, 48 * 5 + 3);
	compressed(UET_RECORD_COMPRESSED2, samples + 48 * 5 + 3, 48 * 5 - 3);
	for (size_t at = begin; at < file.size; at++) {
		unsigned char right = file.data[at];

		for (unsigned int bit = 0; bit < 8; bit++) {
			int ret;

			file.data[at] = (unsigned char)(right ^ 1u << bit);
			ret = read_file();
			assert_true(!ret || ret == -EBADMSG ||
				    ret == -ENODATA);
			assert_int_equal(!ret, !err.text[0]);
		}
		file.data[at] = right;
	}
	ZSTD_freeCStream(zip);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_cross_compressed_ones),
		cmocka_unit_test(one_holds_more_than_is_unpacked_at_once),
		cmocka_unit_test(a_cut_is_told),
		cmocka_unit_test(what_cannot_be_unpacked_is_told),
		cmocka_unit_test(any_byte_may_be_wrong),
	};

	return cmocka_run_group_tests_name("perfdata_unzip", tests, NULL,
					   NULL);
}

#else /* !HAVE_ZSTD */

static void that_zstd_is_missing_is_told(void **state)
{
	(void)state;
	begin_stream();
	sample(1, 5, 10, 1);
	record_header(UET_RECORD_COMPRESSED, 16);
	put64(0);
	assert_int_equal(read_file(), -EOPNOTSUPP);
	assert_non_null(strstr(err.text, "without libzstd"));
	assert_int_equal(n_samples, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(that_zstd_is_missing_is_told),
	};

	return cmocka_run_group_tests_name("perfdata_unzip", tests, NULL,
					   NULL);
}

#endif
