/* SPDX-License-Identifier: MIT */
/*
 * The feature sections of a perf.data file: what it tells about the machine
 * and the recording.  Only puts bytes together; writes nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "collect/perfdata_abi.h"
#include "collect/perfdata_writer.h"

struct source {
	const struct uet_writer_entry *entries;
	size_t n;
	const struct uet_writer_info *info;
	const struct uet_zip *zip; /* NULL: nothing is compressed */
};

/* Length, then the text, filled up with NULs to 64 bytes as perf does. */
static void put_string(struct uet_blob *blob, const char *text)
{
	size_t length = strlen(text);
	size_t size = (length + 1 + 63) / 64 * 64;
	char *to;

	uet_blob_put_u32(blob, (uint32_t)size);
	to = uet_blob_extend(blob, size);
	if (!to)
		return;
	memcpy(to, text, length);
	memset(to + length, 0, size - length);
}

/* Never left out: perf 6.1's "data convert --to-json" falls over a file that
 * lacks one of them. */
static void put_text(struct uet_blob *blob, const char *text)
{
	put_string(blob, text ? text : "unknown");
}

static void hostname(struct uet_blob *blob, const struct source *from)
{
	put_text(blob, from->info->hostname);
}

static void osrelease(struct uet_blob *blob, const struct source *from)
{
	put_text(blob, from->info->osrelease);
}

static void version(struct uet_blob *blob, const struct source *from)
{
	put_text(blob, from->info->version);
}

static void arch(struct uet_blob *blob, const struct source *from)
{
	put_text(blob, from->info->arch);
}

static void nrcpus(struct uet_blob *blob, const struct source *from)
{
	if (!from->info->cpus_online)
		return;
	uet_blob_put_u32(blob, from->info->cpus_available);
	uet_blob_put_u32(blob, from->info->cpus_online);
}

static void cpudesc(struct uet_blob *blob, const struct source *from)
{
	put_text(blob, from->info->cpudesc);
}

static void cpuid(struct uet_blob *blob, const struct source *from)
{
	put_text(blob, from->info->cpuid);
}

static void total_mem(struct uet_blob *blob, const struct source *from)
{
	if (from->info->memory_kb)
		uet_blob_put_u64(blob, from->info->memory_kb);
}

static void cmdline(struct uet_blob *blob, const struct source *from)
{
	if (!from->info->n_argv)
		return;
	uet_blob_put_u32(blob, (uint32_t)from->info->n_argv);
	for (size_t i = 0; i < from->info->n_argv; i++)
		put_string(blob, from->info->argv[i]);
}

static void event_desc(struct uet_blob *blob, const struct source *from)
{
	uet_blob_put_u32(blob, (uint32_t)from->n);
	uet_blob_put_u32(blob, sizeof(struct perf_event_attr));
	for (size_t i = 0; i < from->n; i++) {
		const struct uet_writer_entry *entry = &from->entries[i];

		uet_blob_put(blob, &entry->attr, sizeof(entry->attr));
		uet_blob_put_u32(blob, (uint32_t)entry->n_ids);
		put_string(blob, entry->name);
		uet_blob_put(blob, entry->ids, entry->n_ids * sizeof(uint64_t));
	}
}

static void sample_time(struct uet_blob *blob, const struct source *from)
{
	if (!from->info->last_ns)
		return;
	uet_blob_put_u64(blob, from->info->first_ns);
	uet_blob_put_u64(blob, from->info->last_ns);
}

static void clockid(struct uet_blob *blob, const struct source *from)
{
	if (from->info->clockid >= 0)
		uet_blob_put_u64(blob, from->info->clock_resolution_ns);
}

static void clock_data(struct uet_blob *blob, const struct source *from)
{
	if (from->info->clockid < 0 || !from->info->wall_ns)
		return;
	uet_blob_put_u32(blob, 1); /* the section's version */
	uet_blob_put_u32(blob, (uint32_t)from->info->clockid);
	uet_blob_put_u64(blob, from->info->wall_ns);
	uet_blob_put_u64(blob, from->info->clock_ns);
}

static void compressed(struct uet_blob *blob, const struct source *from)
{
	if (!from->zip)
		return;
	uet_blob_put_u32(blob, 1); /* the section's version */
	uet_blob_put_u32(blob, 1); /* zstd */
	uet_blob_put_u32(blob, (uint32_t)uet_zip_level(from->zip));
	uet_blob_put_u32(blob, uet_zip_ratio(from->zip));
	/* As much as perf sets aside for what a record unpacks to. */
	uet_blob_put_u32(blob, 2 * UET_ZIP_PIECE);
}

/* In the order of their bits: so readers count the table's lines.  In front of
 * them all stands TRACING_DATA. */
static const struct feature {
	enum uet_perfdata_feature bit;
	void (*put)(struct uet_blob *blob, const struct source *from);
} features_in_order[] = {
	{ UET_FEAT_HOSTNAME, hostname },
	{ UET_FEAT_OSRELEASE, osrelease },
	{ UET_FEAT_VERSION, version },
	{ UET_FEAT_ARCH, arch },
	{ UET_FEAT_NRCPUS, nrcpus },
	{ UET_FEAT_CPUDESC, cpudesc },
	{ UET_FEAT_CPUID, cpuid },
	{ UET_FEAT_TOTAL_MEM, total_mem },
	{ UET_FEAT_CMDLINE, cmdline },
	{ UET_FEAT_EVENT_DESC, event_desc },
	{ UET_FEAT_SAMPLE_TIME, sample_time },
	{ UET_FEAT_CLOCKID, clockid },
	{ UET_FEAT_COMPRESSED, compressed },
	{ UET_FEAT_CLOCK_DATA, clock_data },
};

#define N_FEATURES (sizeof(features_in_order) / sizeof(features_in_order[0]))

static void set_bit(uint64_t features[4], unsigned int bit)
{
	features[bit / 64] |= (uint64_t)1 << bit % 64;
}

void uet_features_put(struct uet_blob *blob, uint64_t data_end,
		      struct uet_perfdata_section formats,
		      const struct uet_writer_entry *entries, size_t n,
		      const struct uet_writer_info *info,
		      const struct uet_zip *zip, uint64_t features[4])
{
	const struct source from = { entries, n, info, zip };
	struct uet_perfdata_section table[1 + N_FEATURES];
	struct uet_blob contents = { 0 };
	size_t first = 0, used = 0;

	memset(features, 0, 4 * sizeof(features[0]));
	if (formats.size) {
		table[used++] = formats;
		set_bit(features, UET_FEAT_TRACING_DATA);
		first = 1;
	}
	for (size_t i = 0; i < N_FEATURES; i++) {
		size_t before = contents.n;

		features_in_order[i].put(&contents, &from);
		if (contents.n == before)
			continue; /* nothing to tell: no such section */
		table[used].offset = before;
		table[used++].size = contents.n - before;
		set_bit(features, features_in_order[i].bit);
	}
	for (size_t i = first; i < used; i++)
		table[i].offset += data_end + used * sizeof(table[0]);
	uet_blob_put(blob, table, used * sizeof(table[0]));
	uet_blob_put(blob, contents.bytes, contents.n);
	blob->failed |= contents.failed;
	free(contents.bytes);
}

static void put_record(struct uet_blob *blob, const struct feature *feature,
		       const struct source *from)
{
	struct perf_event_header header = { .type = UET_RECORD_HEADER_FEATURE };
	struct uet_blob contents = { 0 };
	size_t size;

	feature->put(&contents, from);
	size = sizeof(header) + sizeof(uint64_t) + contents.n;
	header.size = (uint16_t)(size + -size % 8);
	if (contents.n && header.size >= size) {
		uet_blob_put(blob, &header, sizeof(header));
		uet_blob_put_u64(blob, feature->bit);
		uet_blob_put(blob, contents.bytes, contents.n);
		uet_blob_put(blob, "\0\0\0\0\0\0\0", -size % 8);
	}
	blob->failed |= contents.failed;
	free(contents.bytes);
}

void uet_features_put_records(struct uet_blob *blob,
			      const struct uet_writer_entry *entries, size_t n,
			      const struct uet_writer_info *info)
{
	/* How it is compressed stands at the beginning. */
	const struct source from = { entries, n, info, NULL };

	for (size_t i = 0; i < N_FEATURES; i++)
		put_record(blob, &features_in_order[i], &from);
}

void uet_features_put_clock(struct uet_blob *blob,
			    const struct uet_writer_info *info)
{
	static const struct feature feature = { UET_FEAT_CLOCK_DATA,
						clock_data };
	const struct source from = { .info = info };

	put_record(blob, &feature, &from);
}

void uet_compressed_put_record(struct uet_blob *blob,
			       const struct uet_zip *zip)
{
	const struct feature feature = { UET_FEAT_COMPRESSED, compressed };
	const struct source from = { .zip = zip };

	put_record(blob, &feature, &from);
}
