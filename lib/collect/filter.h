/* SPDX-License-Identifier: MIT */
/*
 * A filter between its reading (filter_parse.c) and its use (filter.c), and how
 * its values compare (filter_value.c).
 */
#ifndef UET_COLLECT_FILTER_H
#define UET_COLLECT_FILTER_H

#include <stdint.h>

#include <uet/filter.h>

#define UET_FILTER_TERMS 200
#define UET_FILTER_DEPTH 50
#define UET_FILTER_NODES 1000

enum uet_filter_op {
	UET_OP_EQ,
	UET_OP_NE,
	UET_OP_LT,
	UET_OP_LE,
	UET_OP_GT,
	UET_OP_GE,
	UET_OP_GLOB,
	UET_OP_BITS, /* any of mask */
};

/* What a comparison compares with: as text, and as a number if it is one. */
struct uet_literal {
	const char *text;
	size_t size;
	size_t at; /* in the expression */
	bool is_number;
	bool is_integer;
	bool negative;
	bool has_ns;	    /* not negative, up to nine decimals */
	uint64_t magnitude; /* of an integer */
	uint64_t ns;
	double f;
};

struct uet_term {
	const char *name;
	size_t at;
	enum uet_filter_op op;
	bool has_mask;
	uint64_t mask;
	struct uet_literal value; /* not with UET_OP_BITS */
};

enum uet_node_kind { UET_NODE_TERM, UET_NODE_NOT, UET_NODE_AND, UET_NODE_OR };

/* left and right are nodes; left is a term's number for UET_NODE_TERM. */
struct uet_node {
	enum uet_node_kind kind;
	uint16_t left, right;
};

struct uet_filter {
	char *strings; /* holds names and texts */
	size_t n_terms, n_nodes;
	uint16_t root;
	struct uet_term terms[UET_FILTER_TERMS];
	struct uet_node nodes[UET_FILTER_NODES];
};

/* In the order of && (the least) and || (the greatest). */
enum uet_truth { UET_NO, UET_UNKNOWN, UET_YES };

/* filter_value.c */

/* n is an integer of 64 bits, negative in two's complement if it says so. */
enum uet_truth uet_test_integer(const struct uet_term *term, uint64_t n,
				bool negative);
enum uet_truth uet_test_string(const struct uet_term *term, const void *s,
			       size_t size);
enum uet_truth uet_test_value(const struct uet_term *term,
			      const struct uet_value *v);
/* Of a literal with has_ns. */
enum uet_truth uet_test_time(const struct uet_term *term, uint64_t ns);

#endif /* UET_COLLECT_FILTER_H */
