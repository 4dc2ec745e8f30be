// SPDX-License-Identifier: MIT
//
// Probes in a header of a program in C++, whose two files use them.
#ifndef CLASSES_HH
#define CLASSES_HH

#include <exception>

#include <uet/event.h>

#include "driver.h"

namespace app
{
UET_EVENT_DECLARE(inlined, UET_U32(file));

namespace deep
{
UET_EVENT_DECLARE(templated, UET_U32(size), UET_STR(where));

template <typename T> void function_template(T)
{
	UET_TRACE(templated, count(sizeof(T)), "function");
}

template <typename T> struct class_template {
	T member{};

	void method()
	{
		UET_TRACE(templated, count(sizeof(member)), "method");
	}
	static void static_method()
	{
		// A template's lambda, with a type of its own for each.
		auto lambda = [](auto n) {
			UET_TRACE(templated, count(sizeof(n)), "lambda");
		};

		lambda(T());
	}
};

template <typename T> void constexpr_if()
{
	if constexpr (sizeof(T) == 1)
		UET_TRACE(templated, count(1), "one byte");
	else
		UET_TRACE(templated, count(sizeof(T)), "more");
}
}

inline void inline_function(unsigned int file)
{
	UET_TRACE(inlined, count(file));
}

struct class_with_inline {
	unsigned int file;

	explicit class_with_inline(unsigned int f) : file(f)
	{
		UET_TRACE(inlined, count(file + 10));
	}
	~class_with_inline()
	{
		UET_TRACE(inlined, count(file + 20));
	}
};
}

void trace_second();

#endif // CLASSES_HH
