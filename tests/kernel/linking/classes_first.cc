// SPDX-License-Identifier: MIT
//
// The program in C++ that is built in many ways, first of its two files.
#include "classes.hh"

const char way[] = WAY;

namespace app
{
UET_EVENT_DEFINE(inlined, 0, NAME("inlined"), UET_U32(file));
UET_EVENT(unwound, NAME("unwound"), UET_U32(exceptions));

namespace
{
// The other file has one of this name, too.
UET_EVENT(anonymous, NAME("anonymous1"), UET_U32(n));

struct guard {
	~guard()
	{
		UET_TRACE(unwound, count(std::uncaught_exceptions() + 30));
	}
};

unsigned int throws(unsigned int n)
{
	throw count(n);
}

void unwinding()
{
	try {
		guard g;

		throw 1;
	} catch (int) {
	}
}

void throwing_argument()
{
	try {
		guard g;

		UET_TRACE(anonymous, throws(40));
		UET_TRACE(anonymous, count(41)); // while it is off
	} catch (unsigned int n) {
		UET_TRACE(anonymous, count(n + 2));
	}
}

void lambdas()
{
	unsigned int n = 50;
	auto lambda = [&n] { UET_TRACE(anonymous, count(n++)); };

	lambda();
	lambda();
	UET_TRACE(anonymous, [&n](unsigned int more) {
		return count(n + more);
	}(1));
}
}
}

void trace_all()
{
	app::inline_function(1);
	{
		app::class_with_inline object(1);
	}
	app::deep::function_template(short());
	app::deep::class_template<int>().method();
	app::deep::class_template<int>::static_method();
	app::deep::constexpr_if<char>();
	trace_second();
	app::lambdas();
	app::unwinding();
	app::throwing_argument();
}
