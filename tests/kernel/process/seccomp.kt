#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Filters of system calls: what they take from the library costs the program
# nothing but its events, and is told; what they leave is enough to emit.
. "$srcdir/tests/kernel/process/ways.sh"

puppet=$ways/puppet
hold "$puppet"
listen way_puppet

run timeout 60 "$puppet" unregister forbid=ioctl register state say emit counts
says 'without ioctl nothing is registered, and that is said' \
	'register: EPERM' 'state: failed EPERM' \
	'say: way_puppet: not registered: the kernel or a security policy forbids it' \
	'counts: emitted 0, lost 0+0+0+0'
check 'the program ends well' "$status" 0
run timeout 60 "$puppet" forbid=ioctl emit=2 counts state
says 'what was registered before goes on' \
	'counts: emitted 2, lost 0+0+0+0' 'state: registered'
check 'the program ends well' "$status" 0
check 'and is heard' "$(heard way_puppet)" 2

run timeout 60 "$puppet" unregister forbid=openat register state say file
says 'without openat there is no data file, and that is said' \
	'register: EPERM' 'state: failed EPERM' \
	'say: way_puppet: not registered: this user may not write to user_events_data (forbidden by a security policy)' \
	'file: this user may not write to user_events_data (forbidden by a security policy)'
check 'the program ends well' "$status" 0

run timeout 60 "$puppet" on all-but=write,writev,exit_group emit=3 counts _exit
says 'write and exit are all that a probe needs' \
	'on: ok' 'counts: emitted 3, lost 0+0+0+0'
check 'the program ends well' "$status" 0
check 'and is heard' "$(heard way_puppet)" 3

run timeout 60 "$puppet" fd forbid=fcntl,fstat,newfstatat,prlimit64 emit \
	register fd unregister emit register state emit=2 counts
check 'what cannot be looked at is not replaced' \
	"$(grep '^fd: ' "$work/out" | uniq | wc -l)" 1
sed -i '/^fd: /d' "$work/out"
says 'without fcntl, fstat and limits it registers and emits' \
	'register: ok' 'register: ok' 'state: registered' \
	'counts: emitted 3, lost 0+0+0+0'
check 'the program ends well' "$status" 0
check 'and is heard' "$(heard way_puppet)" 3

# Even writing: counted, not told to anybody else.  What the puppet says itself
# is written by writev.
run timeout 60 "$puppet" forbid=write emit=2
check 'without write the program ends well' "$status" 0
check 'but is not heard' "$(heard way_puppet)" 0
finish
