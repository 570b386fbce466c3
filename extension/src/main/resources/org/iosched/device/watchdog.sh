# Puts back what a run has changed, once its standard input ends: that is when the run has closed
# it, or has died in whatever way, since the kernel closes a dead process's pipes. Until then it
# only reads what to do, one line each, words separated by tabs:
#
#   run NAME PID START-TICKS …   the run: nothing is written while a thread of it is still in the kernel
#   over                         the run writes no more, although it lives
#   put SEQFILE SEQ FILE VALUE   write VALUE to FILE, if SEQFILE still holds SEQ (SEQ may be -)
#   end RUN CGROUP               kill what has IOSCHED_RUN=RUN in its environment or is in CGROUP
#   groups PREFIX                end what is in the cgroups whose paths begin so, and remove them
#   unmount DIRECTORY
#   detach IMAGE                 detach the loop devices over IMAGE
#   configfs ITEM                remove a null_blk device, only if its name begins with iosched-
#   unload MODULE JOURNALS       unload a module, unless another journal in JOURNALS has the same line
#   configfsmount POINT JOURNALS unmount configfs, unless there are items in it, or as above
#   delete PATH                  only if its name begins with iosched-
#   journal FILE                 delete FILE, if nothing failed
#
# It prints `ready` when it has begun, then `put: FILE VALUE` and `did: SENTENCE` for what it did and `failed: COMMAND` for
# what remains to be done by hand, and exits with 1 if anything does. Doing it twice does no harm.
#
# For any POSIX shell. Busybox runs its own small tools, so options that these lack are not used.

trap '' HUP INT QUIT TERM PIPE TSTP TTIN TTOU USR1 USR2
# From here on no signal but SIGKILL ends it; the run changes nothing before it has read this.
echo ready
PATH=/usr/sbin:/sbin:/usr/bin:/bin:$PATH
LC_ALL=C
export PATH LC_ALL
unset IOSCHED_WATCHDOG IOSCHED_RUN
tab=$(printf '\t')
IFS=$tab
nl='
'
pid= ticks= over= puts= ends= groups= unmounts= detaches= items= modules= configfs= deletes= journals= failed=

while read -r what a b c d; do
  case $what in
    run) pid=$b ticks=$c ;;
    over) over=1 ;;
    put) puts=$puts$a$tab$b$tab$c$tab$d$nl ;;
    end) ends=$ends$a$tab$b$nl ;;
    groups) groups=$groups$a$nl ;;
    # What was made last goes first.
    unmount) unmounts=$a$nl$unmounts ;;
    detach) detaches=$a$nl$detaches ;;
    configfs) items=$a$nl$items ;;
    unload) modules=$a$tab$b$nl$modules ;;
    configfsmount) configfs=$a$tab$b$nl ;;
    delete) deletes=$a$nl$deletes ;;
    journal) journals=$journals$a$nl ;;
  esac
done

# stat FILE: the state and start of a process or thread (proc(5)); its name may hold blanks
stat() {
  read -r line 2>/dev/null <"$1" || return 1
  IFS=' '
  set -- ${line##*) }
  IFS=$tab
  state=$1 start=${20}
}
# A killed process's pipes are closed while threads of it may still be inside a write to sysfs, and two who switch one
# queue at once crash some kernels. The first thread may have ended before the others.
alive() {
  stat "/proc/$pid/stat" && [ "$start" = "$ticks" ] || return 1
  for task in "/proc/$pid/task"/*/stat; do
    stat "$task" || continue
    case $state in Z | X | x) ;; *) return 0 ;; esac
  done
  return 1
}
writes() { grep -qs kernfs_fop_write "/proc/$pid/task"/*/stack; }
hangs= tries=0
while [ -n "$pid" ] && [ -z "$over" ] && alive; do
  tries=$((tries + 1))
  # After 0.7 s it waits for a write only, as far as it may see one; and gives that up after some 20 s.
  [ $tries -lt 70 ] || writes || break
  [ $tries -lt 1500 ] || { hangs=1; break; }
  sleep 0.01
done

did() { printf 'did: %s\n' "$1"; }
failed() { failed=1; printf 'failed: %s\n' "$1"; }

# holds FILE VALUE: FILE has VALUE, or it in brackets among others
holds() {
  held=
  read -r held 2>/dev/null <"$1" || [ -n "$held" ] || return 1
  case $held in *\[*\]*) held=${held#*\[} held=${held%%\]*} ;; esac
  [ "$held" = "$2" ]
}

# write FILE VALUE: plainly; through sudo what this user may not write. A sudo that hangs is root's and cannot be killed, but
# the shell before it can: it is waited for once.
sudo_hangs=
write() {
  if [ -w "$1" ]; then
    { printf '%s' "$2" >"$1"; } 2>/dev/null
  elif [ -e "$1" ] && [ -z "$sudo_hangs" ]; then
    timeout -s KILL 5 sh -c 'printf %s "$2" | sudo -n /usr/bin/tee "$1"; :' sh "$1" "$2" >/dev/null 2>&1
    [ $? -ne 137 ] || sudo_hangs=1
  fi
}

# put_all LAST: one pass over all settings; true when all hold. Settings are written in their order,
# and all of them again while one is missing, since a scheduler brings its own settings with it.
put_all() {
  missing=
  while read -r seqfile seq file value; do
    [ -n "$file" ] || continue
    [ "$seq" = - ] || holds "$seqfile" "$seq" || continue
    holds "$file" "$value" && continue
    [ -z "$hangs" ] || { failed "echo '$value' > $file"; continue; }
    write "$file" "$value" </dev/null
    if holds "$file" "$value"; then
      printf 'put: %s\t%s\n' "$file" "$value"
    else
      missing=1
      [ -z "$1" ] || failed "echo '$value' > $file"
    fi
  done <<END
$puts
END
  [ -z "$missing" ]
}
tries=0
until put_all ''; do
  tries=$((tries + 1))
  [ $tries -lt 40 ] || { put_all last; break; }
  sleep 0.05
done

# members RUN CGROUP: the processes of a run, one a line
members() {
  grep -lzsxF "IOSCHED_RUN=$1" /proc/[0-9]*/environ 2>/dev/null |
    while IFS=/ read -r _ _ pid _; do printf '%s\n' "$pid"; done
  [ "$2" = - ] || find "$2" -name cgroup.procs -exec cat {} + 2>/dev/null
}
while read -r run cgroup; do
  [ -n "$run" ] || continue
  tries=0
  while :; do
    pids=$(members "$run" "$cgroup")
    [ -n "$pids" ] || break
    [ $tries -gt 0 ] || did "processes of the run ended: $(printf '%s' "$pids" | tr '\n' ' ')"
    [ "$cgroup" = - ] || { echo 1 >"$cgroup/cgroup.kill"; } 2>/dev/null
    printf '%s\n' "$pids" | while read -r pid; do kill -KILL "$pid" 2>/dev/null; done
    tries=$((tries + 1))
    [ $tries -lt 100 ] || { failed "kill -KILL $(printf '%s' "$pids" | tr '\n' ' ')"; break; }
    sleep 0.05
  done
  [ "$cgroup" = - ] || find "$cgroup" -depth -type d -exec rmdir {} \; 2>/dev/null
done <<END
$ends
END

while read -r prefix; do
  case ${prefix##*/} in iosched-*) ;; *) continue ;; esac
  for group in "$prefix"*; do
    tries=0
    while [ -d "$group" ]; do
      rmdir "$group" 2>/dev/null && { did "$group removed"; break; }
      { while read -r pid; do kill -KILL "$pid"; done <"$group/cgroup.procs"; } 2>/dev/null
      tries=$((tries + 1))
      [ $tries -lt 100 ] || { failed "rmdir '$group'"; break; }
      sleep 0.05
    done
  done
done <<END
$groups
END

while read -r directory; do
  [ -n "$directory" ] || continue
  tries=0
  while mountpoint -q "$directory" 2>/dev/null; do
    umount "$directory" 2>/dev/null && { did "$directory unmounted"; continue; }
    tries=$((tries + 1))
    if [ $tries -ge 40 ]; then
      umount -l "$directory" 2>/dev/null || failed "umount -l '$directory'"
      break
    fi
    sleep 0.05
  done
done <<END
$unmounts
END

# loops IMAGE: the loop devices over a file
loops() {
  for backing in /sys/block/loop*/loop/backing_file; do
    IFS= read -r file 2>/dev/null <"$backing" || continue
    case $file in
      "$1" | "$1 (deleted)") backing=${backing#/sys/block/}; printf '/dev/%s\n' "${backing%%/*}" ;;
    esac
  done
}
while read -r image; do
  [ -n "$image" ] || continue
  tries=0
  while :; do
    devices=$(loops "$image")
    [ -n "$devices" ] || break
    printf '%s\n' "$devices" | while IFS=' ' read -r device; do
      losetup -d "$device" 2>/dev/null && did "$device detached"
    done
    tries=$((tries + 1))
    [ $tries -lt 60 ] || { failed "losetup -d $devices"; break; }
    [ -z "$(loops "$image")" ] || sleep 0.05
  done
done <<END
$detaches
END

while read -r item; do
  case ${item##*/} in iosched-*) ;; *) continue ;; esac
  case ${item%/*} in */nullb) ;; *) continue ;; esac
  tries=0
  while [ -d "$item" ]; do
    rmdir "$item" 2>/dev/null && { did "$item removed"; break; }
    tries=$((tries + 1))
    [ $tries -lt 60 ] || { failed "rmdir '$item'"; break; }
    sleep 0.05
  done
done <<END
$items
END

# shared LINE JOURNALS: another run has to undo the same, and is left to do it
shared() {
  for other in "$2"/*.journal; do
    case $nl$journals in *"$nl$other$nl"*) continue ;; esac
    grep -qsxF "$1" "$other" && return 0
  done
  return 1
}

while read -r module directory; do
  case $module in -* | *[!a-z0-9_-]*) continue ;; esac
  case $module in null_blk | scsi_debug | bfq | mq-deadline | adios | *-iosched) ;; *) continue ;; esac
  loaded=/sys/module/$(printf '%s' "$module" | tr - _)
  [ -d "$loaded" ] || continue
  shared "unload$tab$module$tab$directory" "$directory" && continue
  tries=0
  while [ -d "$loaded" ]; do
    rmmod "$module" 2>/dev/null && { did "module $module unloaded"; break; }
    case $module in
      # udev opens disks that come and go; what else holds them is found by hand.
      scsi_debug) ;;
      null_blk)
        for item in /sys/kernel/config/nullb/*/; do [ ! -d "$item" ] || break 2; done ;;
      # Another queue has the scheduler.
      *) break ;;
    esac
    tries=$((tries + 1))
    [ $tries -lt 100 ] || { failed "rmmod $module"; break; }
    sleep 0.05
  done
done <<END
$modules
END

while read -r point directory; do
  case $point in */kernel/config) ;; *) continue ;; esac
  mountpoint -q "$point" 2>/dev/null || continue
  shared "configfsmount$tab$point$tab$directory" "$directory" && continue
  # Others find their items where they have made them.
  [ -z "$(find "$point" -mindepth 2 -maxdepth 2 -type d 2>/dev/null)" ] || continue
  umount "$point" 2>/dev/null && did "$point unmounted"
done <<END
$configfs
END

while read -r path; do
  case ${path##*/} in iosched-*) ;; *) continue ;; esac
  [ -e "$path" ] || [ -L "$path" ] || continue
  # Not what is mounted in it, and of a link the link.
  find "$path" -xdev ! -type d -exec rm -f {} + 2>/dev/null
  find "$path" -xdev -depth -type d -exec rmdir {} + 2>/dev/null
  if [ -e "$path" ] || [ -L "$path" ]; then
    failed "rm -rf --one-file-system '$path'"
  else
    did "$path deleted"
  fi
done <<END
$deletes
END

[ -n "$failed" ] && exit 1
while read -r file; do
  [ -z "$file" ] || rm -f -- "$file"
done <<END
$journals
END
exit 0
