/* SPDX-License-Identifier: MIT */
/*
 * What Linux 6.12 has in the format files of some tracepoints, chosen for
 * having between them all that print fmts are made of.
 */
#ifndef UET_TEST_PRINT_FMT_FORMATS_H
#define UET_TEST_PRINT_FMT_FORMATS_H

#include <stddef.h>

#define COMMON \
	"\tfield:unsigned short " \
	"common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char " \
	"common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:unsigned char " \
	"common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n" \
	"\n"

static const char *const real_formats[] = {
	"name: sched_switch\n"
	"ID: 257\n"
	"format:\n"
	COMMON
	"\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
	"\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
	"\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;\n"
	"\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n"
	"\tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:0;\n"
	"\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;\n"
	"\tfield:int next_prio;\toffset:60;\tsize:4;\tsigned:1;\n"
	"\n"
	"print fmt: \"prev_comm=%s prev_pid=%d prev_prio=%d "
	"prev_state=%s%s ==> next_comm=%s next_pid=%d "
	"next_prio=%d\", REC->prev_comm, REC->prev_pid, "
	"REC->prev_prio, (REC->prev_state & ((((0x00000000 "
	"| 0x00000001 | 0x00000002 | 0x00000004 | "
	"0x00000008 | 0x00000010 | 0x00000020 | "
	"0x00000040) + 1) << 1) - 1)) ? "
	"__print_flags(REC->prev_state & ((((0x00000000 | "
	"0x00000001 | 0x00000002 | 0x00000004 | 0x00000008 "
	"| 0x00000010 | 0x00000020 | 0x00000040) + 1) << "
	"1) - 1), \"|\", { 0x00000001, \"S\" }, { 0x00000002, "
	"\"D\" }, { 0x00000004, \"T\" }, { 0x00000008, \"t\" }, "
	"{ 0x00000010, \"X\" }, { 0x00000020, \"Z\" }, { "
	"0x00000040, \"P\" }, { 0x00000080, \"I\" }) : \"R\", "
	"REC->prev_state & (((0x00000000 | 0x00000001 | "
	"0x00000002 | 0x00000004 | 0x00000008 | 0x00000010 "
	"| 0x00000020 | 0x00000040) + 1) << 1) ? \"+\" : \"\", "
	"REC->next_comm, REC->next_pid, REC->next_prio\n",

	"name: itimer_state\n"
	"ID: 344\n"
	"format:\n"
	COMMON
	"\tfield:int which;\toffset:8;\tsize:4;\tsigned:1;\n"
	"\tfield:unsigned long long "
	"expires;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:long value_sec;\toffset:24;\tsize:8;\tsigned:1;\n"
	"\tfield:long value_nsec;\toffset:32;\tsize:8;\tsigned:1;\n"
	"\tfield:long interval_sec;\toffset:40;\tsize:8;\tsigned:1;\n"
	"\tfield:long interval_nsec;\toffset:48;\tsize:8;\tsigned:1;\n"
	"\n"
	"print fmt: \"which=%d expires=%llu "
	"it_value=%ld.%06ld it_interval=%ld.%06ld\", "
	"REC->which, REC->expires, REC->value_sec, "
	"REC->value_nsec / 1000L, REC->interval_sec, "
	"REC->interval_nsec / 1000L\n",

	"name: neigh_create\n"
	"ID: 1041\n"
	"format:\n"
	COMMON
	"\tfield:u32 family;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:__data_loc char[] dev;\toffset:12;\tsize:4;\tsigned:0;\n"
	"\tfield:int entries;\toffset:16;\tsize:4;\tsigned:1;\n"
	"\tfield:u8 created;\toffset:20;\tsize:1;\tsigned:0;\n"
	"\tfield:u8 gc_exempt;\toffset:21;\tsize:1;\tsigned:0;\n"
	"\tfield:u8 primary_key4[4];\toffset:22;\tsize:4;\tsigned:0;\n"
	"\tfield:u8 primary_key6[16];\toffset:26;\tsize:16;\tsigned:0;\n"
	"\n"
	"print fmt: \"family %d dev %s entries %d "
	"primary_key4 %pI4 primary_key6 %pI6c created %d "
	"gc_exempt %d\", REC->family, __get_str(dev), "
	"REC->entries, REC->primary_key4, "
	"REC->primary_key6, REC->created, REC->gc_exempt\n",

	"name: neigh_event_send_done\n"
	"ID: 1037\n"
	"format:\n"
	COMMON
	"\tfield:u32 family;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:__data_loc char[] dev;\toffset:12;\tsize:4;\tsigned:0;\n"
	"\tfield:u8 lladdr[32];\toffset:16;\tsize:32;\tsigned:0;\n"
	"\tfield:u8 lladdr_len;\toffset:48;\tsize:1;\tsigned:0;\n"
	"\tfield:u8 flags;\toffset:49;\tsize:1;\tsigned:0;\n"
	"\tfield:u8 nud_state;\toffset:50;\tsize:1;\tsigned:0;\n"
	"\tfield:u8 type;\toffset:51;\tsize:1;\tsigned:0;\n"
	"\tfield:u8 dead;\toffset:52;\tsize:1;\tsigned:0;\n"
	"\tfield:int refcnt;\toffset:56;\tsize:4;\tsigned:1;\n"
	"\tfield:__u8 primary_key4[4];\toffset:60;\tsize:4;\tsigned:0;\n"
	"\tfield:__u8 primary_key6[16];\toffset:64;\tsize:16;\tsigned:0;\n"
	"\tfield:unsigned long confirmed;\toffset:80;\tsize:8;\tsigned:0;\n"
	"\tfield:unsigned long updated;\toffset:88;\tsize:8;\tsigned:0;\n"
	"\tfield:unsigned long used;\toffset:96;\tsize:8;\tsigned:0;\n"
	"\tfield:u32 err;\toffset:104;\tsize:4;\tsigned:0;\n"
	"\n"
	"print fmt: \"family %d dev %s lladdr %s flags %02x "
	"nud_state %s type %02x dead %d refcnt %d "
	"primary_key4 %pI4 primary_key6 %pI6c confirmed "
	"%lu updated %lu used %lu err %d\", REC->family, "
	"__get_str(dev), __print_hex_str(REC->lladdr, "
	"REC->lladdr_len), REC->flags, "
	"__print_symbolic(REC->nud_state, { 0x01, "
	"\"incomplete\" }, { 0x02, \"reachable\" }, { 0x04, "
	"\"stale\" }, { 0x08, \"delay\" }, { 0x10, \"probe\" }, "
	"{ 0x20, \"failed\" }, { 0x40, \"noarp\" }, { 0x80, "
	"\"permanent\"}), REC->type, REC->dead, REC->refcnt, "
	"REC->primary_key4, REC->primary_key6, "
	"REC->confirmed, REC->updated, REC->used, REC->err\n",

	"name: ipi_send_cpumask\n"
	"ID: 240\n"
	"format:\n"
	COMMON
	"\tfield:__data_loc cpumask_t "
	"cpumask;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:void * callsite;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:void * callback;\toffset:24;\tsize:8;\tsigned:0;\n"
	"\n"
	"print fmt: \"cpumask=%s callsite=%pS "
	"callback=%pS\", __get_cpumask(cpumask), "
	"REC->callsite, REC->callback\n",

	"name: ipi_raise\n"
	"ID: 242\n"
	"format:\n"
	COMMON
	"\tfield:__data_loc unsigned long[] "
	"target_cpus;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:const char * reason;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\n"
	"print fmt: \"target_mask=%s (%s)\", "
	"__get_bitmask(target_cpus), REC->reason\n",

	"name: irq_handler_exit\n"
	"ID: 109\n"
	"format:\n"
	COMMON
	"\tfield:int irq;\toffset:8;\tsize:4;\tsigned:1;\n"
	"\tfield:int ret;\toffset:12;\tsize:4;\tsigned:1;\n"
	"\n"
	"print fmt: \"irq=%d ret=%s\", REC->irq, REC->ret ? "
	"\"handled\" : \"unhandled\"\n",

	"name: softirq_entry\n"
	"ID: 108\n"
	"format:\n"
	COMMON
	"\tfield:unsigned int vec;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\n"
	"print fmt: \"vec=%u [action=%s]\", REC->vec, "
	"__print_symbolic(REC->vec, { 0, \"HI\" }, { 1, "
	"\"TIMER\" }, { 2, \"NET_TX\" }, { 3, \"NET_RX\" }, { 4, "
	"\"BLOCK\" }, { 5, \"IRQ_POLL\" }, { 6, \"TASKLET\" }, { "
	"7, \"SCHED\" }, { 8, \"HRTIMER\" }, { 9, \"RCU\" })\n",

	"name: contention_begin\n"
	"ID: 293\n"
	"format:\n"
	COMMON
	"\tfield:void * lock_addr;\toffset:8;\tsize:8;\tsigned:0;\n"
	"\tfield:unsigned int flags;\toffset:16;\tsize:4;\tsigned:0;\n"
	"\n"
	"print fmt: \"%p (flags=%s)\", REC->lock_addr, "
	"__print_flags(REC->flags, \"|\", { (1U << 0), "
	"\"SPIN\" }, { (1U << 1), \"READ\" }, { (1U << 2), "
	"\"WRITE\" }, { (1U << 3), \"RT\" }, { (1U << 4), "
	"\"PERCPU\" }, { (1U << 5), \"MUTEX\" } )\n",

	"name: consume_skb\n"
	"ID: 1101\n"
	"format:\n"
	COMMON
	"\tfield:void * skbaddr;\toffset:8;\tsize:8;\tsigned:0;\n"
	"\tfield:void * location;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\n"
	"print fmt: \"skbaddr=%p location=%pS\", "
	"REC->skbaddr, REC->location\n",

	"name: tcp_bad_csum\n"
	"ID: 1066\n"
	"format:\n"
	COMMON
	"\tfield:const void * skbaddr;\toffset:8;\tsize:8;\tsigned:0;\n"
	"\tfield:__u8 saddr[28];\toffset:16;\tsize:28;\tsigned:0;\n"
	"\tfield:__u8 daddr[28];\toffset:44;\tsize:28;\tsigned:0;\n"
	"\n"
	"print fmt: \"skbaddr=%p src=%pISpc dest=%pISpc\", "
	"REC->skbaddr, REC->saddr, REC->daddr\n",

	"name: sys_enter\n"
	"ID: 331\n"
	"format:\n"
	COMMON
	"\tfield:long id;\toffset:8;\tsize:8;\tsigned:1;\n"
	"\tfield:unsigned long args[6];\toffset:16;\tsize:48;\tsigned:0;\n"
	"\n"
	"print fmt: \"NR %ld (%lx, %lx, %lx, %lx, %lx, "
	"%lx)\", REC->id, REC->args[0], REC->args[1], "
	"REC->args[2], REC->args[3], REC->args[4], REC->args[5]\n",

	"name: dma_free_sgt\n"
	"ID: 318\n"
	"format:\n"
	COMMON
	"\tfield:__data_loc char[] device;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:__data_loc u64[] "
	"phys_addrs;\toffset:12;\tsize:4;\tsigned:0;\n"
	"\tfield:u64 dma_addr;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:size_t size;\toffset:24;\tsize:8;\tsigned:0;\n"
	"\tfield:enum dma_data_direction "
	"dir;\toffset:32;\tsize:4;\tsigned:0;\n"
	"\n"
	"print fmt: \"%s dir=%s dma_addr=%llx size=%zu "
	"phys_addrs=%s\", __get_str(device), "
	"__print_symbolic(REC->dir, { 0, \"BIDIRECTIONAL\" "
	"}, { 1, \"TO_DEVICE\" }, { 2, \"FROM_DEVICE\" }, { 3, "
	"\"NONE\" }), REC->dma_addr, REC->size, "
	"__print_array(__get_dynamic_array(phys_addrs), "
	"__get_dynamic_array_len(phys_addrs) / sizeof(u64), sizeof(u64))\n",
};

#define N_REAL_FORMATS (sizeof(real_formats) / sizeof(real_formats[0]))

#endif /* UET_TEST_PRINT_FMT_FORMATS_H */
