#!/bin/bash
# Sources that can be read only once, streams that are closed, files that cannot be written: the
# objects, and the exit code, are the compiler's.
#
#   once.sh FPREDICT_CC CLANG
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
cd sources

# same NAME: one.o is the compiler's, two.o ours; the predictor has read what the compiler did.
same() {
    cmp -s one.o two.o || fail "$1: another object"
    cmp -s hpf.c input.seen || fail "$1: the predictor has not read the source"
    rm -f one.o two.o input.seen
}

# Its second argument is the source, or standard input has it.
predictor 'case $2 in -) cat ;; *) cat "$2" ;; esac >input.seen'
cat hpf.c | "$clang" -I . -x c /dev/stdin -c -o one.o
cat hpf.c | "$cc" -fpredict -I . -x c /dev/stdin -c -o two.o
same '/dev/stdin, a pipe'
"$clang" -I . -x c /dev/stdin -c -o one.o <hpf.c
"$cc" -fpredict -I . -x c /dev/stdin -c -o two.o <hpf.c
same '/dev/stdin, a file'
cat hpf.c | "$clang" -x c - -c -o one.o
cat hpf.c | "$cc" -fpredict -x c - -c -o two.o
same 'a pipe'
"$clang" -I . -x c -c <(cat hpf.c) -o one.o
"$cc" -fpredict -I . -x c -c <(cat hpf.c) -o two.o
same 'a process substitution'
mkfifo fifo
cat hpf.c >fifo &
"$clang" -x c -c fifo -o one.o
cat hpf.c >fifo &
"$cc" -fpredict -x c -c fifo -o two.o
same 'a FIFO'
"$clang" -include forced.h -x c -c hpf.c -o one.o
"$cc" -fpredict -include <(cat forced.h) -x c -c hpf.c -o two.o
same 'a header from a pipe'
cat forced.h >fifo &
"$cc" -fpredict -include fifo -c hpf.c -o two.o 2>err || fail 'a header from a FIFO'
[ -s two.o ] && grep -q "is not predicted: it includes the FIFO 'fifo'" err ||
    fail 'a header from a FIFO is silent'

sed '1i #include "fifo"' hpf.c >includes.c
cat forced.h >fifo &
"$cc" -fpredict -c includes.c -o two.o 2>err || fail 'a FIFO that is included'
[ -s two.o ] && grep -q "is not predicted: it includes the FIFO 'fifo'" err ||
    fail 'a FIFO that is included is silent'

# A long source, more than a pipe holds, and a compiler that reads none of it.
{ cat hpf.c; for i in $(seq 20000); do echo "/* a line, and another one $i */"; done; } >long.c
cat long.c | "$clang" -x c - -c -o one.o
cat long.c | "$cc" -fpredict -x c - -c -o two.o
cmp -s one.o two.o && cmp -s long.c input.seen || fail 'a long source from a pipe'
compiler 'exit 3'
cat long.c | "$cc" -fpredict -x c - -c -o two.o
[ $? = 3 ] || fail 'a compiler that does not read'
export FPREDICT_CC=$clang

# --- Streams and temporary files ------------------------------------------------------
"$clang" -c hpf.c -o one.o
predictor 'cp "$2" input.seen; echo said >&2'
"$cc" -fpredict -c hpf.c -o two.o 2>&- || fail 'a closed standard error'
same 'a closed standard error'
"$clang" -c hpf.c -o one.o
"$cc" -fpredict -c hpf.c -o two.o <&- >&- 2>&- || fail 'closed streams'
same 'closed streams'
"$clang" -c hpf.c -o one.o
TMPDIR=/no/such/folder "$cc" -fpredict -c hpf.c -o two.o 2>err || fail 'a missing TMPDIR'
same 'a missing TMPDIR'
"$clang" -x c -c - -o one.o <hpf.c
TMPDIR=/no/such/folder "$cc" -fpredict -x c -c - -o two.o <hpf.c 2>err || fail 'a missing TMPDIR'
[ -s two.o ] && cmp -s one.o two.o || fail 'a missing TMPDIR, standard input'
"$clang" -c hpf.c -o one.o
{ "$cc" -fpredict -c hpf.c -o two.o; echo $? >status; } 2> >(exec <&-; sleep 0.2)
[ "$(cat status)" = 0 ] || fail "nobody reads standard error: exit code $(cat status)"
same 'nobody reads standard error'

# ended NAME: the process whose id the file NAME.pid holds ends.
ended() {
    for i in $(seq 100); do kill -0 "$(cat "$1.pid")" 2>/dev/null || return 0; sleep 0.1; done
    return 1
}

# Killed, it leaves no predictor and no compiler.
predictor 'echo $$ >predictor.pid; exec sleep 60'
compiler 'echo $$ >compiler.pid; exec sleep 60'
"$cc" -fpredict -c hpf.c &
pid=$!
for i in $(seq 100); do [ -s predictor.pid ] && [ -s compiler.pid ] && break; sleep 0.05; done
sleep 0.5 # what was started a moment before has no guardian
kill -KILL $pid
wait $pid 2>/dev/null
ended predictor || fail 'a predictor stays when fpredict-cc is killed'
ended compiler || fail 'a compiler stays when fpredict-cc is killed'

# A signal reaches the compiler once, whether it was sent to the process group or to us alone: a
# second one would end it while it removes what it has written.
predictor 'exec sleep 60'
cat >waits.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    const struct timespec moment = {0, 100000000};
    sigset_t set;
    int signal, count = 1;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, 0);
    FILE *file = fopen("compiler.pid", "w");
    fprintf(file, "%d\n", (int)getpid());
    fclose(file);
    sigwait(&set, &signal);
    while (sigtimedwait(&set, 0, &moment) > 0)
        count++;
    file = fopen("signals", "w");
    fprintf(file, "%d\n", count);
    fclose(file);
    return 1;
}
END
"$clang" -D_GNU_SOURCE waits.c -o waits
export FPREDICT_CC=$PWD/waits
for to in group process; do
    rm -f signals compiler.pid
    setsid "$cc" -fpredict -c hpf.c &
    pid=$!
    for i in $(seq 100); do [ -s compiler.pid ] && break; sleep 0.05; done
    case $to in group) kill -TERM -$pid ;; process) kill -TERM $pid ;; esac
    wait $pid
    [ "$(cat signals)" = 1 ] || fail "SIGTERM to the $to: the compiler gets $(cat signals)"
done
export FPREDICT_CC=$clang

# --- Options --------------------------------------------------------------------------
predictor 'echo "{}"'
# A compiler as the first argument, as CMAKE_C_COMPILER_LAUNCHER has it.
rm -f one.o two.o
"$clang" -DX=3 -c plain.c -o one.o
FPREDICT_CC=/no/such/compiler "$cc" "$clang" -DX=3 -c plain.c -o two.o || fail 'the launcher form'
cmp -s one.o two.o || fail 'the launcher form: another object'
FPREDICT_CC=/no/such/compiler "$cc" env "$clang" -fpredict -c hpf.c -o two.o 2>err ||
    fail 'a launcher of a launcher'
# -MJ records the command as the compiler would.
"$clang" -MJ one.json -O2 -c hpf.c -o x.o
"$cc" -fpredict -MJ two.json -O2 -c hpf.c -o x.o 2>err
cmp -s one.json two.json || fail '-MJ'
"$clang" -grecord-command-line -g -c hpf.c
mv hpf.o one.o
"$cc" -fpredict -grecord-command-line -g -c hpf.c 2>err
cmp -s one.o hpf.o || fail '-grecord-command-line'
"$cc" -fpredict -Wall -c hpf.c 2>err
grep -q 'unknown pragma' err && fail 'directives are unknown pragmas'

# Reports into a folder: one for each object, none over another.
mkdir -p below
cp hpf.c plain.h below/
"$cc" -fpredict -fpredict-report=json:reports/ -c hpf.c below/hpf.c -I . 2>err
[ -s reports/hpf.json ] && [ -s reports/below/hpf.json ] || fail 'reports of two sources'
"$cc" -fpredict -fpredict-report=text:reports/ -c hpf.c -o below/../below/name.o 2>err
[ -s reports/below/__/below/name.txt ] || fail 'a report beside no other object'"'"'s'
touch file
"$cc" -fpredict -fpredict-report=json:file/ -c hpf.c 2>err || fail 'an unwritten report fails'
grep -q "warning: cannot write 'file/hpf.json'" err || fail 'an unwritten report is silent'
rm -f hpf.o
"$cc" -fpredict -Werror=predict -fpredict-report=json:file/ -c hpf.c 2>err &&
    fail 'an unwritten report does not fail under -Werror=predict'
[ ! -e hpf.o ] || fail 'an unwritten report leaves an object under -Werror=predict'
"$cc" -fpredict -Werror=predict -fpredict-report=json:one.json -c hpf.c other.c 2>err &&
    fail 'a report of several sources does not fail under -Werror=predict'

rm -f hpf.o
cp hpf.c kept.c
for file in hpf.c ./hpf.c hpf.o; do
    "$cc" -fpredict -fpredict-report=json:$file -c hpf.c 2>err
    [ $? = 2 ] && grep -q 'the source or the output' err || fail "a report over $file"
    cmp -s hpf.c kept.c && [ ! -e hpf.o ] || fail "a report over $file is written, or compiled"
done

# An option that there is not is an error of use, in the spelling that was typed.
rm -f hpf.o
for typed in -machin=x -machine -spmd=3 -report=xml -; do
    "$cc" -fpredict -fpredict$typed -c hpf.c 2>err
    [ $? = 2 ] || fail "-fpredict$typed: exit code"
    grep -qF -- "'-fpredict$typed'" err || fail "-fpredict$typed is not named as typed"
    [ ! -e hpf.o ] || fail "-fpredict$typed is compiled"
done

# So is a value that there is not, in the spelling of the option that has it.
unset FPREDICT_PREDICTOR
for typed in -procs=abc -procs= -set=N -overlap=nan -exchange=none; do
    rm -f hpf.o
    "$cc" -fpredict -fpredict$typed -c hpf.c 2>err
    [ $? = 2 ] || fail "-fpredict$typed: exit code"
    grep -q -- "-fpredict${typed%=*}" err || fail "-fpredict$typed is not named as typed"
    grep -q -- ' --' err && fail "-fpredict$typed is named otherwise, too"
    [ ! -e hpf.o ] || fail "-fpredict$typed leaves an object"
done

# --- Unknown pragmas --------------------------------------------------------------------
# Those of others are reported as the compiler reports them, directives are not. The reference is
# the compiler, on a source with blank lines in place of directives.
unset FPREDICT_PREDICTOR
sed '3i #pragma nobody knows this' hpf.c >pragmas.c
sed 's/^#pragma hpf.*//' pragmas.c >reference.c
for options in '' -Wall '-Wall -Werror' '-Wall -Werror -Wno-error=unknown-pragmas' \
    -Werror=unknown-pragmas '-Wall -Wno-unknown-pragmas' '-w -Wall' '-Wno-unknown-pragmas -Wall'; do
    rm -f pragmas.o
    "$clang" $options -c reference.c 2>expected
    code=$?
    "$cc" -fpredict -Rno-predict -Wno-predict $options -c pragmas.c 2>got
    [ $? = $code ] || fail "unknown pragmas with '$options': exit code, $code expected"
    [ $code = 0 ] || [ ! -e pragmas.o ] || fail "unknown pragmas with '$options': an object"
    sed -i 's/reference.c/pragmas.c/; /generated.$/d' expected
    diff expected got || fail "unknown pragmas with '$options'"
done

# Of several sources, the one that is refused has no object, as without us.
rm -f pragmas.o other.o
"$cc" -fpredict -Rno-predict -Wno-predict -Wall -Werror -c pragmas.c other.c 2>err
[ $? = 1 ] || fail 'unknown pragmas in one of two sources: exit code'
[ ! -e pragmas.o ] && [ -e other.o ] || fail "unknown pragmas in one of two sources: $(ls *.o)"

# A signal that comes when the compiler has ended already ends fpredict-cc, too.
predictor 'echo $$ >late.pid; exec sleep 60'
"$cc" -fpredict -c hpf.c &
pid=$!
for i in $(seq 100); do [ -s late.pid ] && [ -s hpf.o ] && break; sleep 0.05; done
sleep 0.5
kill -TERM $pid
wait $pid
[ $? = 143 ] || fail 'SIGTERM after the compiler has ended'
finish
