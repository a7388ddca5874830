#!/bin/bash
# What fpredict-cc asks of the predictor, when, and what it does with the answer.
#
#   prediction.sh FPREDICT_CC CLANG
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
cd sources
export TMPDIR=$work/temporary
mkdir "$TMPDIR"

# expect FILE TEXT WHAT: FILE must hold TEXT.
expect() {
    [ "$(cat "$1")" = "$2" ] || {
        fail "$3: expected"
        printf '%s\nbut got\n' "$2"
        cat "$1"
    }
}

# --- Arguments ----------------------------------------------------------------
predictor 'printf "%s|" "$@" >>arguments; echo >>arguments'

# asks EXPECTED ARGUMENT…: the predictor's arguments, one call a line.
asks() {
    local expected=$1
    shift
    rm -f arguments
    touch arguments
    "$cc" "$@" >/dev/null 2>&1 </dev/null
    expect arguments "$expected" "$*"
}
first='estimate|hpf.c|--quiet-compiler|--part|--jobs|1|--color|never|'

asks '' -c hpf.c
asks '' -fpredict -c plain.c
asks '' -fpredict -fno-predict -c hpf.c
asks '' -fpredict -E hpf.c
asks '' -fpredict -M hpf.c
asks '' -fpredict -### -c hpf.c
asks '' -fpredict -c -x assembler hpf.c
asks "$first--remarks|--|" -fpredict -c hpf.c
asks 'estimate|hpf.c|--quiet-compiler|--jobs|1|--color|never|--remarks|--|' -fpredict -fsyntax-only hpf.c
asks 'estimate|hpf.c|--quiet-compiler|--jobs|1|--color|never|--remarks|--|' -fpredict hpf.c
asks "$first--remarks|--|" -fpredict -c plain.c hpf.c
asks 'estimate|user.c|--quiet-compiler|--part|--jobs|1|--color|never|--remarks|--|' -fpredict -c user.c
cp hpf.c ./-dash.c
asks 'estimate|./-dash.c|--quiet-compiler|--part|--jobs|1|--color|never|--remarks|--|' \
    -fpredict -c -- -dash.c
asks "$first--no-remarks|--|" -fpredict -Rno-predict -c hpf.c
asks "$first--no-warnings|--remarks|--|" -fpredict -Wno-predict -c hpf.c
asks "$first--warnings-as-errors|--remarks|--|" -fpredict -Werror=predict -c hpf.c
asks 'estimate|hpf.c|--quiet-compiler|--part|--jobs|1|--color|always|--remarks|--|' \
    -fpredict -fcolor-diagnostics -c hpf.c
asks "$first--machine|a.yaml|--machine|b|--procs|1,2,4|--set|N=64:1024:*2|--set|M=1|--distribute|T(block,*)|--remarks|--|" \
    -fpredict -fpredict-machine=a.yaml -fpredict-machine=b -fpredict-procs=1,2,4 \
    '-fpredict-set=N=64:1024:*2' -fpredict-set=M=1 '-fpredict-distribute=T(block,*)' -c hpf.c
asks "$first--host|--optimize|inline|--scale|processor=2|--load|network=0.3|--param|a.b=3|--overlap|0.4|--exchange|phased|--remarks|--|" \
    -fpredict -fpredict-host -fpredict-optimize=inline -fpredict-scale=processor=2 \
    -fpredict-load=network=0.3 -fpredict-param=a.b=3 -fpredict-overlap=0.4 \
    -fpredict-exchange=phased -c hpf.c
asks "$first--jobs|3|--remarks|--|" -fpredict -fpredict-jobs=3 -c hpf.c
asks "$first--optimize|loop-order|--optimize|inline|--remarks|--|" \
    -fpredict -fpredict-optimize=loop-order -fpredict-optimize=inline -c hpf.c
asks "$first--remarks|--|
compare|hpf.c|--quiet-compiler|--part|--jobs|1|--color|never|--alternatives|T: (block)|--|
annotate|hpf.c|--quiet-compiler|--part|--jobs|1|--color|never|--output|a.c|--|
estimate|hpf.c|--quiet-compiler|--part|--jobs|1|--color|never|--format|json|--|" \
    -fpredict '-fpredict-compare=T: (block)' -fpredict-annotate=a.c -fpredict-report=json -c hpf.c
asks "$first--remarks|--|
estimate|user.c|--quiet-compiler|--part|--jobs|1|--color|never|--remarks|--|" -fpredict -c hpf.c user.c

# One program of all that is linked, each source with its own flags.
"$cc" -fpredict -DU=1 -I . -c user.c -o user.o >/dev/null 2>&1
asks "estimate|hpf.c|user.c|--quiet-compiler|--jobs|1|--color|never|--remarks|--file-flags|-DH=2|--file-flags|-DU=1
-I
.|--|" -fpredict -DH=2 hpf.c user.o
rm user.o user.o.fpredict

# Only what says how a source is read; nothing that makes the predictor write.
asks "$first--remarks|--unknown-pragmas|error|--|-O2|-I|.|-I.|-DN=3|-D|M|-std=c17|-include|forced.h|-fopenmp|-march=native|" \
    -fpredict -O2 -g -Wall -Werror -I . -I. -DN=3 -D M -std=c17 -include forced.h -fopenmp \
    -march=native -MD -MF d -MT x -MQ y -save-temps=cwd -o hpf.o -L. -lm -Wl,-s -Xlinker -s \
    -Xclang -fno-validate-pch -ftime-trace -c hpf.c
asks 'estimate|hpf.txt|--quiet-compiler|--part|--jobs|1|--color|never|--remarks|--|-xc|' -fpredict -x c -c hpf.txt
asks "$first--remarks|--|" -fpredict -c -- hpf.c
asks "$first--procs|4|--remarks|--|-O2|" @<(echo -fpredict -O2) -fpredict-procs=4 -c hpf.c

# --- Standard input ------------------------------------------------------------
predictor 'cat >input.seen'
"$cc" -fpredict -x c -c - -o stdin.o <hpf.c
cmp -s hpf.c input.seen || fail 'the predictor did not read standard input'
[ -s stdin.o ] || fail 'the compiler did not read standard input'

# --- Output --------------------------------------------------------------------
compiler 'sleep 0.3; echo "compiler speaks" >&2; echo "and writes"; exit 5'
predictor 'echo "predictor writes $2"; echo "predictor speaks" >&2'
"$cc" -fpredict -c hpf.c user.c >out 2>err
[ $? = 5 ] || fail 'the exit code is not the compiler'\''s'
expect out 'and writes' 'standard output'
expect err 'compiler speaks
predictor writes hpf.c
predictor speaks
predictor writes user.c
predictor speaks' 'predictions after diagnostics'

# The predictor runs beside the compiler, which ends only after it has begun.
compiler 'for i in $(seq 100); do [ -e begun ] && exit 0; sleep 0.1; done; exit 1'
predictor 'touch begun'
"$cc" -fpredict -c hpf.c || fail 'the predictor does not run beside the compiler'

# A report goes into its file, a report of nothing into none.
export FPREDICT_CC=$clang
predictor 'case "$*" in *json*) echo "{}" ;; *csv*) ;; esac'
"$cc" -fpredict -fpredict-report=json:report.json -fpredict-report=csv:report.csv -c hpf.c 2>err
expect report.json '{}' 'a report in a file'
[ ! -e report.csv ] || fail 'a report of nothing is a file'
"$cc" -fpredict -fpredict-report=json:no/such/report.json -c hpf.c 2>err ||
    fail 'a report that cannot be written fails the build'
grep -q "warning: cannot write 'no/such/report.json'" err || fail 'an unwritten report is silent'
rm -f report.json
"$cc" -fpredict -fpredict-report=json:report.json -c hpf.c user.c 2>err
grep -q "names one file, and several sources" err || fail 'two reports in one file are silent'
[ ! -e report.json ] || fail 'two reports went into one file'

# Diagnostics come once, however many predictions were asked for.
predictor 'echo "same warning" >&2; case $1 in compare) echo "bad list" >&2; exit 1 ;; esac'
"$cc" -fpredict -fpredict-annotate -c hpf.c 2>err
expect err 'same warning' 'a warning once'
"$cc" -fpredict -fpredict-compare=x -c hpf.c 2>err
grep -q 'bad list' err || fail 'a mistake of a later prediction is silent'

# --- Failures --------------------------------------------------------------------
predictor 'echo "error: wrong" >&2; exit 1'
rm -f hpf.o
"$cc" -fpredict -c hpf.c 2>err || fail 'a prediction fails the build'
[ -s hpf.o ] || fail 'no object beside a failed prediction'
expect err 'error: wrong' 'the error of a prediction'
"$cc" -fpredict -Werror=predict -c hpf.c 2>err
[ $? = 1 ] || fail '-Werror=predict does not fail the build'
[ ! -e hpf.o ] || fail '-Werror=predict leaves an object'
"$cc" -fpredict -Werror=predict -c hpf.c -o name.o 2>err
[ ! -e name.o ] || fail '-Werror=predict leaves an object with a name'
"$cc" -fpredict -Werror=predict hpf.c 2>err
[ ! -e a.out ] || fail '-Werror=predict leaves a program'
"$cc" -fpredict -Werror=predict -Wno-error=predict -c hpf.c 2>err || fail '-Wno-error=predict'

predictor 'kill -SEGV $$'
"$cc" -fpredict -c hpf.c 2>err || fail 'a crash of the predictor fails the build'
grep -q 'warning: the predictor was ended by signal 11' err || fail 'a crash is silent'

export FPREDICT_PREDICTOR=/no/such/predictor
"$cc" -fpredict -c hpf.c 2>err || fail 'a missing predictor fails the build'
grep -q "cannot start '/no/such/predictor'.*FPREDICT_PREDICTOR" err ||
    fail 'a missing predictor is silent'

predictor 'exit 0'
"$cc" -fpredict -fpredict-machin=x -c hpf.c 2>err
[ $? = 2 ] || fail 'an unknown option is no error of use'
grep -q "error: unknown option '-fpredict-machin=x'; did you mean '-fpredict-machine=x'" err ||
    fail 'an unknown option is silent'
"$cc" -fpredict -fpredict-report=xml -c hpf.c 2>err
[ $? = 2 ] || fail 'an unknown format is no error of use'
grep -q "unknown format 'xml'" err || fail 'an unknown format is silent'

FPREDICT_CC=/no/such/compiler "$cc" -c hpf.c 2>err
[ $? = 1 ] && grep -q "/no/such/compiler" err || fail 'a missing compiler'
FPREDICT_CC=$cc "$cc" -c hpf.c 2>err
[ $? = 1 ] && grep -q 'FPREDICT_CC names fpredict-cc itself' err || fail 'fpredict-cc of itself'

# A link called clang, first in PATH, must find the real one behind it.
mkdir -p bin real
ln -s "$cc" bin/clang
printf '#!/bin/sh\necho real clang\n' >real/clang
chmod +x real/clang
(unset FPREDICT_CC; PATH=$PWD/bin:$PWD/real:$PATH; clang -c hpf.c) >out 2>&1
expect out 'real clang' 'a link named clang'
# Without any clang, clang-19.
mv real/clang real/clang-19
(unset FPREDICT_CC; PATH=$PWD/bin:$PWD/real; "$cc" -c hpf.c) >out 2>&1
expect out 'real clang' 'clang-19 in place of clang'
FPREDICT_CC="$clang -DFROM_VARIABLE" "$cc" -E -dM hpf.c | grep -q FROM_VARIABLE ||
    fail 'arguments in $FPREDICT_CC'

# --- Signals --------------------------------------------------------------------
for signal in TERM INT HUP; do
    rm -f started stopped
    compiler "trap 'touch stopped; trap - $signal; kill -$signal \$\$' $signal
touch started
for i in \$(seq 100); do sleep 0.1; done"
    predictor 'for i in $(seq 100); do sleep 0.1; done'
    # A shell's background job ignores SIGINT; env gives it back.
    env --default-signal=INT "$cc" -fpredict -c hpf.c 2>err &
    pid=$!
    for i in $(seq 100); do [ -e started ] && break; sleep 0.05; done
    kill -$signal $pid
    wait $pid 2>/dev/null
    status=$?
    [ -e stopped ] || fail "SIG$signal does not reach the compiler"
    [ $status = $((128 + $(kill -l $signal))) ] || fail "SIG$signal ends with status $status"
done

# --- Itself ---------------------------------------------------------------------
readelf -d "$cc" | grep NEEDED | grep -iE 'clang|llvm' && fail 'it links clang or LLVM'
leftover=$(ls "$TMPDIR" | grep fpredict-cc)
[ -z "$leftover" ] || fail "temporary files are left: $leftover"

finish
