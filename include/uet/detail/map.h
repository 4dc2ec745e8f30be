/* SPDX-License-Identifier: MIT */
/*
 * Preprocessor: applying a macro to each member of a list.  Knows nothing of
 * events.
 *
 * A list here has a first member that is passed over, so that a list of no
 * members is not a list of no arguments, which C11 and C++17 cannot tell.
 */
#ifndef UET_DETAIL_MAP_H
#define UET_DETAIL_MAP_H

#define UET__CAT(a, b) UET__CAT_(a, b)
#define UET__CAT_(a, b) a##b

#define UET__FIRST(...) UET__FIRST_(__VA_ARGS__, ~)
#define UET__FIRST_(a, ...) a

#define UET__SECOND(...) UET__SECOND_(__VA_ARGS__, ~)
#define UET__SECOND_(a, b, ...) b

#define UET__UNPACK(...) __VA_ARGS__

/* How many arguments, the first not counted: 0 to 64, and 65 for 65 to 128, of
 * which the macros below make nothing but what a list of no members becomes. */
#define UET__COUNT(...) UET__COUNT_(__VA_ARGS__, UET__COUNT_DOWN, ~)
#define UET__COUNT_(...) UET__COUNT_AT(__VA_ARGS__)
#define UET__COUNT_DOWN UET__COUNT_TOO_MANY, 64, 63, 62, 61, 60, 59, 58, 57, \
	56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40, \
	39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, \
	22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, \
	3, 2, 1, 0
#define UET__COUNT_TOO_MANY UET__COUNT_16, UET__COUNT_16, UET__COUNT_16, \
	UET__COUNT_16
#define UET__COUNT_16 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, \
	65, 65
#define UET__COUNT_AT(_0, _1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, \
	_13, _14, _15, _16, _17, _18, _19, _20, _21, _22, _23, _24, _25, _26, \
	_27, _28, _29, _30, _31, _32, _33, _34, _35, _36, _37, _38, _39, _40, \
	_41, _42, _43, _44, _45, _46, _47, _48, _49, _50, _51, _52, _53, _54, \
	_55, _56, _57, _58, _59, _60, _61, _62, _63, _64, _65, _66, _67, _68, \
	_69, _70, _71, _72, _73, _74, _75, _76, _77, _78, _79, _80, _81, _82, \
	_83, _84, _85, _86, _87, _88, _89, _90, _91, _92, _93, _94, _95, _96, \
	_97, _98, _99, _100, _101, _102, _103, _104, _105, _106, _107, _108, \
	_109, _110, _111, _112, _113, _114, _115, _116, _117, _118, _119, \
	_120, _121, _122, _123, _124, _125, _126, _127, _128, n, ...) n

/*
 * UET__MAP(f, c, first, a, b): f(c, 2, a) f(c, 1, b).  The number is how many
 * members are left, the present one included.
 */
#define UET__MAP(f, c, ...) \
	UET__CAT(UET__MAP_, UET__COUNT(__VA_ARGS__))(f, c, __VA_ARGS__)
#define UET__MAP_0(f, c, d)
#define UET__MAP_1(f, c, d, a) f(c, 1, a)
#define UET__MAP_2(f, c, d, a, ...) \
	f(c, 2, a) UET__MAP_1(f, c, d, __VA_ARGS__)
#define UET__MAP_3(f, c, d, a, ...) \
	f(c, 3, a) UET__MAP_2(f, c, d, __VA_ARGS__)
#define UET__MAP_4(f, c, d, a, ...) \
	f(c, 4, a) UET__MAP_3(f, c, d, __VA_ARGS__)
#define UET__MAP_5(f, c, d, a, ...) \
	f(c, 5, a) UET__MAP_4(f, c, d, __VA_ARGS__)
#define UET__MAP_6(f, c, d, a, ...) \
	f(c, 6, a) UET__MAP_5(f, c, d, __VA_ARGS__)
#define UET__MAP_7(f, c, d, a, ...) \
	f(c, 7, a) UET__MAP_6(f, c, d, __VA_ARGS__)
#define UET__MAP_8(f, c, d, a, ...) \
	f(c, 8, a) UET__MAP_7(f, c, d, __VA_ARGS__)
#define UET__MAP_9(f, c, d, a, ...) \
	f(c, 9, a) UET__MAP_8(f, c, d, __VA_ARGS__)
#define UET__MAP_10(f, c, d, a, ...) \
	f(c, 10, a) UET__MAP_9(f, c, d, __VA_ARGS__)
#define UET__MAP_11(f, c, d, a, ...) \
	f(c, 11, a) UET__MAP_10(f, c, d, __VA_ARGS__)
#define UET__MAP_12(f, c, d, a, ...) \
	f(c, 12, a) UET__MAP_11(f, c, d, __VA_ARGS__)
#define UET__MAP_13(f, c, d, a, ...) \
	f(c, 13, a) UET__MAP_12(f, c, d, __VA_ARGS__)
#define UET__MAP_14(f, c, d, a, ...) \
	f(c, 14, a) UET__MAP_13(f, c, d, __VA_ARGS__)
#define UET__MAP_15(f, c, d, a, ...) \
	f(c, 15, a) UET__MAP_14(f, c, d, __VA_ARGS__)
#define UET__MAP_16(f, c, d, a, ...) \
	f(c, 16, a) UET__MAP_15(f, c, d, __VA_ARGS__)
#define UET__MAP_17(f, c, d, a, ...) \
	f(c, 17, a) UET__MAP_16(f, c, d, __VA_ARGS__)
#define UET__MAP_18(f, c, d, a, ...) \
	f(c, 18, a) UET__MAP_17(f, c, d, __VA_ARGS__)
#define UET__MAP_19(f, c, d, a, ...) \
	f(c, 19, a) UET__MAP_18(f, c, d, __VA_ARGS__)
#define UET__MAP_20(f, c, d, a, ...) \
	f(c, 20, a) UET__MAP_19(f, c, d, __VA_ARGS__)
#define UET__MAP_21(f, c, d, a, ...) \
	f(c, 21, a) UET__MAP_20(f, c, d, __VA_ARGS__)
#define UET__MAP_22(f, c, d, a, ...) \
	f(c, 22, a) UET__MAP_21(f, c, d, __VA_ARGS__)
#define UET__MAP_23(f, c, d, a, ...) \
	f(c, 23, a) UET__MAP_22(f, c, d, __VA_ARGS__)
#define UET__MAP_24(f, c, d, a, ...) \
	f(c, 24, a) UET__MAP_23(f, c, d, __VA_ARGS__)
#define UET__MAP_25(f, c, d, a, ...) \
	f(c, 25, a) UET__MAP_24(f, c, d, __VA_ARGS__)
#define UET__MAP_26(f, c, d, a, ...) \
	f(c, 26, a) UET__MAP_25(f, c, d, __VA_ARGS__)
#define UET__MAP_27(f, c, d, a, ...) \
	f(c, 27, a) UET__MAP_26(f, c, d, __VA_ARGS__)
#define UET__MAP_28(f, c, d, a, ...) \
	f(c, 28, a) UET__MAP_27(f, c, d, __VA_ARGS__)
#define UET__MAP_29(f, c, d, a, ...) \
	f(c, 29, a) UET__MAP_28(f, c, d, __VA_ARGS__)
#define UET__MAP_30(f, c, d, a, ...) \
	f(c, 30, a) UET__MAP_29(f, c, d, __VA_ARGS__)
#define UET__MAP_31(f, c, d, a, ...) \
	f(c, 31, a) UET__MAP_30(f, c, d, __VA_ARGS__)
#define UET__MAP_32(f, c, d, a, ...) \
	f(c, 32, a) UET__MAP_31(f, c, d, __VA_ARGS__)
#define UET__MAP_33(f, c, d, a, ...) \
	f(c, 33, a) UET__MAP_32(f, c, d, __VA_ARGS__)
#define UET__MAP_34(f, c, d, a, ...) \
	f(c, 34, a) UET__MAP_33(f, c, d, __VA_ARGS__)
#define UET__MAP_35(f, c, d, a, ...) \
	f(c, 35, a) UET__MAP_34(f, c, d, __VA_ARGS__)
#define UET__MAP_36(f, c, d, a, ...) \
	f(c, 36, a) UET__MAP_35(f, c, d, __VA_ARGS__)
#define UET__MAP_37(f, c, d, a, ...) \
	f(c, 37, a) UET__MAP_36(f, c, d, __VA_ARGS__)
#define UET__MAP_38(f, c, d, a, ...) \
	f(c, 38, a) UET__MAP_37(f, c, d, __VA_ARGS__)
#define UET__MAP_39(f, c, d, a, ...) \
	f(c, 39, a) UET__MAP_38(f, c, d, __VA_ARGS__)
#define UET__MAP_40(f, c, d, a, ...) \
	f(c, 40, a) UET__MAP_39(f, c, d, __VA_ARGS__)
#define UET__MAP_41(f, c, d, a, ...) \
	f(c, 41, a) UET__MAP_40(f, c, d, __VA_ARGS__)
#define UET__MAP_42(f, c, d, a, ...) \
	f(c, 42, a) UET__MAP_41(f, c, d, __VA_ARGS__)
#define UET__MAP_43(f, c, d, a, ...) \
	f(c, 43, a) UET__MAP_42(f, c, d, __VA_ARGS__)
#define UET__MAP_44(f, c, d, a, ...) \
	f(c, 44, a) UET__MAP_43(f, c, d, __VA_ARGS__)
#define UET__MAP_45(f, c, d, a, ...) \
	f(c, 45, a) UET__MAP_44(f, c, d, __VA_ARGS__)
#define UET__MAP_46(f, c, d, a, ...) \
	f(c, 46, a) UET__MAP_45(f, c, d, __VA_ARGS__)
#define UET__MAP_47(f, c, d, a, ...) \
	f(c, 47, a) UET__MAP_46(f, c, d, __VA_ARGS__)
#define UET__MAP_48(f, c, d, a, ...) \
	f(c, 48, a) UET__MAP_47(f, c, d, __VA_ARGS__)
#define UET__MAP_49(f, c, d, a, ...) \
	f(c, 49, a) UET__MAP_48(f, c, d, __VA_ARGS__)
#define UET__MAP_50(f, c, d, a, ...) \
	f(c, 50, a) UET__MAP_49(f, c, d, __VA_ARGS__)
#define UET__MAP_51(f, c, d, a, ...) \
	f(c, 51, a) UET__MAP_50(f, c, d, __VA_ARGS__)
#define UET__MAP_52(f, c, d, a, ...) \
	f(c, 52, a) UET__MAP_51(f, c, d, __VA_ARGS__)
#define UET__MAP_53(f, c, d, a, ...) \
	f(c, 53, a) UET__MAP_52(f, c, d, __VA_ARGS__)
#define UET__MAP_54(f, c, d, a, ...) \
	f(c, 54, a) UET__MAP_53(f, c, d, __VA_ARGS__)
#define UET__MAP_55(f, c, d, a, ...) \
	f(c, 55, a) UET__MAP_54(f, c, d, __VA_ARGS__)
#define UET__MAP_56(f, c, d, a, ...) \
	f(c, 56, a) UET__MAP_55(f, c, d, __VA_ARGS__)
#define UET__MAP_57(f, c, d, a, ...) \
	f(c, 57, a) UET__MAP_56(f, c, d, __VA_ARGS__)
#define UET__MAP_58(f, c, d, a, ...) \
	f(c, 58, a) UET__MAP_57(f, c, d, __VA_ARGS__)
#define UET__MAP_59(f, c, d, a, ...) \
	f(c, 59, a) UET__MAP_58(f, c, d, __VA_ARGS__)
#define UET__MAP_60(f, c, d, a, ...) \
	f(c, 60, a) UET__MAP_59(f, c, d, __VA_ARGS__)
#define UET__MAP_61(f, c, d, a, ...) \
	f(c, 61, a) UET__MAP_60(f, c, d, __VA_ARGS__)
#define UET__MAP_62(f, c, d, a, ...) \
	f(c, 62, a) UET__MAP_61(f, c, d, __VA_ARGS__)
#define UET__MAP_63(f, c, d, a, ...) \
	f(c, 63, a) UET__MAP_62(f, c, d, __VA_ARGS__)
#define UET__MAP_64(f, c, d, a, ...) \
	f(c, 64, a) UET__MAP_63(f, c, d, __VA_ARGS__)
#define UET__MAP_65(f, c, d, ...)

/*
 * UET__JOIN(f, c, sep, none, first, a, b): f(c, 2, a) sep() f(c, 1, b); "none"
 * where the list has no members.
 */
#define UET__JOIN(f, c, sep, none, ...) \
	UET__CAT(UET__JOIN_, UET__COUNT(__VA_ARGS__)) \
	(f, c, sep, none, __VA_ARGS__)
#define UET__COMMA() ,
#define UET__JOIN_0(f, c, s, none, d) none
#define UET__JOIN_1(f, c, s, none, d, a) f(c, 1, a)
#define UET__JOIN_2(f, c, s, none, d, a, ...) \
	f(c, 2, a) s() UET__JOIN_1(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_3(f, c, s, none, d, a, ...) \
	f(c, 3, a) s() UET__JOIN_2(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_4(f, c, s, none, d, a, ...) \
	f(c, 4, a) s() UET__JOIN_3(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_5(f, c, s, none, d, a, ...) \
	f(c, 5, a) s() UET__JOIN_4(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_6(f, c, s, none, d, a, ...) \
	f(c, 6, a) s() UET__JOIN_5(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_7(f, c, s, none, d, a, ...) \
	f(c, 7, a) s() UET__JOIN_6(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_8(f, c, s, none, d, a, ...) \
	f(c, 8, a) s() UET__JOIN_7(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_9(f, c, s, none, d, a, ...) \
	f(c, 9, a) s() UET__JOIN_8(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_10(f, c, s, none, d, a, ...) \
	f(c, 10, a) s() UET__JOIN_9(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_11(f, c, s, none, d, a, ...) \
	f(c, 11, a) s() UET__JOIN_10(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_12(f, c, s, none, d, a, ...) \
	f(c, 12, a) s() UET__JOIN_11(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_13(f, c, s, none, d, a, ...) \
	f(c, 13, a) s() UET__JOIN_12(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_14(f, c, s, none, d, a, ...) \
	f(c, 14, a) s() UET__JOIN_13(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_15(f, c, s, none, d, a, ...) \
	f(c, 15, a) s() UET__JOIN_14(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_16(f, c, s, none, d, a, ...) \
	f(c, 16, a) s() UET__JOIN_15(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_17(f, c, s, none, d, a, ...) \
	f(c, 17, a) s() UET__JOIN_16(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_18(f, c, s, none, d, a, ...) \
	f(c, 18, a) s() UET__JOIN_17(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_19(f, c, s, none, d, a, ...) \
	f(c, 19, a) s() UET__JOIN_18(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_20(f, c, s, none, d, a, ...) \
	f(c, 20, a) s() UET__JOIN_19(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_21(f, c, s, none, d, a, ...) \
	f(c, 21, a) s() UET__JOIN_20(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_22(f, c, s, none, d, a, ...) \
	f(c, 22, a) s() UET__JOIN_21(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_23(f, c, s, none, d, a, ...) \
	f(c, 23, a) s() UET__JOIN_22(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_24(f, c, s, none, d, a, ...) \
	f(c, 24, a) s() UET__JOIN_23(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_25(f, c, s, none, d, a, ...) \
	f(c, 25, a) s() UET__JOIN_24(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_26(f, c, s, none, d, a, ...) \
	f(c, 26, a) s() UET__JOIN_25(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_27(f, c, s, none, d, a, ...) \
	f(c, 27, a) s() UET__JOIN_26(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_28(f, c, s, none, d, a, ...) \
	f(c, 28, a) s() UET__JOIN_27(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_29(f, c, s, none, d, a, ...) \
	f(c, 29, a) s() UET__JOIN_28(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_30(f, c, s, none, d, a, ...) \
	f(c, 30, a) s() UET__JOIN_29(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_31(f, c, s, none, d, a, ...) \
	f(c, 31, a) s() UET__JOIN_30(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_32(f, c, s, none, d, a, ...) \
	f(c, 32, a) s() UET__JOIN_31(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_33(f, c, s, none, d, a, ...) \
	f(c, 33, a) s() UET__JOIN_32(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_34(f, c, s, none, d, a, ...) \
	f(c, 34, a) s() UET__JOIN_33(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_35(f, c, s, none, d, a, ...) \
	f(c, 35, a) s() UET__JOIN_34(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_36(f, c, s, none, d, a, ...) \
	f(c, 36, a) s() UET__JOIN_35(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_37(f, c, s, none, d, a, ...) \
	f(c, 37, a) s() UET__JOIN_36(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_38(f, c, s, none, d, a, ...) \
	f(c, 38, a) s() UET__JOIN_37(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_39(f, c, s, none, d, a, ...) \
	f(c, 39, a) s() UET__JOIN_38(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_40(f, c, s, none, d, a, ...) \
	f(c, 40, a) s() UET__JOIN_39(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_41(f, c, s, none, d, a, ...) \
	f(c, 41, a) s() UET__JOIN_40(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_42(f, c, s, none, d, a, ...) \
	f(c, 42, a) s() UET__JOIN_41(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_43(f, c, s, none, d, a, ...) \
	f(c, 43, a) s() UET__JOIN_42(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_44(f, c, s, none, d, a, ...) \
	f(c, 44, a) s() UET__JOIN_43(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_45(f, c, s, none, d, a, ...) \
	f(c, 45, a) s() UET__JOIN_44(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_46(f, c, s, none, d, a, ...) \
	f(c, 46, a) s() UET__JOIN_45(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_47(f, c, s, none, d, a, ...) \
	f(c, 47, a) s() UET__JOIN_46(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_48(f, c, s, none, d, a, ...) \
	f(c, 48, a) s() UET__JOIN_47(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_49(f, c, s, none, d, a, ...) \
	f(c, 49, a) s() UET__JOIN_48(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_50(f, c, s, none, d, a, ...) \
	f(c, 50, a) s() UET__JOIN_49(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_51(f, c, s, none, d, a, ...) \
	f(c, 51, a) s() UET__JOIN_50(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_52(f, c, s, none, d, a, ...) \
	f(c, 52, a) s() UET__JOIN_51(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_53(f, c, s, none, d, a, ...) \
	f(c, 53, a) s() UET__JOIN_52(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_54(f, c, s, none, d, a, ...) \
	f(c, 54, a) s() UET__JOIN_53(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_55(f, c, s, none, d, a, ...) \
	f(c, 55, a) s() UET__JOIN_54(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_56(f, c, s, none, d, a, ...) \
	f(c, 56, a) s() UET__JOIN_55(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_57(f, c, s, none, d, a, ...) \
	f(c, 57, a) s() UET__JOIN_56(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_58(f, c, s, none, d, a, ...) \
	f(c, 58, a) s() UET__JOIN_57(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_59(f, c, s, none, d, a, ...) \
	f(c, 59, a) s() UET__JOIN_58(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_60(f, c, s, none, d, a, ...) \
	f(c, 60, a) s() UET__JOIN_59(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_61(f, c, s, none, d, a, ...) \
	f(c, 61, a) s() UET__JOIN_60(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_62(f, c, s, none, d, a, ...) \
	f(c, 62, a) s() UET__JOIN_61(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_63(f, c, s, none, d, a, ...) \
	f(c, 63, a) s() UET__JOIN_62(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_64(f, c, s, none, d, a, ...) \
	f(c, 64, a) s() UET__JOIN_63(f, c, s, none, d, __VA_ARGS__)
#define UET__JOIN_65(f, c, s, none, d, ...) none

/* Whether there are at most 9 members: 1 or 0. */
#define UET__FITS(...) \
	UET__SECOND(UET__CAT(UET__FITS_, UET__COUNT(__VA_ARGS__)), 0)
#define UET__FITS_0 ~, 1
#define UET__FITS_1 ~, 1
#define UET__FITS_2 ~, 1
#define UET__FITS_3 ~, 1
#define UET__FITS_4 ~, 1
#define UET__FITS_5 ~, 1
#define UET__FITS_6 ~, 1
#define UET__FITS_7 ~, 1
#define UET__FITS_8 ~, 1
#define UET__FITS_9 ~, 1

/* The sum of what the members become: terms like "+1". */
#define UET__SUM(what, ...) (0 UET__MAP(what, ~, __VA_ARGS__))

#endif /* UET_DETAIL_MAP_H */
