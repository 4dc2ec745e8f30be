// SPDX-License-Identifier: MIT
//
// Probes where C++ has places of its own.
#include <uet/event.h>
#include <uet/register.h>

#include <string>

extern "C" {
UET_EVENT_DECLARE(shared_with_c, UET_U32(a));
}

namespace app
{
UET_EVENT(named, "named", UET_STR(s), UET_U32(n));

namespace
{
UET_EVENT(anonymous, "anonymous", UET_F64(d));
}

enum class colour : unsigned char { red };

template <typename T> void in_template(T t)
{
	UET_TRACE(named, "template", sizeof(t));
}

struct with_inline {
	std::string s;
	bool b = false;

	void method() const
	{
		auto lambda = [this](int n) {
			UET_TRACE(named, s.c_str(), n);
		};

		lambda(1);
		// A lambda among the arguments.
		UET_TRACE(named, s.c_str(), [] { return 1u; }());
		UET_TRACE(named, nullptr, colour::red);
		UET_TRACE(named, "", b);
		UET_TRACE(anonymous, 1);
		in_template(s);
	}
};

inline void in_inline()
{
	UET_TRACE(anonymous, 1.5);
	with_inline().method();
}
}

void use();
void use()
{
	app::in_inline();
	UET_TRACE(shared_with_c, 1);
}
