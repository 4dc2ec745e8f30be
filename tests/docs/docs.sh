#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What is written says what the code does: every exported function and every
# option has its place in a manual page and in the completion, every page can
# be formatted, and the programs in the pages compile.  TAP.
set -u

root=${srcdir:-.}
man=$root/man
completion=$root/completion/uet.bash
uet=${builddir:-.}/uet
commands='list status register delete record report live stat'
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
LC_ALL=C
export LC_ALL
n=0

# ok STATUS NAME: one line of TAP; what is wrong stands in $work/said.
ok()
{
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		sed 's/^/# /' "$work/said"
		echo "not ok $n - $2"
	fi
}

# same NAME: the lists $work/a and $work/b, sorted, are equal and not empty.
same()
{
	diff "$work/a" "$work/b" >"$work/said"
	different=$?
	[ -s "$work/a" ] || echo 'nothing was found' >>"$work/said"
	[ $different = 0 ] && [ -s "$work/a" ]
	ok $? "$1"
}

# exported_by MAP
exported_by()
{
	sed -n '/global:/,/local:/s/^[[:blank:]]*\(uet_[a-z0-9_]*\);.*/\1/p' \
		"$1" | sort -u
}

# What the roff escapes of a page stand for.
plain()
{
	sed 's/\\-/-/g; s/\\(aq/'\''/g; s/\\(ti/~/g; s/\\(ha/^/g
		s/\\(ga/`/g; s/\\(dq/"/g; s/\\f[A-Z]//g; s/\\&//g; s/\\e/\\/g' "$@"
}

# names_in PAGE: what its NAME section names.
names_in()
{
	plain "$1" | awk '
		/^\.SH/ { on = $2 == "NAME"; next }
		on && sub(/(^| )- .*/, "") { print; exit }
		on' | tr -s ', ' '[\n*]'
}

is_link()
{
	grep -q '^\.so ' "$1"
}

# The options, by who tells them.

options_of_code() # COMMAND: what its table for getopt_long() has
{
	sed -n 's/^.*{ "\([a-z-]*\)", [a-z]*_argument,.*/--\1/p' \
		"$root/tools/uet/cmd_$1.c" | sort -u
}

options_of_help() # COMMAND
{
	"$uet" help ${1:+"$1"} |
		sed -n 's/^  \(-., \|    \)\(--[a-z-]*\).*/\2/p' | sort -u
}

options_of_page() # COMMAND: those of its section OPTIONS
{
	plain "$man/uet${1:+-}$1.1" |
		awk '/^\.SH/ { on = $2 == "OPTIONS" } on && /^\.B/' |
		grep -oE -- '(^|[" ,])--[a-z][a-z-]+' |
		grep -oE -- '--[a-z-]+' | sort -u
}

options_of_completion() # COMMAND
{
	bash -c '. "$1"; _uet_options "$2"' - "$completion" "$1" |
		grep -oE -- '--[a-z][a-z-]+' | sort -u
}

# Every function has a page, and no page has a function that is none.
for map in emit/libuet collect/libuet-collect; do
	exported_by "$root/lib/$map.map" >"$work/$(basename $map)"
done
cat "$work/libuet" "$work/libuet-collect" |
	grep -vE '^uet_(probe|module)_' | sort -u >"$work/a"
for page in "$man"/*.3; do
	is_link "$page" || names_in "$page"
done | sort -u >"$work/named"
grep '^uet_' "$work/named" >"$work/b"
same 'the exported functions are those that the manual names'

# What a program writes, too.
grep '^UET_' "$work/named" >"$work/b"
{
	sed -n 's/^#define \(UET_[A-Z_]*\)(id.*/\1/p
		s/^#define \(UET_EVENT_DECLARE\|UET_TRACE\)(.*/\1/p' \
		"$root/include/uet/event.h"
	sed -n 's/^#define \(UET_EH_EVENT\|UET_EH_TRACE\|UET_PROVIDER\)(.*/\1/p' \
		"$root/include/uet/eventheader.h"
} | sort -u >"$work/a"
same 'the macros for events are those that the manual names'

sed -n 's/^#define \(UET_[A-Z0-9]*\)(name.*/\1/p' \
	"$root/include/uet/event.h" | sort -u >"$work/a"
plain "$man/uet_event.3" | grep '^\.BI.*UET_.*( *name' |
	grep -oE 'UET_[A-Z0-9]+' | sort -u >"$work/b"
same 'the kinds of fields are those that the manual names'

sed -n 's/^#define \(UET_EH_[A-Z0-9_]*\).*/\1/p' \
	"$root/include/uet/eventheader.h" |
	grep -vE '^UET_EH_(EVENT|TRACE)$' | sort -u >"$work/a"
plain "$man/uet_eventheader.3" | sed '/^\.SH DESCRIPTION/,/^\.SH ERRORS/!d' |
	grep -E '^\.BI? .*UET_EH_' | grep -oE 'UET_EH_[A-Z0-9_]+[(]|UET_EH_ACTIVITY[A-Z_]*' |
	tr -d '(' | sort -u >"$work/b"
same 'so are those of EventHeader events'

"$root/scripts/exported" "$root"/include/uet/*.h >"$work/a"
cp "$work/libuet-collect" "$work/b"
same 'the headers of libuet-collect mark what its map exports'

# Each name can be looked up: its page is there, or a link to it.
for page in "$man"/*.3; do
	is_link "$page" && continue
	family=$(basename "$page")
	names_in "$page" | while read -r name; do
		[ "$name.3" = "$family" ] ||
			grep -qx "\\.so man3/$family" "$man/$name.3" 2>&1 ||
			echo "$name.3 does not lead to $family"
	done
done >"$work/said"
[ ! -s "$work/said" ]
ok $? 'every name of a family leads to its page'

for page in "$man"/*.[137]; do
	is_link "$page" || continue
	target=$(sed -n 's,^\.so man3/,,p' "$page")
	[ -f "$man/$target" ] && names_in "$man/$target" |
		grep -qx "$(basename "$page" .3)" ||
		echo "$(basename "$page") leads to $target, which is not there or does not name it"
done >"$work/said"
[ ! -s "$work/said" ]
ok $? 'every link leads to a page that names it'

# A page of another folder is not installed with uet.
for page in "$man"/*.[137]; do
	grep -oE '^\.BR (uet|UET)[^ ]* \([137]\)' "$page" | plain |
		sed 's/^\.BR //; s/ (\(.\))/.\1/' | while read -r other; do
		[ -f "$man/$other" ] || echo "$(basename "$page"): no $other"
	done
done >"$work/said"
[ ! -s "$work/said" ]
ok $? 'every page that a page refers to is there'

sed -n 's,^[[:blank:]]*man/\([^ ]*\).*,\1,p' "$man/module.am" |
	sort >"$work/a"
(cd "$man" && ls -- *.[137]) | sort >"$work/b"
same 'every page is installed'

# Options.
for command in '' $commands; do
	options_of_help "$command" >"$work/a"
	if [ -n "$command" ]; then
		options_of_code "$command" >"$work/b"
		same "uet $command: the help has the options of the code"
	fi
	options_of_page "$command" >"$work/b"
	same "uet ${command:-alone}: the manual has the options of the help"
	if command -v bash >/dev/null; then
		options_of_completion "$command" >"$work/b"
		same "uet ${command:-alone}: the completion has them, too"
	fi
done
"$uet" help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p' |
	sort >"$work/a"
# shellcheck disable=SC2086 # words
printf '%s\n' help $commands | sort >"$work/b"
same 'these are all commands'
if command -v bash >/dev/null; then
	bash -c '. "$1"; printf "%s\n" $_uet_commands' - "$completion" |
		sort >"$work/b"
	same 'and the completion knows them'
fi

# What perf passes on to its filter.
plain "$man/uet-dlfilter.7" |
	awk '/^\.SH/ { on = $2 == "ARGUMENTS" } on && get { print } { get = /^\.TP/ }' |
	sed -n 's/^\.BI* \([a-z-]*\).*/\1/p' | sort >"$work/a"
sed -n 's/^\t{ "\([a-z-]*\)", offsetof(.*/\1/p' "$root/tools/dlfilter/args.c" |
	sort >"$work/b"
same 'uet-dlfilter: the manual has the arguments of the code'
sed -n 's/^\t"  \([a-z-]*\)[ =].*/\1/p' "$root/tools/dlfilter/dlfilter.c" |
	sort >"$work/b"
same 'uet-dlfilter: its description has them, too'

# The pages themselves.
for page in "$man"/*.[137]; do
	grep -q 'SPDX-License-Identifier: MIT' "$page" ||
		basename "$page"
done >"$work/said"
[ ! -s "$work/said" ]
ok $? 'every page says its licence'

for page in "$man"/*.[137]; do
	is_link "$page" || grep -q '^\.SH EXAMPLES' "$page" ||
		basename "$page"
done >"$work/said"
[ ! -s "$work/said" ]
ok $? 'every page has examples'

if command -v groff >/dev/null; then
	for page in "$man"/*.[137]; do
		# ".so" looks from the folder above, as man(1) does.
		is_link "$page" || groff -man -Tutf8 -ww -z "$page" 2>&1
	done >"$work/said"
	[ ! -s "$work/said" ]
	ok $? 'groff has nothing to say about any page'
fi

# Programs stand between '.\" program: FILE [c++]' and '.\" end'; those of the
# second kind are in C and may be copied into C++.
for page in "$man"/*.3; do
	awk -v dir="$work" '
		/^\.\\" program: / { file = $3; if ($4) print file; next }
		/^\.\\" end/ { file = ""; next }
		file != "" && !/^\.E[XE]/ { print >(dir "/" file) }' "$page"
done >"$work/also"

# program_compiles FILE COMPILER FLAGS...
program_compiles()
{
	what="the manual's $(basename "$1") compiles, $2"
	plain "$1" >"$work/plain"
	shift
	"$@" -Wall -Wextra -Werror -fsyntax-only -I"$root/include" \
		"$work/plain" >"$work/said" 2>&1
	ok $? "$what"
}

programs=0
for program in "$work"/*.c "$work"/*.cc; do
	[ -f "$program" ] || continue
	programs=$((programs + 1))
	# shellcheck disable=SC2086 # a compiler and its options
	case $program in
	*.c) program_compiles "$program" ${CC:-cc} -x c ;;
	esac
	# shellcheck disable=SC2086
	case $program$(grep -xF "$(basename "$program")" "$work/also") in
	*.cc | *.c?*) program_compiles "$program" ${CXX:-c++} -std=c++17 -x c++ ;;
	esac
done
[ "$programs" -ge 12 ]
ok $? "there are $programs programs"

echo "1..$n"
