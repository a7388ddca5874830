#!/bin/sh
# fpredict record under an MPI: what is in the trace is what the programs counted themselves; how runs
# end, and what is wrong.
#
#   run.sh ROOT FPREDICT MPICC MPIRUN
set -eu
root=$1 fpredict=$2 mpicc=$3 mpirun=$4
if [ "$mpicc" = none ]; then
    echo "skipped: this MPI is not installed"
    exit 77
fi
here=$root/tests/record
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export XDG_CACHE_HOME=$work/cache

fail() {
    echo "FAILED: $*"
    [ ! -s said ] || tail -n 40 said
    exit 1
}
. "$here/counted.sh"

case $mpirun in
*openmpi*)
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export OMPI_MCA_rmaps_base_oversubscribe=1 ;;
esac
# records CODE ARGUMENT...: fpredict record must end with CODE; what it and the program say is in `said`.
records() {
    code=$1
    shift
    status=0
    timeout 300 "$fpredict" record "$@" >out 2>said </dev/null || status=$?
    [ "$status" -eq "$code" ] || fail "exit code $status, not $code: record $*"
}
says() {
    grep -q -- "$1" said || fail "it does not say '$1'"
}

# --- The library itself ---
warnings='-Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes'
for file in "$root"/trace/record/library/*.c; do
    "$mpicc" -O2 $warnings -Werror -I "$root" -c "$file" -o /dev/null >said 2>&1 || fail "$file"
done

# --- Every sort of call ---
"$mpicc" -O1 -w "$here/calls.c" -o calls
records 0 -o calls.d -- "$mpirun" -n 4 ./calls
says 'calls.d/traces.otf2: .* of 4 ranks, .* events'
[ -e calls.d/traces.otf2 ] && [ ! -e calls.d.raw ] || fail "what is left"
ls cache/fpredict/record-*.so >/dev/null || fail "the library is not kept"
is_as_counted calls.d out
records 0 -o two.d -- "$mpirun" -n 2 ./calls # an odd number of neighbours each
is_as_counted two.d out

# A folder with a blank would be two libraries for LD_PRELOAD: another one is taken.
mkdir 'a blank' home
HOME=$work/home XDG_CACHE_HOME=$work/'a blank' records 0 -o blank.d -- "$mpirun" -n 2 ./calls
ls home/.cache/fpredict/record-*.so >/dev/null || fail "a cache with a blank"
HOME=$work/'a blank' XDG_CACHE_HOME=$work/'a blank' records 0 -o spare.d -- "$mpirun" -n 2 ./calls
[ ! -e spare.d.raw ] && [ -z "$(ls 'a blank')" ] || fail "what is left of a spare folder"
HOME=$work/'a blank' XDG_CACHE_HOME=$work/'a blank' records 1 -o 'spare d' -- "$mpirun" -n 2 ./calls
says "so has '.*/spare d.raw'"

# --- What few programs call ---
# Open MPI 4.1.4 crashes in some accesses, recorded or not, with what it takes first for them.
"$mpicc" -O1 -w -pthread "$here/seldom.c" -o seldom
export OMPI_MCA_osc='^rdma'
records 0 -o seldom.d -- "$mpirun" -n 4 ./seldom
says 'warning: 4 calls on communicators between two groups'
says 'warning: 8 collectives that do not wait'
says 'warning: 4 collectives among neighbours'
says 'warning: 4 requests were freed'
says 'warning: 4 calls are of threads other'
"$fpredict" trace convert seldom.d --as text -o seldom.text
# Each rank sends 3, 4, 5 and 6 doubles to the next, has 5 puts and 4 gets, and cancels a receive.
awk '/^[0-9]/ {
         n[$1 " " $3]++
         if ($3 == "isend") { sent[$1] += $11; sum[($1 + 1) % 4] += $11; to[$1] += $5 != ($1 + 1) % 4 }
         if ($3 == "recv" || $3 == "irecv") { got[$1] += $11; from[$1] += $5 != ($1 + 3) % 4 }
     }
     END {
         for (r = 0; r < 4; r++)
             if (n[r " isend"] != 4 || sent[r] != 144 || got[r] != 144 || to[r] || from[r] ||
                 n[r " recv"] != 1 || n[r " irecv"] != 3 || n[r " irecv_posted"] != 4 ||
                 n[r " request_cancel"] != 1 || n[r " isend_done"] != 3 ||
                 n[r " put"] != 5 || n[r " get"] != 4) {
                 print "rank " r ": sent " sent[r] ", got " got[r] ", " n[r " put"] " puts"
                 exit 1
             }
     }' seldom.text >said || fail "messages that few programs have"
for wanted in '201:0 1 2 3' '202:0 2 1 3'; do
    comm=$(sed -n "s/^0 .* MPI_Bcast root 0 comm \([0-9]*\) bytes ${wanted%%:*} .*/\1/p" seldom.text)
    grep -q "^comm $comm \"\" ${wanted#*:}\$" seldom.text || fail "communicator '$comm' is not ${wanted#*:}"
done

# --- Calls of MPI 4 ---
"$mpicc" -O1 -w "$here/mpi4.c" -o mpi4
records 0 -o mpi4.d -- "$mpirun" -n 2 ./mpi4
if [ "$(cat out)" = 0 ]; then
    ! grep -q 'MPI 4' said || fail "calls of MPI 4 in an older one"
else
    says "warning: $(cat out) calls that MPI 4 has added"
    "$fpredict" trace convert mpi4.d --as text -o mpi4.text
    # They are there as calls; one message each way is there as a message.
    for name in Send_c Isendrecv Barrier_init Comm_idup_with_info Bcast_c; do
        grep -q "^region [0-9]* mpi \"MPI_$name\"" mpi4.text || fail "no MPI_$name"
    done
    [ "$(grep -c '^[01] [0-9]* \(send\|irecv\) ' mpi4.text)" = 4 ] || fail "a message as ever"
fi

# --- Regions, functions, processor time ---
"$mpicc" -O1 -I "$root/frontend/include" -finstrument-functions \
    -finstrument-functions-exclude-file-list=fpredict_region.h "$here/regions.c" -o regions
records 0 -o regions.d -- "$mpirun" -n 2 ./regions compute
"$fpredict" trace convert regions.d --as text -o regions.text
entered() {
    awk -v name="\"$2\"" '$1 == "region" { sub(/^region [0-9]+ [a-z]+ /, ""); }
        FNR == NR { next } { print }' /dev/null "$1" >/dev/null
    number=$(sed -n "s/^region \([0-9]*\) [a-z]* \"$2\".*/\1/p" "$1")
    [ -n "$number" ] || fail "no region '$2'"
    grep -c "^$3 [0-9]* enter $number\$" "$1" || true
}
for rank in 0 1; do
    for what in 'step 0:2' 'step 1:1' inner:3 stem:3 leaf:6 compute:1; do
        got=$(entered regions.text "${what%:*}" $rank)
        [ "$got" = "${what#*:}" ] || fail "rank $rank enters ${what%:*} $got times"
    done
done
grep -q '^region [0-9]* user "inner" ".*regions.c" [1-9]' regions.text || fail "no place of a region"
computes regions.text
# The program ends with MPI_Finalize: its processor time is said there, too, as the rank may wait
# for the processor in between.
for rank in 0 1; do
    grep "^$rank " regions.text | tail -n 1 | grep -q ' leave 0 cpu [0-9]*$' ||
        fail "no processor time at the end of rank $rank"
done
"$fpredict" trace show regions.d | grep -q ' leaf ' || fail "regions that do not end"
records 0 -o some.d --functions 'st*' -- "$mpirun" -n 2 ./regions
"$fpredict" trace convert some.d --as text -o some.text
[ "$(entered some.text stem 0)" = 3 ] || fail "--functions 'st*' without stem"
! grep -q '"leaf"' some.text || fail "--functions 'st*' with leaf"

# --- Classes of events, and no processor time ---
records 0 -o few.d --classes message,collective --processor-time none -- "$mpirun" -n 4 ./calls
"$fpredict" trace convert few.d --as text -o few.text
! grep -q ' enter \| leave \| put \| get \| cpu ' few.text || fail "classes that were switched off"
sed 's/accesses [0-9]* [0-9]*/accesses 0 0/' out >without
is_as_counted few.d without

# --- What a program counts is what it has computed: from barrier to barrier 5 and 2 ms, to the ns; then
# nothing, as less than before is none, twice, and 3 ms ---
"$mpicc" -O1 "$here/counted_work.c" -ldl -o counted_work
records 0 -o counted.d -- "$mpirun" -n 2 ./counted_work
"$fpredict" trace convert counted.d --as text -o counted.text >said 2>&1 || fail "a counter that is reset"
awk '$1 == "region" && $4 == "\"MPI_Barrier\"" { barrier = $2 }
     $3 == "leave" && $4 == barrier && $5 == "cpu" { left[$1] = $6 }
     $3 == "enter" && $4 == barrier && n[$1]++ { took[$1] = took[$1] " " $6 - left[$1] }
     END { exit !(took[0] == " 5000000 2000000 0 0 3000000" && took[1] == took[0]) }' counted.text ||
    fail "work that is counted: $(grep cpu counted.text | head -20)"

# --- Another clock: 5,000 s ahead ---
if unshare -T -f --monotonic 5000 true 2>/dev/null; then
    records 0 -o clocks.d -- "$mpirun" -n 1 ./calls : -n 1 unshare -T -f --monotonic 5000 ./calls : \
        -n 1 ./calls
    says '1 rank had another clock than rank 0'
    awk '/traces.otf2:/ && !($4 ~ /^(ns|µs|ms)$/ || ($4 == "s" && $3 <= 100)) { exit 1 }' said ||
        fail "clocks that were not made one"
    is_as_counted clocks.d out
fi

# --- How programs end ---
records 7 -o exit.d -- "$mpirun" -n 2 ./regions exit
records 0 -o behind.d -- timeout 200 "$mpirun" -n 2 ./regions
# Behind two prefixes. A program's own words are its own, whatever they look like: nothing of that is
# run, and nothing added.
records 0 -o prefixes.d -- env -u NOTHING AN=ANSWER nice -n 1 timeout -k 5 200 "$mpirun" -n 2 ./regions
mkdir words
for name in mpirun mpirun.sh mpirun.openmpi; do
    printf '#!/bin/sh\ntouch executed\n' >words/$name
    chmod +x words/$name
done
printf '#!/bin/sh\necho "$@" >given\nexec "%s" -n 2 ./regions\n' "$mpirun" >prog.sh
chmod +x prog.sh
set -- --input words/mpirun.sh words/mpirun words/mpirun.openmpi : more
records 0 -o words.d --mpicc "$mpicc" -- ./prog.sh "$@"
[ ! -e executed ] || fail "a word of the program's is executed"
[ "$(cat given)" = "$*" ] || fail "the program is given '$(cat given)'"
[ -e exit.d/traces.otf2 ] || fail "no trace of a program that fails"
status=0
echo 'some words' | "$fpredict" record -o read.d -- "$mpirun" -n 2 ./regions read >out 2>said || status=$?
[ $status = 0 ] && grep -q '^read some words' out || fail "a program's input"
status=0
timeout 300 "$fpredict" record -o die.d -- "$mpirun" -n 2 ./regions die >out 2>said || status=$?
[ $status != 0 ] || fail "a program whose rank is killed ends well"
says 'rank 1 .* has ended before MPI_Finalize'
"$fpredict" trace convert die.d --as text -o die.text
[ "$(entered die.text many 1)" = 1000 ] || fail "what a rank did before it was killed"

# --- No room ---
# 20,000 regions are 640 kB; files may have 512.
records 1 -o full.d -- "$mpirun" -n 2 ./regions much
says 'rank 0 is not recorded any more: File too large'
says 'rank 1 was recorded to event [1-9][0-9]*, and not any more'
# Into 512 KiB go the header and one piece of 262,144 bytes: 16,384 events of 16, less a few longer ones.
"$fpredict" trace convert full.d --as text -o full.text
there=$(grep -c '^1 [0-9]* \(enter\|leave\) ' full.text)
[ "$there" -gt 16000 ] && [ "$there" -le 16384 ] || fail "what there was room for: $there events"

# --- Linked with it ---
"$fpredict" record --compile -- "$mpicc" -O1 "$here/regions.c" -o linked >said 2>&1 || fail "--compile"
mkdir raw
FPREDICT_RECORD=$PWD/raw "$mpirun" -n 2 ./linked >out || fail "a program that is linked with it"
records 0 -o linked.d --from raw
"$fpredict" trace convert linked.d --as text -o linked.text
[ "$(entered linked.text 'step 0' 1)" = 2 ] || fail "regions of a linked program"
"$mpirun" -n 2 ./linked || fail "a linked program that is not recorded"
# Damaged: a kind of event that there is not; a rank that is missing; another run's.
printf '\377' | dd of=raw/rank-000001.events bs=1 seek=4096 conv=notrunc 2>/dev/null
records 1 -o damaged.d --from raw
says 'event 1 makes no sense'
rm raw/rank-000001.*
records 1 -o missing.d --from raw
says 'rank 1 has written nothing'
cp raw/rank-000000.events raw/rank-000001.events
records 1 -o twice.d --from raw
says 'of another run'

# --- Functions and loops that are marked ---
cat >commands <<END
# comment
function find
function s?arch # another
loop marks.c:*
END
cp "$here/marks.c" .
"$fpredict" record --compile --commands commands -- "$mpicc" -O1 -Wall -Wextra -Wshadow -Wno-switch-unreachable -pedantic -Werror \
    -Wno-unknown-pragmas -MD -c marks.c -o marks.o >said 2>&1 || fail "marks with warnings as errors"
says 'marks.c:42:9: warning: the loop is not recorded'
says 'marks.c:49:9: warning: the loop is not recorded'
# make is told of the source, and not of the text that is gone.
grep -q '^marks.o: marks.c ' marks.d && ! grep -q fpredict-marks marks.d || fail "dependencies: $(head -n 2 marks.d)"
"$fpredict" record --compile -- "$mpicc" marks.o -o marks >said 2>&1 || fail "the link of marks"
records 0 -o marks.d.run -- "$mpirun" -n 2 ./marks
grep -q 'line 64 of marks.c' out || fail "a source that is marked has other lines, or another name: $(cat out)"
"$fpredict" trace convert marks.d.run --as text -o marks.text
has_marks marks.text
# The same by the compiler's option, preloaded or not; functions that a run does not want are left out.
FPREDICT_MPICC=$mpicc "${fpredict%/*}/fpredict-cc" -O1 -w -fpredict-record-loops -fpredict-record-functions marks.c -o marks >said 2>&1 ||
    fail "-fpredict-record-loops"
records 0 -o option.d --functions find,search -- "$mpirun" -n 1 ./marks
"$fpredict" trace convert option.d --as text -o marks.text
has_marks marks.text
# What stands before loops: each is either recorded, or there is a warning.
cp "$here/marks_before.c" .
sed -n 's,.*/\* \([0-9]*\): \([1-9]\) \*/.*,loop \1 marks_before.c \1 \2 \2,p' marks_before.c | sort >wanted
[ "$(wc -l <wanted)" = 12 ] || fail "loops of marks_before.c: $(cat wanted)"
for option in -O0 -fopenmp; do
    "$fpredict" record --compile --loops -- "$mpicc" $option -Wall -Werror -Wno-unknown-pragmas -c marks_before.c -o marks.o >said 2>&1 ||
        fail "marks before pragmas with $option: $(cat said)"
    [ "$(grep -c 'warning: the loop is not recorded' said)" = 6 ] || fail "loops that are not recorded: $(cat said)"
    for line in 34 44 50 74 77 80; do
        says "marks_before.c:$line:[59]: warning: the loop is not recorded"
    done
    "$fpredict" record --compile -- "$mpicc" $option marks.o -o marks >said 2>&1 || fail "the link of marks_before"
    rm -rf before.d
    records 0 -o before.d -- env OMP_NUM_THREADS=1 "$mpirun" -n 1 ./marks
    grep -q 'line 103' out || fail "marks_before.c has other lines: $(cat out)"
    "$fpredict" trace convert before.d --as text -o marks.text
    has_regions marks_before.c marks.text
done
# Wrong commands have a place, and nothing is compiled.
printf 'loop marks.c\nloops all\nfunction\nloop marks.c:0\nfunction a b\n' >commands
rm -f marks.o
"$fpredict" record --compile --commands commands -- "$mpicc" -c marks.c -o marks.o >said 2>&1 && fail "wrong commands"
for place in 1:6 2:1 3:1 4:6 5:10; do
    says "commands:$place: error: .*record-commands"
done
[ ! -e marks.o ] || fail "it is compiled by wrong commands"
# A line that has no loop, and a text that clang does not take.
printf 'loop marks.c:1\n' >commands
"$fpredict" record --compile --commands commands -- "$mpicc" -w -c marks.c -o marks.o >said 2>&1 || fail "a line without loop"
says 'commands:1:6: warning: no loop of'
# A pattern that no function has; main, which begins before the recording does.
printf 'function zzz*\nfunction main\nfunction find\n' >commands
"$fpredict" record --compile --commands commands -- "$mpicc" -w -c marks.c -o marks.o >said 2>&1 || fail "a function that is not there"
says "commands:1:10: warning: no function that these sources define is named 'zzz\*'"
says "commands:2:10: warning: 'main' is entered before MPI_Init"
[ "$(grep -c 'warning: .*not-recorded' said)" = 2 ] || fail "a third warning: $(cat said)"
# Behind a program that starts it, a compiler with an ending of its own; a language for all that follows.
"$fpredict" record --compile -- env "$mpicc" -O1 "$here/regions.c" -o launched >said 2>&1 || fail "env $mpicc: $(cat said)"
"$fpredict" record --compile -- "$mpicc" -w -xc "$here/regions.c" -o launched >said 2>&1 || fail "-xc: $(cat said)"
"${fpredict%/*}/fpredict-cc" "$mpicc" -fpredict-record -w "$here/regions.c" -o launched >said 2>&1 || fail "fpredict-cc $mpicc: $(cat said)"
printf 'int f(void) { return x; }\n' >wrong.c
"$fpredict" record --compile --loops -- "$mpicc" -c wrong.c -o wrong.o >said 2>&1 && fail "a source that is wrong"
says "of 'wrong.c' are not recorded: clang"

# A folder that has no recording stays as it is, whatever is in it.
# --- A generated program's regions: in each of five steps a sweep, in which two messages pass ---
"$fpredict" emit "$here/phases.c" --procs 2 -o phases.c 2>said || fail "phases.c is not generated"
says "does not mark region 'search', .* a jump may leave it"
"$mpicc" -O1 -w -I"$root" -I"$root/codegen/runtime" phases.c "$root"/codegen/runtime/fpr_*.c -lm -o phases
records 0 -o phases.d -- "$mpirun" -n 2 ./phases
"$fpredict" trace convert phases.d --as text -o phases.text
grep -q '^region [0-9]* user "sweep" "phases.c" 31$' phases.text || fail "where 'sweep' stands"
awk '$1 == "region" { name[$2] = $4 }
     /^[0-9]/ && $3 == "enter" { in_it[$1, name[$4]]++; count[name[$4]]++ }
     /^[0-9]/ && $3 == "leave" { in_it[$1, name[$4]]-- }
     /^[0-9]/ && $3 == "enter" && name[$4] == "\"sweep\"" && !in_it[$1, "\"step\""] { outside++ }
     /^[0-9]/ && $3 ~ /send$/ { sent += in_it[$1, "\"sweep\""] > 0 }
     END { print count["\"step\""] + 0, count["\"sweep\""] + 0, sent + 0, outside + 0 }' phases.text >got
[ "$(cat got)" = "10 10 10 0" ] || fail "steps, sweeps, messages in them, sweeps outside steps: $(cat got)"

mkdir empty
touch empty/record-0.so empty/record-0.o empty/rank-0.names
records 1 -o empty.d --from empty
says "no rank has written anything in 'empty'"
[ "$(ls empty | wc -l)" = 3 ] || fail "--from removes files"
rm empty/*
records 1 -o empty.d --from empty
[ -d empty ] || fail "--from removes a folder"

# --- What is wrong ---
records 1 -o calls.d -- "$mpirun" -n 2 ./calls
says 'there is something of this name'
mkdir other.d.raw
records 1 -o other.d -- "$mpirun" -n 2 ./calls
says "'--from' makes a trace of it"
records 1 -o none.d -- "$mpirun" -n 2 true
says 'no rank wrote anything'
[ ! -e none.d ] && [ ! -e none.d.raw ] || fail "what is left of nothing"
records 1 -o none.d -- ./no-such-program
says "there is no program './no-such-program'"
records 1 -o none.d --mpicc no-such-mpicc -- "$mpirun" -n 2 ./calls
says "there is no 'no-such-mpicc' here"
records 1 -o none.d --mpicc false -- "$mpirun" -n 2 ./calls
says 'does not compile with'
records 2 -o none.d "$mpirun" -n 2 ./calls
records 2 -- "$mpirun" -n 2 ./calls
says 'where shall the trace be written'
records 2 -o none.d
says 'what shall be recorded'
records 2 -o none.d --classes user,io -- "$mpirun" -n 2 ./calls
