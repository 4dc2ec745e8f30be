/* SPDX-License-Identifier: MIT */
/*
 * The feature sections of a perf.data file: which there are, where they lie,
 * and whether they can lie there.  Knows nothing about what they hold.
 */
#include <errno.h>
#include <string.h>

#include "perfdata_reader.h"

static bool has_feature(const struct uet_perfdata *p, unsigned int bit)
{
	return p->header.features[bit / 64] >> (bit % 64) & 1;
}

static unsigned int count_features(const struct uet_perfdata_header *h)
{
	unsigned int n = 0;

	for (size_t i = 0; i < UET_PERFDATA_FEATURE_BITS / 64; i++)
		n += (unsigned int)__builtin_popcountll(h->features[i]);
	return n;
}

/* The table of sections right behind the records. */
static int read_sections(struct uet_perfdata *p, uint64_t at,
			 struct uet_perfdata_section *sections)
{
	size_t n = count_features(&p->header);
	int ret = uet_perfdata_read_at(p, at, sections, n * sizeof(*sections));

	for (size_t i = 0; !ret && i < n; i++) {
		sections[i].offset = uet_perfdata_u64(p, sections[i].offset);
		sections[i].size = uet_perfdata_u64(p, sections[i].size);
	}
	return ret;
}

struct uet_perfdata_section
uet_perfdata_section_of(const struct uet_perfdata *p,
	   const struct uet_perfdata_section *sections, unsigned int feature)
{
	struct uet_perfdata_section none = { 0, 0 };

	if (!has_feature(p, feature))
		return none;
	for (unsigned int bit = 0; bit < feature; bit++)
		sections += has_feature(p, bit);
	return *sections;
}

/*
 * A recorder writes the header first without the records' size, and again at
 * its end.  Zero can also be the true size of a recording of nothing: then the
 * features' table is where it should be, and a section right behind it.
 */
static bool was_finished(const struct uet_perfdata *p,
			 const struct uet_perfdata_section *sections, int ret)
{
	uint64_t n = count_features(&p->header);
	uint64_t end = p->header.data.offset + n * sizeof(*sections);

	if (p->header.data.size)
		return true;
	/* Not always the first: formats may lie in front of the records, or
	 * behind everything. */
	for (uint64_t i = 0; !ret && i < n; i++)
		if (sections[i].offset == end)
			return true;
	return false;
}

/* Of sections inside of the file; one without bytes lies nowhere. */
static bool overlap(const struct uet_perfdata_section *a,
		    const struct uet_perfdata_section *b)
{
	return a->size && b->size && a->offset < b->offset + b->size &&
	       b->offset < a->offset + a->size;
}

static struct uet_perfdata_section table_of(const struct uet_perfdata *p)
{
	return (struct uet_perfdata_section){
		p->header.data.offset + p->header.data.size,
		count_features(&p->header) *
			sizeof(struct uet_perfdata_section),
	};
}

/* What section i lies on that is not its own; NULL: nothing. */
static const char *lies_on(const struct uet_perfdata *p,
			   const struct uet_perfdata_section *sections,
			   size_t i)
{
	const struct uet_perfdata_section header = { 0, sizeof(p->header) };
	const struct uet_perfdata_section table = table_of(p);
	const struct uet_perfdata_section *s = &sections[i];

	if (!uet_perfdata_is_inside(p, s))
		return NULL;
	if (overlap(s, &header))
		return "the header";
	if (overlap(s, &p->header.attrs))
		return "the list of events";
	if (overlap(s, &p->header.data))
		return "the records";
	if (overlap(s, &table))
		return "the list of features";
	for (size_t k = 0; k < i; k++)
		if (uet_perfdata_is_inside(p, &sections[k]) &&
		    overlap(s, &sections[k]))
			return "another feature";
	return NULL;
}

/*
 * Does the table go on behind the last feature that the header names?  Of a
 * feature that perf could not write, an entry of zeros is left.
 */
static bool goes_on(struct uet_perfdata *p,
		    const struct uet_perfdata_section *sections)
{
	const struct uet_perfdata_section table = table_of(p);
	static const struct uet_perfdata_section unused;
	struct uet_perfdata_section next;
	uint64_t end = table.offset + table.size;

	/* A cut file may have the beginning of a section only. */
	for (size_t i = 0; i < count_features(&p->header); i++)
		if (sections[i].offset - end < sizeof(next))
			return false;
	return table.size && p->header.attrs.offset - end >= sizeof(next) &&
	       !uet_perfdata_read_at(p, end, &next, sizeof(next)) &&
	       memcmp(&next, &unused, sizeof(next));
}

/*
 * A header that names one feature too many takes the first bytes behind the
 * table for the last section, one too few leaves an entry over: in both cases
 * sections are taken for those of other features.
 */
static void check_places(struct uet_perfdata *p,
			 const struct uet_perfdata_section *sections)
{
	const struct uet_perfdata_section table = table_of(p);

	for (size_t i = 0; i < count_features(&p->header); i++) {
		const char *other = lies_on(p, sections, i);

		if (other)
			uet_perfdata_damaged(p, -EBADMSG,
				"damaged at byte %llu: the place of feature "
				"%zu in the file is that of %s; names and "
				"fields of events may be missing",
				(unsigned long long)(table.offset +
						     i * sizeof(*sections)),
				i + 1, other);
	}
	if (goes_on(p, sections))
		uet_perfdata_damaged(p, -EBADMSG,
			"damaged at byte 72: the file has more features than "
			"its header names; names and fields of events may be "
			"missing");
}

bool uet_perfdata_find_sections(struct uet_perfdata *p,
				struct uet_perfdata_section *sections)
{
	const struct uet_perfdata_section *data = &p->header.data;
	unsigned long long file_size = p->file_size;
	int ret;

	p->data_end = p->file_size;
	if (data->offset > p->file_size) {
		uet_perfdata_damaged(p, -ENODATA,
			"truncated at byte %llu, before the first record at "
			"%llu", file_size, (unsigned long long)data->offset);
		return false;
	}
	if (data->size > p->file_size - data->offset) {
		uet_perfdata_damaged(p, -ENODATA,
			"truncated at byte %llu, inside of the records, which "
			"begin at %llu and should have %llu bytes", file_size,
			(unsigned long long)data->offset,
			(unsigned long long)data->size);
		return false;
	}
	ret = read_sections(p, data->offset + data->size, sections);
	if (!was_finished(p, sections, ret)) {
		uet_perfdata_damaged(p, -ENODATA,
			"truncated at byte %llu: the recording was killed "
			"before its end", file_size);
		return false;
	}
	p->data_end = data->offset + data->size;
	if (ret)
		uet_perfdata_damaged(p, -ENODATA,
			"truncated at byte %llu, before the end of what "
			"follows the records", file_size);
	else
		check_places(p, sections);
	return !ret;
}

void uet_perfdata_check_ends(struct uet_perfdata *p,
			     const struct uet_perfdata_section *sections)
{
	for (size_t i = 0; i < count_features(&p->header); i++) {
		if (!uet_perfdata_is_inside(p, &sections[i]))
			uet_perfdata_damaged(p, -ENODATA,
				"truncated at byte %llu, before the end of "
				"what follows the records, or damaged there",
				(unsigned long long)p->file_size);
	}
}
