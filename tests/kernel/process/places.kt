#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Where the data file is: tracefs mounted late, elsewhere, only in debugfs, or
# one file alone in a container.
. "$srcdir/tests/kernel/process/ways.sh"

for_anybody puppet
hold "$program"
listen way_puppet

# elsewhere SCRIPT: in a mount namespace without tracefs; $1 is the puppet.
elsewhere()
{
	run timeout 60 unshare -m sh -ec "
		while umount /sys/kernel/tracing; do :; done 2>/dev/null
		while umount /sys/kernel/debug/tracing; do :; done 2>/dev/null
		while umount /sys/kernel/debug; do :; done 2>/dev/null
		cd '$work'
		$1" - "$program"
}

elsewhere '"$1" state say "sh=mount -t tracefs t /sys/kernel/tracing" \
	emit register state emit=3 counts'
says 'tracefs that is mounted late is found when asked again' \
	'state: failed ENOENT' \
	'say: way_puppet: not registered: this kernel has no user_events, or tracefs is not mounted (Linux 6.4 or later with CONFIG_USER_EVENTS; mount -t tracefs nodev /sys/kernel/tracing)' \
	'register: ok' 'state: registered' 'counts: emitted 3, lost 0+0+0+0'
check 'and events flow' "$(heard way_puppet)" 3

elsewhere 'mkdir "odd place"; mount -t tracefs t "odd place"
	"$1" state emit=2'
says 'tracefs in an odd place is found' 'state: registered'
check 'and events flow' "$(heard way_puppet)" 2

elsewhere 'mkdir debug; mount -t debugfs d debug; "$1" state emit=4'
says "debugfs' tracing folder is found" 'state: registered'
check 'and events flow' "$(heard way_puppet)" 4

# A container that was given the one file, and no /proc.
run timeout 60 unshare -m sh -ec '
	root=$1/root
	mkdir "$root"
	mount --bind / "$root"
	mount -t tmpfs t "$root/proc"
	mount -t tmpfs t "$root/sys"
	mount -t tmpfs t "$root/mnt"
	mkdir -p "$root/sys/kernel/tracing"
	: >"$root/sys/kernel/tracing/user_events_data"
	mount --bind /sys/kernel/tracing/user_events_data \
		"$root/sys/kernel/tracing/user_events_data"
	cp "$1"/bin/* "$root/mnt"
	LD_LIBRARY_PATH=/mnt chroot "$root" /mnt/puppet state emit=5 unregister \
		emit register emit counts' - "$work"
says 'the file alone in a container is enough' 'state: registered' \
	'register: ok' 'counts: emitted 6, lost 0+0+0+0'
check 'and events flow' "$(heard way_puppet)" 6

# A program that locks itself up keeps what it has.
mkdir "$work/empty"
run "$program" "chroot=$work/empty" emit state unregister register state counts
says 'chroot leaves the event registered, but not to be registered again' \
	'state: registered' 'register: ENOENT' 'state: failed ENOENT' \
	'counts: emitted 1, lost 0+0+0+0'
check 'and events flow until then' "$(heard way_puppet)" 1
finish
