/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <cmocka.h>

#include "uet/activity.h"

#define THREADS 8
#define IDS 1000

static unsigned char ids[(THREADS + 2) * IDS][UET_ACTIVITY_SIZE];

static int by_bytes(const void *a, const void *b)
{
	return memcmp(a, b, UET_ACTIVITY_SIZE);
}

static void *make_ids(void *argument)
{
	unsigned char (*mine)[UET_ACTIVITY_SIZE] = argument;

	for (int i = 0; i < IDS; i++)
		uet_activity_new(mine[i]);
	return NULL;
}

static void *make_ids_in_child(void *argument)
{
	unsigned char (*mine)[UET_ACTIVITY_SIZE] = argument;
	const size_t size = IDS * UET_ACTIVITY_SIZE;
	size_t got = 0;
	ssize_t n;
	int ends[2];
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (!child) {
		make_ids(mine);
		for (size_t at = 0; at < size; at += (size_t)n)
			n = write(ends[1], (char *)mine + at, size - at);
		_exit(0);
	}
	while (got < size &&
	       (n = read(ends[0], (char *)mine + got, size - got)) > 0)
		got += (size_t)n;
	assert_int_equal(got, size);
	assert_int_equal(waitpid(child, NULL, 0), child);
	close(ends[0]);
	close(ends[1]);
	return NULL;
}

/* The first of all threads at once, and in a child that has its parent's
 * memory. */
static void no_id_comes_twice(void **state)
{
	const size_t n = sizeof(ids) / sizeof(ids[0]);
	pthread_t threads[THREADS];

	(void)state;
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, make_ids,
						ids[i * IDS]), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	make_ids_in_child(ids[THREADS * IDS]);
	make_ids(ids[(THREADS + 1) * IDS]);
	qsort(ids, n, UET_ACTIVITY_SIZE, by_bytes);
	for (size_t i = 1; i < n; i++)
		assert_memory_not_equal(ids[i - 1], ids[i], UET_ACTIVITY_SIZE);
}

#if defined(__x86_64__) || defined(__aarch64__)

/* As on a kernel that knows no MADV_WIPEONFORK: madvise() fails. */
static int forbid_advice(void)
{
	static struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_madvise, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {
		sizeof(filter) / sizeof(filter[0]), filter
	};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/* Must be the first that makes ids. */
static void children_that_inherit_all_have_others(void **state)
{
	static unsigned char (*const mine)[UET_ACTIVITY_SIZE] = ids;
	int status;
	pid_t child = fork();

	(void)state;
	if (!child) {
		if (forbid_advice())
			_exit(0);
		uet_activity_new(mine[2 * IDS]);
		make_ids_in_child(mine[0]);
		make_ids(mine[IDS]);
		_exit(memcmp(mine[0], mine[IDS], UET_ACTIVITY_SIZE) ? 0 : 1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

#endif

#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#define STEPS

/*
 * A signal handler that forks, behind each instruction of making an id: the
 * children go on with it.  TF is the processor's flag for single steps.  (To
 * the thread sanitizer's code, thousands of instructions more belong.)
 */
#define TF 0x100L
static volatile int steps_to_fork;
static volatile pid_t forked;

static void on_step(int signal, siginfo_t *info, void *context)
{
	ucontext_t *machine = context;

	(void)signal;
	(void)info;
	if (--steps_to_fork)
		return;
	forked = fork();
	machine->uc_mcontext.gregs[REG_EFL] &= ~TF;
}

static bool fork_while_making(int step, unsigned char id[UET_ACTIVITY_SIZE])
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	steps_to_fork = step;
	forked = -1;
	__asm__ volatile("pushfq\n\torq %0, (%%rsp)\n\tpopfq"
			 : : "i"(TF) : "cc", "memory");
	uet_activity_new(id);
	__asm__ volatile("pushfq\n\tandq %0, (%%rsp)\n\tpopfq"
			 : : "i"(~TF) : "cc", "memory");
	if (!forked) {
		_exit(write(ends[1], id, UET_ACTIVITY_SIZE) !=
		      UET_ACTIVITY_SIZE);
	}
	close(ends[1]);
	if (forked > 0)
		assert_int_equal(read(ends[0], id, UET_ACTIVITY_SIZE),
				 UET_ACTIVITY_SIZE);
	close(ends[0]);
	return forked > 0 && waitpid(forked, NULL, 0) == forked;
}

static void children_of_signal_handlers_have_others(void **state)
{
	struct sigaction action = { .sa_sigaction = on_step,
				    .sa_flags = SA_SIGINFO }, before;
	size_t n = 0;

	(void)state;
	uet_activity_new(ids[0]);
	sigaction(SIGTRAP, &action, &before);
	while (n < IDS && fork_while_making((int)n + 1, ids[n]))
		n++;
	sigaction(SIGTRAP, &before, NULL);
	assert_in_range(n, 30, IDS - 1);
	qsort(ids, n, UET_ACTIVITY_SIZE, by_bytes);
	for (size_t i = 1; i < n; i++)
		assert_memory_not_equal(ids[i - 1], ids[i], UET_ACTIVITY_SIZE);
}

#endif

static void ids_are_uuids_of_version_4(void **state)
{
	unsigned char id[UET_ACTIVITY_SIZE];

	(void)state;
	for (int i = 0; i < 300; i++) {
		uet_activity_new(id);
		assert_int_equal(id[6] & 0xf0, 0x40);
		assert_int_equal(id[8] & 0xc0, 0x80);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#if defined(__x86_64__) || defined(__aarch64__)
		cmocka_unit_test(children_that_inherit_all_have_others),
#endif
		cmocka_unit_test(no_id_comes_twice),
#ifdef STEPS
		cmocka_unit_test(children_of_signal_handlers_have_others),
#endif
		cmocka_unit_test(ids_are_uuids_of_version_4),
	};

	return cmocka_run_group_tests_name("activity", tests, NULL, NULL);
}
