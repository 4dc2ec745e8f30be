#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Programs with probes, compiled and linked in every way that is in use: each
# one's events are registered, cost nothing while off, and arrive.  Compiles
# on the host and runs all programs in one boot of the VM (see on-kernel).
. "$srcdir/tests/kernel/lib.sh"

here=$srcdir/tests/kernel/linking
libraries=$builddir/lib/emit/.libs

if [ -n "${UET_SANITIZE:-}" ] || ! [ -e "$libraries/libuet.so" ] ||
	! [ -e "$libraries/libuet.a" ]; then
	echo '1..0 # SKIP wants libuet.so and libuet.a, without sanitizers'
	exit 0
fi

# Name, source (SOURCE.* below), compiler, its flags, the linker's, and how the
# program is put together:
#   a        with libuet.a (which -static means as well)
#   so       all of it in a shared object
#   partial  its object files made one by ld -r
#   lazy     the archive's member between --start-lib and --end-lib, for
#	     compilers whose objects ar does not understand
#   localize  and the hidden symbols of that local, as who ships objects does
#   mixed    its object files from compilers and with flags of all kinds
#   strip, objcopy  afterwards
#   installed  with what "make install" brings and pkg-config says of it
ways()
{
	cat <<-'TABLE'
	gcc_o0       | parts   | gcc     | -O0 -g |
	gcc_o1       | parts   | gcc     | -O1 |
	gcc_o2       | parts   | gcc     | -O2 |
	gcc_o3       | parts   | gcc     | -O3 -march=x86-64-v2 |
	gcc_og       | parts   | gcc     | -Og -ggdb3 |
	gcc_os       | parts   | gcc     | -Os |
	clang_o0     | parts   | clang   | -O0 -g | -fuse-ld=lld
	clang_o2     | parts   | clang   | -O2 |
	clang_o3     | parts   | clang   | -O3 |
	clang_oz     | parts   | clang   | -Oz |
	gcc_pie      | parts   | gcc     | -O2 -fPIE | -pie
	gcc_nopie    | parts   | gcc     | -O2 -fno-pie | -no-pie
	clang_nopie  | parts   | clang   | -O2 -fno-pie | -no-pie -fuse-ld=lld
	gcc_a        | parts   | gcc     | -O2 | | a
	gcc_static   | parts   | gcc     | -O2 | -static
	gcc_spie     | parts   | gcc     | -O2 -fPIE | -static-pie
	gcc_static_gc | parts  | gcc     | -O2 -ffunction-sections -fdata-sections | -static -Wl,--gc-sections
	clang_static | parts   | clang   | -O2 | -static -fuse-ld=lld
	gcc_so       | parts   | gcc     | -O2 -fPIC | | so
	gcc_so_gc    | parts   | gcc     | -O2 -fPIC -fvisibility=hidden -ffunction-sections -fdata-sections | -Wl,--gc-sections -Wl,-Bsymbolic -Wl,-z,relro,-z,now | so
	gcc_so_a     | parts   | gcc     | -O2 -fPIC | -Wl,--exclude-libs,ALL | so a
	clang_so     | parts   | clang   | -O2 -fPIC | -fuse-ld=lld -Wl,--gc-sections | so
	gcc_gc_bfd   | parts   | gcc     | -O2 -ffunction-sections -fdata-sections | -fuse-ld=bfd -Wl,--gc-sections
	gcc_gc_gold  | parts   | gcc     | -O2 -ffunction-sections -fdata-sections | -fuse-ld=gold -Wl,--gc-sections
	gcc_gc_lld   | parts   | gcc     | -O2 -ffunction-sections -fdata-sections | -fuse-ld=lld -Wl,--gc-sections
	clang_gc_bfd | parts   | clang   | -O2 -ffunction-sections -fdata-sections | -fuse-ld=bfd -Wl,--gc-sections
	clang_gc_gold | parts  | clang   | -O2 -ffunction-sections -fdata-sections | -fuse-ld=gold -Wl,--gc-sections
	clang_gc_lld | parts   | clang   | -O2 -ffunction-sections -fdata-sections | -fuse-ld=lld -Wl,--gc-sections
	lld_nostart  | parts   | clang   | -O2 -ffunction-sections | -fuse-ld=lld -Wl,--gc-sections -Wl,-z,nostart-stop-gc
	lld_start    | parts   | clang   | -O2 -ffunction-sections | -fuse-ld=lld -Wl,--gc-sections -Wl,-z,start-stop-gc
	icf_gold     | parts   | gcc     | -O2 -ffunction-sections -fdata-sections | -fuse-ld=gold -Wl,--icf=all -Wl,--gc-sections
	icf_lld      | parts   | gcc     | -O2 -ffunction-sections -fdata-sections | -fuse-ld=lld -Wl,--icf=all -Wl,--gc-sections
	icf_clang    | parts   | clang   | -O2 -ffunction-sections -fdata-sections | -fuse-ld=lld -Wl,--icf=all -Wl,--gc-sections
	gcc_lto      | parts   | gcc     | -O2 -flto | -O2 -flto
	gcc_fat_lto  | parts   | gcc     | -O2 -flto -ffat-lto-objects | -O2 -flto -Wl,--gc-sections
	gcc_fat_only | parts   | gcc     | -O2 -flto -ffat-lto-objects | -fno-lto
	gcc_lto_none | parts   | gcc     | -O2 -flto | -O2 -flto -flto-partition=none
	gcc_lto_max  | parts   | gcc     | -O2 -flto | -O2 -flto -flto-partition=max
	gcc_lto_1to1 | parts   | gcc     | -O2 -flto | -O2 -flto -flto-partition=1to1
	gcc_lto_gold | parts   | gcc     | -O2 -flto | -O2 -flto -fuse-ld=gold
	gcc_lto_so   | parts   | gcc     | -O2 -flto -fPIC | -O2 -flto | so
	gcc_lto_static | parts | gcc     | -O2 -flto | -O2 -flto -static -Wl,--gc-sections
	clang_lto    | parts   | clang   | -O2 -flto | -O2 -flto -fuse-ld=lld | lazy
	clang_lto_gc | parts   | clang   | -O2 -flto -ffunction-sections | -O2 -flto -fuse-ld=lld -Wl,--gc-sections | lazy
	clang_thin   | parts   | clang   | -O2 -flto=thin | -O2 -flto=thin -fuse-ld=lld -Wl,--gc-sections | lazy
	clang_thin_so | parts  | clang   | -O2 -flto=thin -fPIC | -O2 -flto=thin -fuse-ld=lld | lazy so
	gcc_now      | parts   | gcc     | -O2 -fno-plt | -Wl,-z,relro,-z,now
	gcc_hidden   | parts   | gcc     | -O2 -fvisibility=hidden |
	gcc_no_unwind | parts  | gcc     | -O2 -fno-asynchronous-unwind-tables -fno-unwind-tables |
	gcc_protect  | parts   | gcc     | -O2 -fstack-protector-all -D_FORTIFY_SOURCE=2 -fstack-clash-protection |
	gcc_cet      | parts   | gcc     | -O2 -fcf-protection=full | -Wl,-z,ibt,-z,shstk
	clang_cet    | parts   | clang   | -O2 -fcf-protection=full |
	gcc_pg       | parts   | gcc     | -O2 -pg | -pg
	gcc_coverage | parts   | gcc     | -O2 --coverage | --coverage
	gcc_large    | parts   | gcc     | -O2 -mcmodel=large -fno-pie | -no-pie
	gcc_large_pic | parts  | gcc     | -O2 -mcmodel=large -fPIC | | so
	gcc_medium   | parts   | gcc     | -O2 -mcmodel=medium |
	clang_medium | parts   | clang   | -O0 -mcmodel=medium |
	clang_large  | parts   | clang   | -O2 -mcmodel=large -fno-pie | -no-pie
	gcc_layout   | parts   | gcc     | -O2 -fpack-struct -fshort-enums -funsigned-char -fno-zero-initialized-in-bss |
	gcc_freestanding | parts | gcc   | -O2 -ffreestanding -fno-builtin -ffast-math |
	gcc_relr     | parts   | gcc     | -O2 -fPIE | -pie -Wl,-z,pack-relative-relocs -Wl,-z,separate-code -s
	gcc_tsan     | parts   | gcc     | -O1 -fsanitize=thread | -fsanitize=thread
	gcc_loose    | parts   | gcc     | -O3 -fno-semantic-interposition -fipa-pta -fno-toplevel-reorder |
	gcc_ubsan    | parts   | gcc     | -O1 -fsanitize=undefined -fno-sanitize-recover | -fsanitize=undefined
	clang_ubsan  | parts   | clang   | -O1 -fsanitize=undefined,integer -fno-sanitize-recover=all | -fsanitize=undefined,integer
	gcc_asan     | parts   | gcc     | -O1 -fsanitize=address | -fsanitize=address
	clang_asan   | parts   | clang   | -O1 -fsanitize=address | -fsanitize=address
	gcc_strip    | parts   | gcc     | -O2 -g | | strip
	gcc_objcopy  | parts   | gcc     | -O2 -g | | objcopy
	gcc_partial  | parts   | gcc     | -O2 | | partial
	clang_partial | parts  | clang   | -O2 -ffunction-sections | -fuse-ld=lld -Wl,--gc-sections | partial
	localized    | parts   | gcc     | -O2 | | partial localize
	mixed        | parts   | gcc     | -O2 | -O2 -flto | mixed
	mixed_static | parts   | gcc     | -O2 | -O2 -flto -static -Wl,--gc-sections | mixed
	installed    | parts   | gcc     | -O2 | | installed
	installed_static | parts | gcc   | -O2 | -static | installed
	installed_cxx | classes | g++    | -std=c++17 -O2 | | installed
	places_gcc_o0 | places | gcc     | -O0 |
	places_gcc   | places  | gcc     | -O2 |
	places_lto   | places  | gcc     | -O2 -flto | -O2 -flto
	places_clang_o0 | places | clang | -O0 |
	places_clang | places  | clang   | -O2 |
	cxx17_gcc    | classes | g++     | -std=c++17 -O2 |
	cxx17_gcc_o0 | classes | g++     | -std=c++17 -O0 |
	cxx20_gcc    | classes | g++     | -std=c++20 -O3 -ffunction-sections | -fuse-ld=gold -Wl,--gc-sections -Wl,--icf=all
	cxx17_gcc_lto | classes | g++    | -std=c++17 -O2 -flto | -O2 -flto
	cxx17_gcc_so | classes | g++     | -std=c++17 -O2 -fPIC -fvisibility=hidden -fvisibility-inlines-hidden | | so
	cxx17_gcc_static | classes | g++ | -std=c++17 -O2 | -static
	cxx17_clang  | classes | clang++ | -std=c++17 -O2 |
	cxx17_clang_o0 | classes | clang++ | -std=c++17 -O0 |
	cxx20_clang  | classes | clang++ | -std=c++20 -O2 -ffunction-sections | -fuse-ld=lld -Wl,--gc-sections -Wl,--icf=all
	cxx17_clang_lto | classes | clang++ | -std=c++17 -O2 -flto=thin | -flto=thin -fuse-ld=lld
	TABLE
}

# installed COMMAND…: with the environment that finds what is in $work/root.
installed()
{
	PKG_CONFIG_PATH=$pkgconfig PKG_CONFIG_SYSROOT_DIR=$work/root "$@"
}

has()
{
	case " $how " in
	*" $1 "*) return 0 ;;
	esac
	return 1
}

# compile FILE…: to objects of their names in $dir.
compile()
{
	include=-I$srcdir/include
	has installed && include=$(installed pkg-config --cflags uet)
	for file; do
		has mixed && case $file in
		first.c) compiler='gcc -g' ;;
		second.c) compiler='clang -fPIC' ;;
		unused.c) compiler='gcc -flto -fdata-sections' ;;
		member.c) compiler='gcc -O0 -fcommon' ;;
		esac
		# shellcheck disable=SC2086 # flags are words
		$compiler $compile_flags -DWAY="\"$name\"" $include \
			-I"$here" -c "$here/$file" -o "$dir/${file%.*}.o" || return 1
	done
}

# Into $objects what is to be linked, $dir/$name having been compiled.
gather_objects()
{
	case $source in
	parts) set -- first second unused ;;
	classes) set -- classes_first classes_second ;;
	places) set -- places ;;
	esac
	objects=
	for o; do
		objects="$objects $dir/$o.o"
	done
	[ "$source" = parts ] || return 0
	if has partial; then
		# shellcheck disable=SC2086
		ld -r -o "$dir/partial.o" $objects || return 1
		has localize && objcopy --localize-hidden "$dir/partial.o"
		objects="$dir/partial.o $dir/member.o"
	elif has lazy; then
		objects="$objects -Wl,--start-lib $dir/member.o -Wl,--end-lib"
	else
		gcc-ar rcs "$dir/libmember.a" "$dir/member.o" || return 1
		objects="$objects $dir/libmember.a"
	fi
}

link_program()
{
	uet="-L$libraries -luet -Wl,-rpath,$libraries"
	case " $link_flags $how " in
	*" -static "*installed*)
		uet=$(installed pkg-config --static --libs uet) ;;
	*installed*)
		uet=$(installed pkg-config --libs uet)
		uet="$uet -Wl,-rpath,${pkgconfig%/pkgconfig}" ;;
	*" -static"* | *' a '*) uet=$libraries/libuet.a ;;
	esac
	if has so; then
		# shellcheck disable=SC2086
		$compiler $link_flags -shared -o "$dir/lib$name.so" $objects \
			$uet -Wl,-soname,"lib$name.so" || return 1
		# shellcheck disable=SC2086
		$compiler -o "$dir/$name" "$work/driver.o" "$dir/lib$name.so" \
			-Wl,--export-dynamic -Wl,-rpath,"$dir"
	else
		# shellcheck disable=SC2086
		$compiler $link_flags -o "$dir/$name" "$work/driver.o" \
			$objects $uet
	fi
}

build()
{
	case $source in
	parts) compile first.c second.c unused.c member.c ;;
	classes) compile classes_first.cc classes_second.cc ;;
	places) compile places.c ;;
	esac && gather_objects && link_program || return 1
	if has strip; then
		strip "$dir/$name"
	elif has objcopy; then
		objcopy --strip-debug "$dir/$name"
	fi
}

# The names of the events that a tool finds in the file.
names_in_file()
{
	file=$dir/lib$name.so
	[ -e "$file" ] || file=$dir/$name
	echo $(uet list --elf "$file" |
		sed -n "s/^\([^ ]*:\)\{0,1\}lk_${name}_\([^ ]*\).*/\2/p" | sort)
}

env -u MAKEFLAGS -u MFLAGS make -C "$builddir" DESTDIR="$work/root" \
	install-libLTLIBRARIES install-pkgconfigDATA install-uetincludeHEADERS \
	install-uetdetailHEADERS >"$work/said" 2>&1 ||
	sed 's/^/# /' "$work/said"
pkgconfig=$(dirname "$(find "$work/root" -name uet.pc)")

# In one object, for all.
gcc -std=c11 -D_GNU_SOURCE -Wall -Wextra -O1 -fPIC -r -nostdlib \
	"$here/driver.c" "$here/ftrace.c" -o "$work/driver.o" || exit 99
ways >"$work/table"
: >"$work/programs"
while IFS='|' read -r name source compiler compile_flags link_flags how; do
	# All, or those of a pattern: UET_WAYS='gcc_*' sh ways.sh
	# shellcheck disable=SC2254
	case ${name%% *} in
	${UET_WAYS:-*}) ;;
	*) continue ;;
	esac
	# The columns' blanks.
	name=${name%% *} source=$(echo $source) compiler=$(echo $compiler)
	how=$(echo $how)
	dir=$work/$name
	mkdir "$dir"
	if build >"$dir/said" 2>&1; then
		echo "$name $source" >>"$work/programs"
	else
		sed 's/^/# /' "$dir/said"
		ok 1 "$name: compiles and links"
	fi
done <"$work/table"

# Just running: to compare is much faster here than under emulation.
cat >"$work/in_kernel.kt" <<END
cd "$work" || exit 1
# Switching an event on and off waits for the other CPUs to notice.
echo 1 >/sys/kernel/rcu_expedited
while read -r name source; do
	echo "program \$name"
	"./\$name/\$name" 2>&1 || echo "exit status \$?"
done <programs
END
sh "$srcdir/tests/kernel/on-kernel" "$work/in_kernel.kt" >"$work/output"
awk -v work="$work" '/^program / { file = work "/" $2 "/output"; next }
	file { print >file }' "$work/output"

# same WHAT REGEX: the lines like this are the expected ones.
same()
{
	grep -E "$2" "$expected" >"$work/want"
	grep -E "$2" "$dir/output" >"$work/got"
	diff -u "$work/want" "$work/got" >"$work/differ" && [ -s "$work/want" ]
	differ=$?
	sed 's/^/# /' "$work/differ"
	ok $differ "$name: $1"
}

while read -r name source; do
	dir=$work/$name
	expected=$here/$source.expected
	touch "$dir/output"
	check "$name: a tool finds its events in the file" \
		"$(names_in_file)" "$(sed -n 's/^events //p' "$expected")"
	same "its events are registered" '^events '
	same "arguments are evaluated while on, once" '^evaluated '
	same "each event arrives" '^[A-Za-z0-9_]+: '
	grep -vE '^events |^evaluated |: [a-z_]+=' "$dir/output" |
		sed 's/^/# /'
done <"$work/programs"
finish
