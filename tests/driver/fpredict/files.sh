#!/usr/bin/env bash
# One program of several files: what is predicted is what the same text in one file predicts; what
# is no program is refused. Flags of compile_commands.json.
#
#   files.sh FPREDICT
set -euo pipefail
fpredict=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0

fail() {
    echo "$*"
    failed=$((failed + 1))
}

# Time, messages, bytes and completeness of each prediction: what places cannot change.
figures() { # arguments of estimate
    "$fpredict" estimate "$@" --procs 1,4 --machine ipsc860 --machine hdr-cluster --format json |
        python3 -c '
import json, sys
for p in json.load(sys.stdin):
    c = p["communications"]
    print(p["machine"], p["processors"], p["complete"], repr(p["time_s"]),
          sum(x["messages"] for x in c), sum(x["bytes"] for x in c))'
}

equal() { # what, arguments, --, arguments
    local what=$1 files=()
    shift
    while [ "$1" != -- ]; do
        files+=("$1")
        shift
    done
    shift
    figures "${files[@]}" >several || fail "$what: not predicted"
    figures "$@" >one || fail "$what: the one file is not predicted"
    if ! grep -q True one; then fail "$what: nothing to compare"; fi
    diff one several || fail "$what: not as in one file"
}

refused() { # what it says, arguments
    local says=$1
    shift
    if "$fpredict" "$@" >out 2>err; then
        fail "accepted: $*"
    elif ! grep -qF -e "$says" err; then
        fail "'$says' is not said of $*:"
        cat err
    fi
}

# --- A header with directives, three files ----------------------------------------------------
cat >grid.h <<'END'
#define N 64
#pragma hpf processors P(4)
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, *) onto P
extern double u[N][N], v[N][N];
#pragma hpf align u(i, j) with T(i, j)
#pragma hpf align v(i, j) with T(i, j)
void init(void);
void sweep(void);
END
cat >main.c <<'END'
#include "grid.h"
double u[N][N], v[N][N];
static int steps = 5;
int main(void)
{
    init();
    for (int t = 0; t < steps; t++)
        sweep();
    return 0;
}
END
cat >init.c <<'END'
#include "grid.h"
void init(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[i][j] = i + j;
}
END
cat >sweep.c <<'END'
#include "grid.h"
static int steps;
void sweep(void)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            u[i][j] = v[i][j];
    steps = 0;
}
END
# The static of the second file has another name in one file.
{ grep -v '"grid.h"' main.c | sed '1i #include "grid.h"'
  grep -v '"grid.h"' init.c
  grep -v '"grid.h"' sweep.c | sed 's/steps/others/'; } >whole.c
equal "three files" main.c init.c sweep.c -- whole.c
equal "in another order" sweep.c main.c init.c -- whole.c
# 2 neighbours of each of the 3 borders, 64 - 2 columns of 8 bytes, 5 times.
"$fpredict" estimate main.c init.c sweep.c --procs 4 --format json >out
python3 - <<'END' || fail "messages of three files"
import json
p = json.load(open("out"))
p = p[0] if isinstance(p, list) else p
assert sum(c["messages"] for c in p["communications"]) == 2 * 3 * 5
assert sum(c["bytes"] for c in p["communications"]) == 2 * 3 * 5 * 62 * 8
assert p["sources"] == ["main.c", "init.c", "sweep.c"] and p["source"] == "main.c"
END
"$fpredict" estimate main.c init.c sweep.c | grep -q 'sweep\.c:7 ' || fail "no file beside the line"
# Line 7 is in all three: on the fullest of 4 processors it makes 16 rows of 62 elements, 5 times.
"$fpredict" estimate main.c init.c sweep.c --at sweep.c:7:13 --format json >out
python3 - <<'END' || fail "--at sweep.c:7:13"
import json
at = json.load(open("out"))["at"]
assert (at["file"], at["first_line"], at["last_line"]) == ("sweep.c", 7, 7)
assert [s["text"] for s in at["steps"] if s["depth"] == 0 and s["text"].startswith("Seq")] == \
    ["Seq in line 7, executed %s times" % format(16 * 62 * 5, ",")]
END
"$fpredict" estimate main.c init.c sweep.c --at 7 --format json >out
python3 -c 'import json; assert "main.c" == json.load(open("out"))["at"]["file"]' || fail "--at 7"
"$fpredict" estimate main.c init.c sweep.c --at 7 | grep -q 'Seq in line 7' && fail "--at 7: of other files"
refused "no code in such a file, but in 'main.c', 'init.c' and 'sweep.c'" \
    estimate main.c init.c sweep.c --at grid.c:7
refused "--at 99: 'main.c' has 10 lines" estimate main.c init.c sweep.c --at 99
"$fpredict" annotate main.c init.c sweep.c >out
for f in main.c init.c sweep.c; do
    grep -q "│ $f\$" out || fail "annotate: no $f"
done
"$fpredict" compare main.c init.c sweep.c --procs 4 | grep -q 'T(block,block)' || fail compare
[ "$("$fpredict" dump --stage directives main.c init.c sweep.c | wc -l)" = 5 ] ||
    fail "a header's directives are not told once"

# --- Files that repeat the directives; a static array beside what is shared -------------------
sed -e '/#define/!{/extern/!{/^#pragma/!d}}' grid.h >repeated
{ cat repeated; echo 'static double w[N][N];'
  echo '#pragma hpf align w(i, j) with T(i, j)'
  echo 'void copy(void) { for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) w[i][j] = u[i][j]; }'
} >copy.c
sed 's/sweep();/copy();/; 2i void copy(void);' main.c >copies.c
"$fpredict" estimate copies.c init.c copy.c --procs 4 --format json >out 2>err || cat err
python3 - <<'END' || fail "equal templates of two files are not one"
import json
p = json.load(open("out"))
p = p[0] if isinstance(p, list) else p
assert sum(c["messages"] for c in p["communications"]) == 0 and p["complete"]
END
[ -s err ] && { cat err; fail "something is said of repeated directives"; }

# --- One macro with two values ----------------------------------------------------------------
sed 's/steps = 5/steps = COUNT/; 1i #define COUNT 5' main.c >macro_main.c
sed 's/i < N - 1; i++/i < N - COUNT; i++/; 1i #define COUNT 1' sweep.c >macro_sweep.c
equal "one macro, two values" macro_main.c init.c macro_sweep.c -- whole.c

# --- A call of what no file has, and of what another has --------------------------------------
"$fpredict" estimate main.c init.c >/dev/null 2>err || true
grep -q "main.c:8:9: warning: 'sweep' has no body here" err || fail "a lost body is not told"
"$fpredict" estimate main.c init.c sweep.c >/dev/null 2>err
[ -s err ] && { cat err; fail "something is said of a whole program"; }

# --- Structures are compared by their members -------------------------------------------------
struct_files() { # the members here; there
    printf 'struct point { %s };\nstruct point p;\n' "$1" | cat - <(sed 's/steps/t_max/' main.c) >struct_main.c
    printf 'struct point { %s };\nextern struct point p;\n' "$2" | cat - init.c >struct_init.c
}
struct_files 'double x; struct point *next;' 'double x; struct point *next;'
"$fpredict" estimate struct_main.c struct_init.c sweep.c >/dev/null 2>err || { cat err; fail "equal structures"; }
for other in 'double y; struct point *next;' 'double x; const struct point *next;' \
    'long x; struct point *next;' 'double x; int *next;'; do
    struct_files 'double x; struct point *next;' "$other"
    refused "'p' is 'struct point' of 16 bytes here and with other members in 'struct_main.c'" \
        estimate struct_main.c struct_init.c sweep.c
done
struct_files 'int a : 3, b : 5;' 'int a : 5, b : 3;'
refused "'p' is 'struct point' of 4 bytes here and with other members" \
    estimate struct_main.c struct_init.c sweep.c

# --- Members that a directive of another file maps ---------------------------------------------
cat >box.h <<'END'
typedef struct {
    int n;
    double *u;
} Box;
void box_make(Box *b, int n);
double box_sum(const Box *b);
double kept_sum(void);
END
cat >box.c <<'END'
#include <stdlib.h>
#include "box.h"
#pragma hpf processors P(4)
#pragma hpf dimension(n), distribute(block) onto P :: Box.u
void box_make(Box *b, int n)
{
    b->n = n;
    b->u = malloc(n * sizeof(double));
    for (int i = 0; i < b->n; i++)
        b->u[i] = i;
}
double box_sum(const Box *b)
{
    double s = 0;
    for (int i = 1; i < b->n - 1; i++)
        s += b->u[i - 1] * b->u[i + 1];
    return s;
}
END
cat >use.c <<'END'
#include <stdio.h>
#include "box.h"
int main(void)
{
    Box b;
    box_make(&b, 64);
    printf("%g %g\n", box_sum(&b), kept_sum());
    return 0;
}
END
# A type of that name with other members is another one.
cat >kept.c <<'END'
typedef struct {
    long n;
    double *u;
} Box;
static double kept[3] = {1, 2, 3};
static Box mine = {3, kept};
double kept_sum(void)
{
    double s = 0;
    for (int i = 0; i < mine.n; i++)
        s += mine.u[i];
    return s;
}
END
{ cat box.h
  grep -v '"box.h"' box.c
  grep -v '"box.h"' use.c
  sed 's/Box/Kept/' kept.c; } >boxes.c
equal "members mapped in another file" use.c box.c kept.c -- boxes.c
equal "members, in another order" kept.c box.c use.c -- boxes.c
# Both files map them, or the header does.
grep '#pragma' box.c | cat - use.c >use_too.c
equal "members mapped in both files" use_too.c box.c kept.c -- boxes.c
grep -v '#pragma' box.c >plain.c
grep '#pragma' box.c | cat box.h - >mapped.h
sed 's/"box.h"/"mapped.h"/' use.c >use_mapped.c
sed -i 's/"box.h"/"mapped.h"/' plain.c
equal "members mapped in a header" use_mapped.c plain.c kept.c -- boxes.c
# Who owns one of the two elements asks for the other, 2 beyond each of 3 borders; 6 messages of a sum.
"$fpredict" estimate use.c box.c kept.c --procs 4 --format json >out
python3 - <<'END' || fail "messages of members"
import json
p = json.load(open("out"))
p = p[0] if isinstance(p, list) else p
assert sum(c["messages"] for c in p["communications"] if c["kind"] == "shift") == 3
assert sum(c["messages"] for c in p["communications"]) == 3 + 6
assert sum(c["bytes"] for c in p["communications"]) == 3 * 2 * 8 + 6 * 8
END

# --- Static functions of one name ----------------------------------------------------------------
for f in main init; do
    { cat $f.c; echo 'static void own(void) { for (int i = 0; i < N; i++) u[i][0] = 1; }'; } >own_$f.c
done
refused "--entry: 'own' is also a function of 'own_main.c': write '--entry own_main.c:own' or" \
    estimate own_main.c own_init.c sweep.c --entry own
[ "$("$fpredict" estimate own_main.c own_init.c sweep.c --entry own_init.c:own --format json |
    grep -o '"entry_function": *"[^"]*"\|own_init.c' | head -1)" != "" ] || fail "--entry FILE:NAME"
refused "none of own_main.c and the other files has a function 'none.c:own' with a body" \
    estimate own_main.c own_init.c sweep.c --entry none.c:own

# --- Mistakes of the command line --------------------------------------------------------------
refused "each of the 2 files becomes one: name the folder for them, --output DIR/" emit main.c init.c
refused "--output writes a copy of one file" annotate main.c init.c sweep.c --output copy
refused "standard input, '-', is one file: it is named 2 times" estimate - main.c -
refused "none of the 2 files has a 'main'" estimate init.c sweep.c
refused "has a body here and another one in 'init.c'" estimate main.c init.c sweep.c ./init.c
"$fpredict" estimate init.c sweep.c --entry sweep >/dev/null || fail "--entry without main"
# What is wrong in a header is said once.
sed 's/(block, \*)/(blok, *)/' grid.h >wrong.h
for f in main init sweep; do sed 's/grid.h/wrong.h/' $f.c >wrong_$f.c; done
"$fpredict" estimate wrong_main.c wrong_init.c wrong_sweep.c >/dev/null 2>err && fail "blok"
[ "$(grep -c 'wrong.h:4:.*error' err)" = 1 ] || { cat err; fail "a header's mistake is not said once"; }

# --- compile_commands.json ----------------------------------------------------------------------
mkdir build inc
sed 's/#define N 64/#define N SIZE/' grid.h >inc/grid.h
for f in main init sweep; do sed 's/"grid.h"/<grid.h>/' $f.c >db_$f.c; done
{ echo '['
  for f in main init sweep; do
      echo "{\"directory\": \"$work/build\", \"file\": \"../db_$f.c\", \"arguments\":"
      echo "[\"cc\", \"-I../inc\", \"-DSIZE=64\", \"-c\", \"../db_$f.c\", \"-o\", \"$f.o\"]}"
      [ $f = sweep ] || echo ,
  done
  echo ']'; } >build/compile_commands.json
equal "flags of -p" db_main.c db_init.c db_sweep.c -p build -- whole.c
equal "all files of -p" -p build -- whole.c
equal "flags after --" db_main.c db_init.c db_sweep.c --build build --set SIZE=32 -- whole.c --set N=32
refused "'whole.c' is not in 'build/compile_commands.json'" estimate whole.c -p build
refused "cannot read 'inc/compile_commands.json'" estimate db_main.c -p inc
# Compiled twice: the first counts, and it is said; not where both mean the same.
mkdir twice
{ sed '$d' build/compile_commands.json; echo ','
  echo "{\"directory\": \"$work/build\", \"file\": \"../db_init.c\", \"arguments\":"
  echo "[\"cc\", \"-I../inc\", \"-DSIZE=32\", \"-c\", \"../db_init.c\", \"-o\", \"other.o\"]}, "
  echo "{\"directory\": \"$work/build\", \"file\": \"../db_main.c\", \"arguments\":"
  echo "[\"cc\", \"-I../inc\", \"-DSIZE=64\", \"-O3\", \"-c\", \"../db_main.c\", \"-o\", \"again.o\"]}"
  echo ']'; } >twice/compile_commands.json
"$fpredict" estimate db_main.c db_init.c db_sweep.c -p twice >/dev/null 2>err || { cat err; fail "twice"; }
[ "$(grep -c warning err)" = 1 ] && grep -q "'db_init.c' is compiled twice in 'twice/compile_commands.json', \
with '-DSIZE=64' and with '-DSIZE=32': the first is taken" err || { cat err; fail "two commands of one file"; }
echo '[]' >inc/compile_commands.json
refused "'inc/compile_commands.json' has no C file" estimate -p inc

[ "$failed" -eq 0 ]
