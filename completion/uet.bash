# SPDX-License-Identifier: MIT
#
# Completion of uet's commands, options and their arguments for bash.  Needs
# nothing of the package bash-completion but being loaded by it.

_uet_commands='list status register delete record report live stat help'

# Prints a command's options; without one, those that stand before a command.
# tests/docs/docs.sh compares them with the help and the manual pages.
_uet_options()
{
	case $1 in
	list) echo --elf --json -h --help ;;
	status) echo -p --processes --json -h --help ;;
	register) echo --elf --persist --multi-format -h --help ;;
	delete) echo --format -n --dry-run -h --help ;;
	record) echo -e --event --elf --register --filter --level --keyword -C --cpu --duration \
		--fail-on-loss -a --all-cpus -G --cgroup -p --pid -t --tid -o --output \
		-m --mmap-pages -k --clockid -c --count -F --freq --overwrite -z \
		--compression-level --max-size \
		--switch-output --switch-max-files -h --help ;;
	live) echo -e --event --elf --register --filter --level --keyword -C --cpu --duration \
		--fail-on-loss -a --all-cpus -G --cgroup -p --pid -t --tid -m --mmap-pages \
		-k --clockid -c --count -F --freq --print-fmt --json -h --help ;;
	stat) echo -e --event --elf --register --filter --level --keyword -C --cpu --duration \
		-a --all-cpus -G --cgroup -p --pid -t --tid -I --interval-print \
		--json -h --help ;;
	report) echo -i --input -e --event --level --keyword -p --pid --tid \
		--comm --time --fields --filter --clock --print-fmt --kallsyms \
		--json --csv --summary -h --help ;;
	'') echo -h --help -V --version ;;
	esac
}

# True for an option whose argument is the next word.
_uet_takes_argument()
{
	case $1:$2 in
	list:--elf | register:--elf | record:--elf) ;;
	report:-[iep] | report:--input | report:--event | report:--pid) ;;
	report:--tid | report:--comm | report:--time | report:--fields) ;;
	report:--filter | report:--clock | report:--kallsyms) ;;
	report:--level | record:--level | live:--level | stat:--level) ;;
	report:--keyword | record:--keyword | live:--keyword | stat:--keyword) ;;
	stat:-C | stat:--cpu | stat:--duration) ;;
	record:--register | live:--register | stat:--register) ;;
	stat:--filter | stat:--elf | stat:-[eptI] | stat:--event) ;;
	stat:--pid | stat:--tid | stat:--interval-print) ;;
	live:-C | live:--cpu | live:--duration) ;;
	live:--filter | live:--elf | live:-[eptm] | live:--event) ;;
	live:--pid | live:--tid | live:--mmap-pages | live:-k | live:--clockid) ;;
	live:-c | live:--count | live:-F | live:--freq) ;;
	record:-c | record:--count | record:-F | record:--freq) ;;
	record:-C | record:--cpu | record:--duration) ;;
	record:--filter | record:-[eptom] | record:--event | record:--pid | record:--tid) ;;
	record:--output | record:--mmap-pages | record:-k | record:--clockid) ;;
	record:--max-size | record:--switch-max-files) ;;
	record:-G | record:--cgroup | live:-G | live:--cgroup) ;;
	stat:-G | stat:--cgroup) ;;
	*) return 1 ;;
	esac
}

# Answers with the lines of standard input that begin with $1; $2 goes before
# each.  What bash takes for a word begins behind the last ":", where that is
# one of COMP_WORDBREAKS.
_uet_answer()
{
	local line typed=$2$1 before=''

	[[ $COMP_WORDBREAKS == *:* ]] && before=${typed%"${typed##*:}"}
	while IFS= read -r line; do
		[[ $line == "$1"* ]] || continue
		line=$2$line
		COMPREPLY+=("${line#"$before"}")
	done
}

# Names of the kernel's events: SYSTEM:NAME if $1 has a colon, else NAME.
_uet_kernel_events()
{
	local name

	if [[ $1 == *:* ]]; then
		uet list "${1%%:*}:*"
	else
		uet list
	fi 2>/dev/null | while read -r name _; do
		[[ $1 == *:* ]] || name=${name#*:}
		echo "$name"
	done
}

# The same for uet delete, which deletes all formats NAME.HEX by their NAME.
_uet_deletable_events()
{
	local name

	uet list 2>/dev/null | while read -r name _; do
		[[ $name == user_events_multi:* ]] && name=${name%.*}
		echo "${name#*:}"
	done
}

_uet_compiled_events()
{
	local name

	uet list --elf "$1" 2>/dev/null | while read -r name _; do
		echo "$name"
	done
}

_uet_pids()
{
	local folder

	for folder in /proc/[0-9]*; do
		echo "${folder##*/}"
	done
}

# The argument of option $2 of command $1; $3 is what is typed of it, and a
# comma divides those of -e and -p.
_uet_argument()
{
	local last=${3##*,}

	case $1:$2 in
	record:-e | record:--event | live:-e | live:--event | stat:-e | stat:--event)
		_uet_answer "$last" "${3%"$last"}" \
			< <(_uet_kernel_events "$last")
		;;
	record:-p | record:--pid | live:-p | live:--pid | stat:-p | stat:--pid)
		_uet_answer "$last" "${3%"$last"}" < <(_uet_pids)
		;;
	report:-e | report:--event | report:-p | report:--pid | report:--tid) ;;
	report:--comm | report:--time | report:--fields | \
		report:--filter) ;; # the file has them
	report:--clock) _uet_answer "$3" '' < <(printf '%s\n' wall recorded) ;;
	*:--level)
		_uet_answer "$3" '' < <(printf '%s\n' critical error warning \
			information verbose)
		;;
	stat:-I | stat:--interval-print)
		_uet_answer "$3" '' < <(printf '%s\n' 100 1000 10000)
		;;
	record:-m | record:--mmap-pages | live:-m | live:--mmap-pages)
		_uet_answer "$3" '' < <(printf '%s\n' 128 256 512 1024 2048)
		;;
	*:-k | *:--clockid)
		_uet_answer "$3" '' < <(printf '%s\n' monotonic monotonic_raw \
			boottime realtime tai)
		;;
	record:--max-size | record:--switch-max-files) ;;
	*:-G | *:--cgroup)
		_uet_answer "$3" '' < <(find /sys/fs/cgroup -mindepth 1 \
			-type d -printf '%P\n' 2>/dev/null)
		;;
	*:--register | *:--filter | *:--keyword | *:-C | *:--cpu | *:--duration) ;;
	*)
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -f -- "$3")
		;;
	esac
}

# The program that uet runs, word number $1, and what follows it.
_uet_program()
{
	if ((COMP_CWORD == $1)); then
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -c -- "${COMP_WORDS[COMP_CWORD]}"
			compgen -d -- "${COMP_WORDS[COMP_CWORD]}")
	elif declare -F _command_offset >/dev/null; then
		_command_offset "$1"
	else
		compopt -o default
	fi
}

# Neither an option nor its argument.
_uet_operand()
{
	local cur=$2 elf=$3

	case $1 in
	list)
		if [[ $elf ]]; then
			_uet_answer "$cur" '' < <(_uet_compiled_events "$elf")
		else
			_uet_answer "$cur" '' < <(_uet_kernel_events "$cur")
		fi
		;;
	report)
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		;;
	delete) _uet_answer "$cur" '' < <(_uet_deletable_events) ;;
	help) mapfile -t COMPREPLY < <(compgen -W "$_uet_commands" -- "$cur") ;;
	esac
}

# Whole words: bash divides at ":" and "=" as well.
_uet_typed()
{
	local line=${COMP_LINE:0:COMP_POINT} word=''

	[[ $line == *[[:blank:]] ]] || word=${line##*[[:blank:]]}
	echo "$word"
}

_uet()
{
	local cur command=${COMP_WORDS[1]} option='' elf='' i word
	COMPREPLY=()
	cur=$(_uet_typed)

	if ((COMP_CWORD == 1)); then
		mapfile -t COMPREPLY < <(compgen -W \
			"$_uet_commands $(_uet_options '')" -- "$cur")
		return
	fi
	for ((i = 2; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		if [[ $option && $word == = ]]; then
			continue # "--option=argument"
		elif [[ $option ]]; then
			[[ $option == --elf ]] && elf=$word
			# The rest of "SYSTEM:NAME".
			while [[ ${COMP_WORDS[i + 1]} == :* ]]; do
				((i += 2))
			done
			((i < COMP_CWORD)) && option=''
		elif [[ $word == -- ]]; then
			[[ $command == re[cg]* || $command == @(live|stat) ]] && _uet_program $((i + 1))
			return
		elif _uet_takes_argument "$command" "$word"; then
			option=$word
		elif [[ $command == @(record|live|stat) && $word != -* ]]; then
			_uet_program "$i"
			return
		fi
	done
	if [[ $option ]]; then
		[[ $cur == "$option"=* ]] && cur=${cur#*=}
		_uet_argument "$command" "$option" "$cur"
	elif [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W \
			"$(_uet_options "$command")" -- "$cur")
	elif [[ $command == @(record|live|stat) ]]; then
		_uet_program "$COMP_CWORD"
	else
		_uet_operand "$command" "$cur" "$elf"
	fi
} && complete -F _uet uet
