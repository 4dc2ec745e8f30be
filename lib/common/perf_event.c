/* SPDX-License-Identifier: MIT */
/*
 * An event's text as a whole: name or PMU, terms, modifiers.  Chooses the PMU.
 */
#include "common/perf_event_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/sys.h"

/* The kernel's type of an extended event: which PMU counts it. */
#define TYPE_SHIFT 32

struct core_search {
	const char *event; /* that it must have, or NULL */
	struct uet_word stem; /* of its name, "armv8_pmuv3" of armv8_pmuv3_0 */
	int cpu;
	unsigned int n;
	struct uet_pmu first;
	bool is_cpus; /* first is the one of the CPU */
	bool any_kind; /* not only core PMUs */
};

static bool has_stem(const char *name, struct uet_word stem)
{
	const char *at = name + stem.size;

	if (!stem.size)
		return true;
	if (strncmp(name, stem.at, stem.size) || *at++ != '_')
		return false;
	return *at && !at[strspn(at, "0123456789abcdef")];
}

static int visit_pmu(void *data, const struct uet_pmu *pmu)
{
	struct core_search *search = data;
	bool is_cpus = search->cpu >= 0 &&
		       (!pmu->cpus[0] || uet_cpu_list_has(pmu->cpus,
							  search->cpu));

	if ((!pmu->is_core && !search->any_kind) ||
	    !has_stem(pmu->name, search->stem) ||
	    (search->event && !uet_pmu_has(pmu, "events", search->event)))
		return 0;
	if (!search->n || (is_cpus && !search->is_cpus)) {
		search->first = *pmu;
		search->is_cpus = is_cpus;
	}
	search->n++;
	return 0;
}

/* -ENOENT when the kernel has no perf at all. */
static int look_for(struct core_search *search)
{
	return uet_pmu_walk(visit_pmu, search);
}

uint64_t uet_perf_event_config3(const struct uet_perf_event *event)
{
#ifdef PERF_ATTR_SIZE_VER8
	return event->attr.config3;
#else
	return event->attr_config3;
#endif
}

size_t uet_perf_place(const struct uet_perf_parser *parser,
		      struct uet_word word)
{
	return (size_t)(word.at - parser->text) + 1;
}

void uet_perf_event_bind(struct uet_perf_event *event,
			 const struct uet_pmu *pmu)
{
	struct core_search all = { .cpu = -1 };

	if (&event->pmu != pmu)
		event->pmu = *pmu;
	look_for(&all);
	if (all.n < 2)
		return;
	if (event->attr.type == PERF_TYPE_RAW)
		event->attr.type = pmu->type;
	else if (event->attr.type == PERF_TYPE_HARDWARE ||
		 event->attr.type == PERF_TYPE_HW_CACHE)
		event->attr.config |= (uint64_t)pmu->type << TYPE_SHIFT;
}

/* Of an event that every core PMU counts: which of them will. */
static void choose_core(struct uet_perf_parser *parser)
{
	struct core_search search = { .cpu = parser->cpu };

	if (!look_for(&search) &&
	    (search.n == 1 || (search.n && search.is_cpus)))
		uet_perf_event_bind(parser->event, &search.first);
}

/* As in a chroot; false: there are. */
static bool has_no_pmus(struct uet_perf_parser *parser, struct uet_word name)
{
	if (!uet_sys_access(uet_pmu_root, F_OK))
		return false;
	uet_error_set(parser->err, -ENOENT,
		      "%s: '%.*s' is no event that every kernel has, and %s, "
		      "which tells of the others, is not there: mount /sys "
		      "('mount -t sysfs sysfs /sys'; a kernel without "
		      "CONFIG_PERF_EVENTS has it not)",
		      parser->text, UET_WORD(name), uet_pmu_root);
	return true;
}

static int no_such_event(struct uet_perf_parser *parser, struct uet_word name)
{
	if (has_no_pmus(parser, name))
		return -ENOENT;
	return uet_error_set(parser->err, -ENOENT,
			     "%s: there is no event '%.*s': neither the kernel "
			     "nor a PMU in %s names it (perf's own lists know "
			     "more: there look up its numbers, and write "
			     "PMU/event=...,umask=.../)",
			     parser->text, UET_WORD(name), uet_pmu_root);
}

/* An event that only a PMU names, if need be with terms behind it. */
static int resolve_alias(struct uet_perf_parser *parser, struct uet_word name)
{
	char event[UET_PMU_NAME_MAX];
	struct core_search search = { .event = event, .cpu = parser->cpu };
	int result;

	if (!uet_word_copy(name, event, sizeof(event)))
		return no_such_event(parser, name);
	result = look_for(&search);
	if (!result && !search.n) {
		search.any_kind = true;
		result = look_for(&search);
	}
	if (result || !search.n)
		return no_such_event(parser, name);
	parser->event->pmu = search.first;
	parser->event->attr.type = search.first.type;
	return uet_perf_apply_alias(parser, name);
}

/* "armv8_pmuv3" for armv8_pmuv3_0, as long as it is clear which is meant. */
static int find_numbered(struct uet_perf_parser *parser, struct uet_word name)
{
	struct core_search search = {
		.stem = name, .cpu = parser->cpu, .any_kind = true,
	};

	if (look_for(&search) || !search.n)
		return -ENOENT;
	if (search.n > 1 && !(search.first.is_core && search.is_cpus))
		return uet_error_set(parser->err, -EINVAL,
				     "%s: there are %u PMUs %.*s_...: name one, "
				     "as in '%s/.../'",
				     parser->text, search.n, UET_WORD(name),
				     search.first.name);
	parser->event->pmu = search.first;
	return 0;
}

static int find_pmu(struct uet_perf_parser *parser, struct uet_word name)
{
	char text[UET_PMU_NAME_MAX];
	int result;

	if (!name.size || !uet_word_copy(name, text, sizeof(text)))
		return -ENOENT;
	result = uet_pmu_open(text, &parser->event->pmu);
	if (result == -ENOENT) {
		memset(&parser->event->pmu, 0, sizeof(parser->event->pmu));
		return find_numbered(parser, name);
	}
	if (result)
		return uet_error_set(parser->err, result,
				     "%s: cannot read what %s/%s is: %s",
				     parser->text, uet_pmu_root, text,
				     strerror(-result));
	return 0;
}

/* The part in front of the terms and modifiers. */
static int resolve_name(struct uet_perf_parser *parser, struct uet_word name)
{
	struct uet_perf_event *event = parser->event;
	uint64_t config;
	uint32_t type;
	int result;

	if (uet_perf_is_tool(name))
		return uet_error_set(parser->err, -EOPNOTSUPP,
				     "%s: the kernel has no event '%.*s': perf "
				     "measures it by itself. Look at "
				     "'task-clock', or take the time",
				     parser->text, UET_WORD(name));
	if (!uet_perf_find_name(name, &type, &config)) {
		event->attr.type = type;
		event->attr.config = config;
		if (type != PERF_TYPE_SOFTWARE)
			parser->event->pmu.is_core = true;
		return 0;
	}
	if (!parser->terms.at)
		return resolve_alias(parser, name);
	result = find_pmu(parser, name);
	if (!result)
		event->attr.type = event->pmu.type;
	if (result != -ENOENT)
		return result;
	result = resolve_alias(parser, name);
	if (result != -ENOENT || has_no_pmus(parser, name))
		return result;
	return uet_error_set(parser->err, -ENOENT,
			     "%s: there is no PMU and no event '%.*s' in %s",
			     parser->text, UET_WORD(name), uet_pmu_root);
}

static int bad_modifier(const struct uet_perf_parser *parser, const char *at,
			int code, const char *why)
{
	return uet_error_set(parser->err, code,
			     "%s: modifier '%c' (character %zu) %s",
			     parser->text, *at,
			     (size_t)(at - parser->text) + 1, why);
}

/* Which modifiers are there, a bit for each letter, and how often 'p'. */
static int scan_modifiers(const struct uet_perf_parser *parser,
			  struct uet_word letters, uint64_t *seen,
			  unsigned int *precise)
{
	*seen = 0;
	*precise = 0;
	for (size_t i = 0; i < letters.size; i++) {
		const char *at = &letters.at[i];
		uint64_t bit;

		if (!uet_perf_is_modifier(*at))
			return bad_modifier(parser, at, -EINVAL,
					    "is none of u, k, h, G, H, p, P, S, "
					    "D, W, e and I");
		if (*at == 'b' || *at == 'R')
			return bad_modifier(parser, at, -EOPNOTSUPP,
					    "is for perf itself: leave it out");
		bit = UINT64_C(1) << (*at - '@'); /* a letter: 1 to 58 */
		if (*at == 'p')
			++*precise;
		else if (*seen & bit)
			return bad_modifier(parser, at, -EINVAL,
					    "is there twice");
		if (*precise > 3)
			return bad_modifier(parser, at, -EINVAL,
					    "is there more than three times");
		*seen |= bit;
	}
	return 0;
}

/* 'P': the PMU says what the most is. */
static unsigned int max_precise(const struct uet_perf_event *event)
{
	char text[UET_PMU_TEXT_MAX];
	unsigned long most = 0;

	if (event->pmu.name[0] &&
	    uet_pmu_read(&event->pmu, "caps", "max_precise", text) > 0)
		most = strtoul(text, NULL, 10);
	return most < 3 ? (unsigned int)most : 3;
}

#define HAS(letter) (seen >> ((letter) - '@') & 1)

static int apply_modifiers(struct uet_perf_parser *parser,
			   struct uet_word letters)
{
	struct perf_event_attr *attr = &parser->event->attr;
	unsigned int precise;
	uint64_t seen;
	int result = scan_modifiers(parser, letters, &seen, &precise);

	if (result)
		return result;
	/* Naming some is excluding the others. */
	if (HAS('u') || HAS('k') || HAS('h')) {
		attr->exclude_user = !HAS('u');
		attr->exclude_kernel = !HAS('k');
		attr->exclude_hv = !HAS('h');
	}
	/* As perf has it: guests are left out without any modifier, with 'u' and
	 * with 'p', and are counted with the others.  PMUs that are part of no
	 * CPU refuse the bit. */
	attr->exclude_guest = letters.size ? HAS('u') || precise :
					     parser->event->pmu.is_core ||
						     !parser->event->pmu.name[0];
	if (HAS('G') || HAS('H')) {
		attr->exclude_guest = !HAS('G');
		attr->exclude_host = !HAS('H');
	}
	attr->exclude_idle = HAS('I');
	attr->pinned = HAS('D');
	attr->exclusive = HAS('e');
	attr->precise_ip = precise & 3;
	if (HAS('P'))
		attr->precise_ip = max_precise(parser->event) & 3;
	parser->event->precise_max = HAS('P');
	parser->event->sample_read = HAS('S');
	parser->event->weak = HAS('W');
	return 0;
}

/* NAME, NAME:MODIFIERS, NAME/TERMS/MODIFIERS, NAME/TERMS/:MODIFIERS. */
static int split(struct uet_perf_parser *parser, struct uet_word *name,
		 struct uet_word *modifiers)
{
	const char *text = parser->text;
	const char *end = text + strlen(text);
	const char *slash = strchr(text, '/');
	const char *behind = text + strcspn(text, ":/");

	*name = (struct uet_word){ text, (size_t)(behind - text) };
	if (slash == behind && slash) {
		const char *second = strchr(slash + 1, '/');

		if (!second)
			return uet_error_set(parser->err, -EINVAL,
					     "%s: the '/' (character %zu) has no "
					     "second behind the terms",
					     text, (size_t)(slash - text) + 1);
		parser->terms = (struct uet_word){
			slash + 1, (size_t)(second - slash) - 1
		};
		behind = second + 1;
	}
	if (*behind == ':' && ++behind == end)
		return uet_error_set(parser->err, -EINVAL,
				     "%s: no modifier behind the ':': add one, "
				     "as u, or leave it out", text);
	*modifiers = (struct uet_word){ behind, (size_t)(end - behind) };
	return 0;
}

static int check_text(const struct uet_perf_parser *parser)
{
	const char *text = parser->text;
	const char *slash = strchr(text, '/');
	const char *brace = uet_perf_find_brace(text, strlen(text));
	size_t comma = strcspn(text, ",");

	if (!*text)
		return uet_error_set(parser->err, -EINVAL,
				     "an event's name is empty");
	if (strlen(text) >= UET_PERF_NAME_MAX)
		return uet_error_set(parser->err, -EINVAL,
				     "%.40s...: an event's text is of up to %d "
				     "characters",
				     text, UET_PERF_NAME_MAX - 1);
	if (brace)
		return uet_error_set(parser->err, -EINVAL,
				     "%s: no groups in braces: name the events "
				     "one by one, without the '%c' (character "
				     "%zu)",
				     text, *brace, (size_t)(brace - text) + 1);
	if (text[comma] && (!slash || text + comma < slash))
		return uet_error_set(parser->err, -EINVAL,
				     "%s: one event at a time, no ',' "
				     "(character %zu)",
				     text, comma + 1);
	return 0;
}

static void finish_attr(struct uet_perf_event *event)
{
	/* Kernels before 6.3 refuse a larger size if config3 is not 0. */
	event->attr.size = uet_perf_event_config3(event) ? 136 : 128;
}

int uet_perf_event_parse(const char *text, int cpu,
			 struct uet_perf_event *event, struct uet_error *err)
{
	struct uet_perf_parser parser = {
		.text = text, .cpu = cpu, .event = event, .err = err,
	};
	struct uet_word name, modifiers = { NULL, 0 };
	int result;

	memset(event, 0, sizeof(*event));
	result = check_text(&parser);
	if (result)
		return result;
	memcpy(event->name, text, strlen(text) + 1);
	result = split(&parser, &name, &modifiers);
	if (!result)
		result = resolve_name(&parser, name);
	if (!result && parser.terms.size)
		result = uet_perf_apply_terms(&parser);
	if (!result)
		result = uet_perf_check_threshold(&parser);
	if (!result && event->pmu.is_core && !event->pmu.name[0])
		choose_core(&parser);
	if (!result)
		result = apply_modifiers(&parser, modifiers);
	finish_attr(event);
	return result;
}
