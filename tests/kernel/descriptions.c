/* SPDX-License-Identifier: MIT */
/*
 * Registers descriptions and compares what the kernel makes of each with what
 * the parser says: whether it is taken, whether a second time too, and how
 * many bytes a write must have.  Speaks TAP, without a plan: a line for each
 * description of the table, and one for each hundred of generated ones.
 *
 * descriptions [SEED [HUNDREDS]]
 * descriptions --hold DESCRIPTION	registers it until SIGINT, whatever it is
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common/user_events.h"
#include "descriptions.h"
#include "uet/description.h"

#define BLOCK 100
#define GENERATED_MAX 640

/* A deletion takes a grace period and a work queue. */
#define DELETION_TRIES 4000
#define DELETION_STEP_US 1000

static const char *data_file = "/sys/kernel/tracing/" UET_DATA_FILE;
static uint32_t words[2];
static int tests;

/* What became of a description. */
struct outcome {
	int result; /* of the ioctl: 0, or -errno; what it returned, if odd */
	int again;  /* the same, of a second registration while it is there */
	int exact;  /* of a write of as many bytes as the parser says */
	int less;   /* of a write of one byte less */
};

/* libc's ioctl(), but with what the kernel returns for a struct's size of
 * 2147483648 and more, which is no error's number. */
static int request(int fd, unsigned long number, void *argument)
{
	int result = ioctl(fd, number, argument);

	return result == -1 ? -errno : result;
}

static int add(int fd, const char *text, uint32_t *word, uint32_t *index)
{
	struct uet_user_reg reg = {
		.size = sizeof(reg),
		.enable_size = sizeof(*word),
		.enable_addr = (uintptr_t)word,
		.name_args = (uintptr_t)text,
	};
	int result = request(fd, UET_DIAG_IOCSREG, &reg);

	*index = reg.write_index;
	return result;
}

static void take_back(int fd, uint32_t *word)
{
	struct uet_user_unreg unreg = {
		.size = sizeof(unreg),
		.disable_addr = (uintptr_t)word,
	};

	if (request(fd, UET_DIAG_IOCSUNREG, &unreg)) {
		printf("Bail out! cannot unregister\n");
		exit(1);
	}
}

static int put(int fd, uint32_t index, size_t size)
{
	static unsigned char payload[4 + 70000];

	memcpy(payload, &index, sizeof(index));
	return write(fd, payload, sizeof(index) + size) < 0 ? -errno : 0;
}

/*
 * Until the kernel has no event of this name, since one that is still there
 * answers for its namesakes: it is found equal before a field is looked at,
 * or refuses them with EADDRINUSE.
 */
static bool is_free(int fd, const char *text)
{
	char name[UET_DESC_MAX];
	size_t length = strcspn(text, " ");

	if (length >= sizeof(name))
		return true;
	memcpy(name, text, length);
	name[length] = '\0';
	for (int i = 0; i < DELETION_TRIES; i++) {
		int result = request(fd, UET_DIAG_IOCSDEL, name);

		if (result == -ENOENT)
			return true;
		if (result != 0 && result != -EBUSY)
			return false;
		usleep(DELETION_STEP_US);
	}
	return false;
}

static struct outcome ask_kernel(const char *text, uint64_t bytes)
{
	struct outcome o = { 0 };
	uint32_t index, ignored;
	int fd = open(data_file, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || !is_free(fd, text)) {
		printf("Bail out! %s: '%s'\n",
		       fd < 0 ? "cannot open user_events_data" :
				"an earlier event of the name does not go",
		       text);
		exit(1);
	}
	o.result = add(fd, text, &words[0], &index);
	if (!o.result) {
		if (bytes <= 70000)
			o.exact = put(fd, index, (size_t)bytes);
		if (bytes > 0 && bytes <= 70000)
			o.less = put(fd, index, (size_t)bytes - 1);
		o.again = add(fd, text, &words[1], &ignored);
		if (!o.again)
			take_back(fd, &words[1]);
		take_back(fd, &words[0]);
	}
	close(fd);
	return o;
}

static void print_text(const char *text)
{
	for (; *text; text++)
		if (*text >= ' ' && *text < 0x7f && *text != '#' &&
		    *text != '\\')
			putchar(*text);
		else
			printf("\\%03o", (unsigned char)*text);
}

static bool same(const char *what, int parser, int kernel, const char *text)
{
	if (parser == kernel)
		return true;
	printf("# %s: expected %d, the kernel says %d: '", what, parser,
	       kernel);
	print_text(text);
	printf("'\n");
	return false;
}

/* kernel: what the ioctl should return. */
static bool agree(const char *text, int kernel,
		  const struct uet_description_info *info)
{
	uint64_t bytes = info->fixed_size;
	struct outcome o = ask_kernel(text, bytes);
	bool good = same("registering", kernel, o.result, text);

	if (!good || kernel)
		return good;
	good &= same("registering again", info->once ? -EADDRINUSE : 0,
		     o.again, text);
	if (bytes > 70000)
		return good;
	/* Nobody listens, which the kernel finds after too short a write. */
	good &= same("writing all bytes", -EBADF, o.exact, text);
	if (bytes > 0)
		good &= same("writing one byte less", -EINVAL, o.less, text);
	return good;
}

static void ok(bool good, const char *what, const char *text)
{
	printf("%sok %d - %s", good ? "" : "not ", ++tests, what);
	print_text(text);
	putchar('\n');
	fflush(stdout);
}

static void try_table(void)
{
	for (size_t i = 0; i < N_DESCRIPTIONS; i++) {
		const struct description *d = &descriptions[i];
		struct uet_description_info info = { .size = sizeof(info) };
		char shown[80];
		bool good;

		good = uet_description_measure(d->text, &info) == d->result;
		good &= agree(d->text, d->kernel, &info);
		snprintf(shown, sizeof(shown), "'%s'", d->text);
		ok(good, d->result ? "refused: " : "taken: ", shown);
	}
}

/* --- generated ones --- */

static uint64_t random_state;

/* xorshift64*: the same everywhere. */
static unsigned int draw(unsigned int below)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return (unsigned int)((random_state * 2685821657736338717ull) >> 33) %
	       below;
}

static const char *const seeds[] = {
	"x u32 a",
	" u8 a; u16 b; u32 c; u64 d",
	" s8 a;s16 b;s32 c;s64 d;",
	" int a; short b; char c",
	" unsigned int a; unsigned short b; unsigned char c",
	" char[16] a; unsigned char[0x10] b",
	" struct f64 a 8; struct s b 1024",
	" __rel_loc char[] a; u32 b",
	" __data_loc char[] a; __rel_loc u8[] b",
	" __rel_loc unsigned char[] a; __data_loc unsigned char[] b; u8 c",
	" struct f32 a 4; __rel_loc char[] b; char[010] c;",
	"",
};

static const char *const pieces[] = {
	" ", " ", "  ", ";", ";", "; ", " ;", "\t", "\n", ":", "[", "]", "[]",
	"[8]", "0", "1", "x", "0x", "-", "+", "9", "4096", "4294967296", "/",
	"*", ",", "\xa0", "\xff", "u32", "char", "char[", "int", "long",
	"unsigned ", "struct ", "__rel_loc ", "__data_loc ", "signed ", " a",
	" u8 q;", "struct s q 3;",
};

#define N_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Replaces n bytes at a place of the text by a piece. */
static void replace(char *text, size_t at, size_t n, const char *piece)
{
	size_t length = strlen(text), added = strlen(piece);

	if (length - n + added >= GENERATED_MAX)
		return;
	memmove(text + at + added, text + at + n, length - at - n + 1);
	memcpy(text + at, piece, added);
}

static void mutate(char *text)
{
	size_t length = strlen(text);
	size_t at = draw((unsigned int)length + 1);
	size_t n = at < length ? 1 + draw(4) : 0;
	char twice[9] = "";

	if (n > length - at)
		n = length - at;
	switch (draw(5)) {
	case 0:
		replace(text, at, n, "");
		break;
	case 1:
		memcpy(twice, text + at, n);
		memcpy(twice + n, text + at, n);
		replace(text, at, n, twice);
		break;
	case 2:
		replace(text, at, n, pieces[draw(N_OF(pieces))]);
		break;
	default:
		replace(text, at, 0, pieces[draw(N_OF(pieces))]);
	}
}

/* Every text has a name of its own, unless its first piece makes it another. */
static void generate(char text[GENERATED_MAX], unsigned int number)
{
	char part[GENERATED_MAX];

	strcpy(part, seeds[draw(N_OF(seeds))]);
	for (unsigned int i = draw(4); i > 0; i--)
		mutate(part);
	snprintf(text, GENERATED_MAX, "g%u%.600s", number, part);
}

static void try_generated(unsigned long hundreds)
{
	char text[GENERATED_MAX], shown[80];
	unsigned int number = 0;

	for (unsigned long block = 0; block < hundreds; block++) {
		bool good = true;
		int taken = 0;

		for (int i = 0; i < BLOCK; i++) {
			struct uet_description_info info = {
				.size = sizeof(info)
			};
			int result;

			generate(text, number++);
			result = uet_description_measure(text, &info);
			taken += !result;
			good &= agree(text, result == -E2BIG ? -EINVAL : result,
				      &info);
		}
		snprintf(shown, sizeof(shown), "%d taken, %d refused", taken,
			 BLOCK - taken);
		/* Else the block has not tried much. */
		good &= taken >= 10 && taken <= BLOCK - 10;
		ok(good, "a hundred generated: ", shown);
	}
}

static int hold(const char *text)
{
	int fd = open(data_file, O_WRONLY | O_CLOEXEC);
	uint32_t index;
	int result = add(fd, text, &words[0], &index);

	fprintf(stderr, result ? "refused\n" : "event registered\n");
	while (!result)
		pause();
	return 1;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "--hold"))
		return hold(argv[2]);
	random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 20240612;
	try_table();
	try_generated(argc > 2 ? strtoul(argv[2], NULL, 0) : 8);
	return 0;
}
