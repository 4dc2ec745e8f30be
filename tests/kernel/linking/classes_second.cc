// SPDX-License-Identifier: MIT
//
// The second file: the same templates again, and the event that they trace.
#include "classes.hh"

namespace app::deep
{
UET_EVENT_DEFINE(templated, 0, NAME("templated"), UET_U32(size),
		 UET_STR(where));
}

extern "C" {
UET_EVENT(in_c, NAME("in_c"), UET_S32(n));
}

namespace
{
UET_EVENT(anonymous, NAME("anonymous2"), UET_U32(n));
}

void trace_second()
{
	app::inline_function(2);
	{
		app::class_with_inline object(2);
	}
	app::deep::function_template(short());
	app::deep::class_template<int>().method();
	app::deep::class_template<char>::static_method();
	app::deep::constexpr_if<long long>();
	UET_TRACE(anonymous, count(3));
	UET_TRACE(in_c, -4);
}
