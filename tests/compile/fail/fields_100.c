/* SPDX-License-Identifier: MIT */
/* expect: takes up to 32 fields */
#include <uet/event.h>

UET_EVENT(e, "e",
	  UET_U8(a0), UET_U8(a1), UET_U8(a2), UET_U8(a3), UET_U8(a4), UET_U8(a5),
	  UET_U8(a6), UET_U8(a7), UET_U8(a8), UET_U8(a9), UET_U8(a10), UET_U8(a11),
	  UET_U8(a12), UET_U8(a13), UET_U8(a14), UET_U8(a15), UET_U8(a16), UET_U8(a17),
	  UET_U8(a18), UET_U8(a19), UET_U8(a20), UET_U8(a21), UET_U8(a22), UET_U8(a23),
	  UET_U8(a24), UET_U8(a25), UET_U8(a26), UET_U8(a27), UET_U8(a28), UET_U8(a29),
	  UET_U8(a30), UET_U8(a31), UET_U8(a32), UET_U8(a33), UET_U8(a34), UET_U8(a35),
	  UET_U8(a36), UET_U8(a37), UET_U8(a38), UET_U8(a39), UET_U8(a40), UET_U8(a41),
	  UET_U8(a42), UET_U8(a43), UET_U8(a44), UET_U8(a45), UET_U8(a46), UET_U8(a47),
	  UET_U8(a48), UET_U8(a49), UET_U8(a50), UET_U8(a51), UET_U8(a52), UET_U8(a53),
	  UET_U8(a54), UET_U8(a55), UET_U8(a56), UET_U8(a57), UET_U8(a58), UET_U8(a59),
	  UET_U8(a60), UET_U8(a61), UET_U8(a62), UET_U8(a63), UET_U8(a64), UET_U8(a65),
	  UET_U8(a66), UET_U8(a67), UET_U8(a68), UET_U8(a69), UET_U8(a70), UET_U8(a71),
	  UET_U8(a72), UET_U8(a73), UET_U8(a74), UET_U8(a75), UET_U8(a76), UET_U8(a77),
	  UET_U8(a78), UET_U8(a79), UET_U8(a80), UET_U8(a81), UET_U8(a82), UET_U8(a83),
	  UET_U8(a84), UET_U8(a85), UET_U8(a86), UET_U8(a87), UET_U8(a88), UET_U8(a89),
	  UET_U8(a90), UET_U8(a91), UET_U8(a92), UET_U8(a93), UET_U8(a94), UET_U8(a95),
	  UET_U8(a96), UET_U8(a97), UET_U8(a98), UET_U8(a99));
