#!/usr/bin/env bash
# Misses that fpredict predicts for the kernels of PolyBench/C, or for the samples, beside those that
# cachegrind counts.
#
#   tests/accuracy/cachegrind.sh FPREDICT POLYBENCH|samples [-d 'MINI SMALL'] [-c 8192,2,32] [-l 1048576,16,64]
#                                [-k KEPT] [-o OPTIONS] [-s] [-g] [-w FOLDER] [PROGRAM...]
#
# POLYBENCH is a checkout of PolyBench/C 4.2.1 outside the repository (the folder with utilities/).
# samples: those of samples/, whole programs, compiled without directives, at the least, the middle
# and the largest of the sizes that tests/accuracy/samples.c has from the papers; of all that the
# program's own text and copies do, and not what else the library does for it.
# -g: samples as they are generated for one processor (with mpicc), which is what is predicted where
# these do other than the text does: copies of a redistribution, margins that arrays have for their
# neighbours; of all that their own lines do and what copies for them, less what starting MPI copies.
# -d: data sets, of PolyBench; -c: first cache as cachegrind has it: bytes, ways, bytes of a line; -l: a second one;
# -k: a folder where counts are kept (counting takes long, and does not depend on fpredict);
# -o: more options of fpredict; -s: the summary alone; -w: writes the programs, with directives, each
# into a folder of its own there, and ends. One processor, arrays in blocks of rows, LRU,
# stores allocate; gcc -O1, the kernel not inlined, arrays of main on the stack, where they lie one
# after the other (PolyBench's own allocation has all begin at pages, and so in the same sets), in a
# part of it that neither the loader nor the library has used: what these leave is not the program's.
set -euo pipefail
ulimit -s unlimited

usage() { sed -n '2,23s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ $# -ge 2 ] || usage
fpredict=$(realpath "$1") suite=$2 root=$(realpath "$(dirname "$0")/../..")
[ "$suite" = samples ] || suite=$(realpath "$2")
shift 2
sets='MINI SMALL' first=8192,2,32 second='' kept='' options='' only_summary='' written='' generated=''
while getopts 'd:c:l:k:o:sgw:' letter; do
    case $letter in
    d) sets=$OPTARG ;;
    c) first=$OPTARG ;;
    l) second=$OPTARG ;;
    k) kept=$OPTARG ;;
    o) options=$OPTARG ;;
    s) only_summary=1 ;;
    g) generated=1 ;;
    w) written=$OPTARG ;;
    *) usage ;;
    esac
done
shift $((OPTIND - 1))
programs=${*:-}
[ "$suite" = samples ] || [ -f "$suite/utilities/benchmark_list" ] || { echo "$suite: no PolyBench/C here" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
kept=${kept:-$work/kept}
mkdir -p "$kept"

# The arrays that the kernel is called with, and their extents: "NAME EXTENT EXTENT…" a line.
arrays() {
    awk '/^int main/ { in_main = 1 }
        in_main && match($0, /POLYBENCH_[1-5]D_ARRAY_DECL *\(/) {
            rank = substr($0, index($0, "BENCH_") + 6, 1)
            rest = substr($0, RSTART + RLENGTH)
            sub(/\).*/, "", rest)
            gsub(/ /, "", rest)
            split(rest, part, ",")
            line = part[1]
            for (i = 0; i < rank; i++) line = line " " part[3 + i]
            print line
        }' "$1"
}

# Writes the program with directives: blocks of the first dimension, arrays of one extent together.
annotate() {
    arrays "$1" >"$work/arrays"
    awk -v list="$work/arrays" 'BEGIN {
            text = "#pragma hpf processors P_(*)\n"
            while ((getline line < list) > 0) {
                n = split(line, part, " ")
                if (!(part[2] in seen)) {
                    seen[part[2]] = 1
                    text = text "#pragma hpf template T_" part[2] "(" part[2] ")\n" \
                        "#pragma hpf distribute T_" part[2] "(block) onto P_\n"
                }
                dims = "i"
                for (i = 3; i <= n; i++) dims = dims ",*"
                text = text "#pragma hpf align " part[1] "(" dims ") with T_" part[2] "(i)\n"
            }
        }
        /^int main/ { in_main = 1 }
        in_main && /Initialize array/ { printf "%s", text }
        in_main && /^ *kernel_/ { print "#pragma fpredict region kernel" }
        { print }' "$1"
}

prepare() { # PROGRAM PATH: into $work/PROGRAM
    mkdir -p "$work/$1"
    cp "$(dirname "$2")"/*.h "$suite/utilities/polybench.h" "$work/$1"
    annotate "$2" >"$work/$1/$1.c"
    cp "$suite/utilities/polybench.c" "$work/$1"
}

# Calls the program's main as far down the stack as nothing before it has been, in the same sets.
below() {
    cat <<-'END'
	#include <alloca.h>
	int main_of_program(int, char **);
	int main(int argc, char **argv)
	{
	    volatile char *below = alloca(1 << 20);
	    below[0] = 0;
	    return main_of_program(argc, argv);
	}
	END
}

# Misses in the kernel, reads and writes: of the first level and of the last.
count() { # PROGRAM SET
    local known="$kept/$1.$2.$first.${second:-none}"
    if [ ! -s "$known" ]; then
        below >"$work/$1/below.c"
        gcc -w -O1 -fno-inline -DPOLYBENCH_STACK_ARRAYS "-D$2_DATASET" -I"$work/$1" -Dmain=main_of_program \
            -c "$work/$1/$1.c" -o "$work/$1/$1.o"
        gcc -w -O1 "$work/$1/below.c" "$work/$1/$1.o" "$work/$1/polybench.c" -lm -o "$work/$1/counted"
        valgrind --main-stacksize=268435456 --tool=cachegrind --cache-sim=yes --I1=65536,16,64 --D1="$first" \
            --LL="${second:-8388608,16,${first##*,}}" --cachegrind-out-file="$work/$1/out" \
            "$work/$1/counted" >"$work/$1/said" 2>&1 || { cat "$work/$1/said" >&2; return 1; }
        awk '/^events:/ { for (i = 2; i <= NF; i++) at[$i] = i }
            /^fn=/ { inside = /^fn=kernel_/ }
            inside && /^[0-9]/ { near += $at["D1mr"] + $at["D1mw"]; far += $at["DLmr"] + $at["DLmw"] }
            END { print near + 0, far + 0 }' "$work/$1/out" >"$known"
    fi
    cat "$known"
}

# --- The samples -----------------------------------------------------------------------------

# "PATH N" for each sample, at three of its sizes.
sample_sizes() {
    cat >"$work/list.c" <<-'END'
	#include <stdio.h>
	#include "tests/accuracy/samples.h"
	int main(void)
	{
	    for (const sample *s = samples; s->path; s++)
	        printf("%s %s\n", s->path, s->sizes);
	}
	END
    gcc -I"$root" "$work/list.c" "$root/tests/accuracy/samples.c" -o "$work/list"
    "$work/list" | while read -r path sizes; do
        IFS=, read -ra all <<<"$sizes"
        for n in "${all[0]}" "${all[$((${#all[@]} / 2))]}" "${all[-1]}"; do echo "$path $n"; done
    done | uniq
}

# Misses of a program's own lines and of intrinsics, and of what copies for these.
own_misses() { # PART-OF-PATH
    valgrind --main-stacksize=268435456 --tool=cachegrind --cache-sim=yes --I1=65536,16,64 --D1="$first" \
        --LL="${second:-8388608,16,${first##*,}}" --cachegrind-out-file="$work/out" \
        "$work/counted" >"$work/said" 2>&1 || { cat "$work/said" >&2; return 1; }
    awk -v file="$1" '/^events:/ { for (i = 2; i <= NF; i++) at[$i] = i }
        /^f[lie]=/ { inside = index($0, file) || index($0, "/frontend/include/") }
        /^fn=/ { copies = /mem(cpy|move|set)/ }
        (inside || copies) && /^[0-9]/ { near += $at["D1mr"] + $at["D1mw"]; far += $at["DLmr"] + $at["DLmw"] }
        END { print near + 0, far + 0 }' "$work/out"
}

# The loader copies before any program begins.
before_main() {
    echo 'int main(void) { return 0; }' >"$work/nothing.c"
    gcc -O1 -g "$work/nothing.c" -lm -o "$work/counted"
    own_misses /nothing.c
}

# The library that generated programs link, made anew.
make_runtime() {
    local file
    for file in "$root"/codegen/runtime/*.c; do
        mpicc -w -O1 -I"$root" -I"$root/codegen/runtime" -c "$file" -o "$work/$(basename "$file" .c).o"
    done
    ar rc "$work/libfpr.a" "$work"/fpr*.o
    echo '#include <mpi.h>' >"$work/nothing.c"
    echo 'int main(int n, char **v) { MPI_Init(&n, &v); MPI_Finalize(); return 0; }' >>"$work/nothing.c"
    mpicc -w -O1 -g "$work/nothing.c" -o "$work/counted"
    own_misses /nothing.c >"$work/before_generated"
}

count_generated() { # PATH N
    local known="$kept/generated.${1//\//.}.$2.$first.${second:-none}" source
    source="$work/generated/$(basename "$1")"
    if [ ! -s "$known" ]; then
        [ -s "$work/before_generated" ] || make_runtime
        mkdir -p "$work/generated"
        "$fpredict" emit "$root/samples/$1" --procs 1 --set "N=$2" -o "$source" -- \
            -I"$root/frontend/include" >/dev/null 2>"$work/said"
        mpicc -w -O1 -g -fno-inline "-DN=$2" -I"$root/codegen/runtime" -I"$root/frontend/include" \
            "$source" "$work/libfpr.a" -lm -o "$work/counted"
        own_misses "/$(basename "$1")" | cat - "$work/before_generated" |
            awk 'NR == 1 { near = $1; far = $2 } NR == 2 { print near - $1, far - $2 }' >"$known"
    fi
    cat "$known"
}

# As of a kernel. Arrays that nothing reads (pi's) are stored to all the same.
count_sample() { # PATH N
    local known="$kept/${1//\//.}.$2.$first.${second:-none}"
    if [ ! -s "$known" ]; then
        [ -s "$work/before" ] || before_main >"$work/before"
        gcc -w -O1 -g -fno-inline -DXMP_SEQUENTIAL "-DN=$2" "-Dstatic=static __attribute__((used))" \
            -I"$root/frontend/include" "$root/samples/$1" -lm -o "$work/counted"
        own_misses "/samples/$1" | cat - "$work/before" |
            awk 'NR == 1 { near = $1; far = $2 } NR == 2 { print near - $1, far - $2 }' >"$known"
    fi
    cat "$known"
}

predicted_sample() { # PATH N
    # shellcheck disable=SC2046,SC2086
    "$fpredict" estimate "$root/samples/$1" --procs 1 --set "N=$2" $(machine) $options \
        --format json --no-warnings -- -I"$root/frontend/include" 2>"$work/said" |
        awk '/"kind": "cache"/ && match($0, /"misses": [0-9.e+-]*/) {
                level[++n] = substr($0, RSTART + 10, RLENGTH - 10) }
            /"lines"/ { exit }
            END { if (n) print level[1], (n > 1 ? level[2] : "-") }'
}

table_of_samples() {
    local path size name counts guess
    sample_sizes | while read -r path size; do
        name=$(basename "$path" .c)
        [ -z "$programs" ] || [[ " $programs " == *" $name "* ]] || continue
        if [ -n "$generated" ]; then
            counts=$(count_generated "$path" "$size")
        else
            counts=$(count_sample "$path" "$size")
        fi
        guess=$(predicted_sample "$path" "$size") || true
        echo "$name,N=$size ${guess:-- -} $counts"
    done
}

# --- What fpredict says ------------------------------------------------------------------------

# The machine's values for caches: a machine with as many, changed.
machine() {
    local bytes ways line at=0 name=ipsc860 node=cube.node one
    if [ -n "$second" ]; then name=t3e node=torus.node; fi
    echo "--machine $name"
    for one in $first $second; do
        IFS=, read -r bytes ways line <<<"$one"
        echo "--param $node.memory.caches[$at].size_KiB=$((bytes / 1024))"
        echo "--param $node.memory.caches[$at].associativity_ways=$ways"
        echo "--param $node.memory.caches[$at].line_bytes=$line"
        echo "--param $node.memory.caches[$at].replacement=lru"
        echo "--param $node.memory.caches[$at].write_allocate=true"
        at=$((at + 1))
    done
}

# The same of fpredict: "FIRST LAST LOWEST HIGHEST".
predicted() { # PROGRAM SET
    # shellcheck disable=SC2046,SC2086
    "$fpredict" estimate "$work/$1/$1.c" "$work/$1/polybench.c" --procs 1 $(machine) $options \
        --format json --no-warnings -- -w -DPOLYBENCH_STACK_ARRAYS "-D$2_DATASET" -I"$work/$1" 2>"$work/$1/said" |
        awk '/"name": "kernel"/ && match($0, /"level_misses": .[0-9., e+-]*/) {
                n = split(substr($0, RSTART + 17, RLENGTH - 17), level, ", ")
                print level[1], (n > 1 ? level[2] : "-"); exit }'
}

table() { # SET
    local path name counts guess
    if [ "$suite" = samples ]; then
        table_of_samples
        return
    fi
    while read -r path; do
        name=$(basename "$path" .c)
        [ -z "$programs" ] || [[ " $programs " == *" $name "* ]] || continue
        prepare "$name" "$suite/$path"
        counts=$(count "$name" "$1")
        guess=$(predicted "$name" "$1") || true
        echo "$name ${guess:-- -} $counts"
    done <"$suite/utilities/benchmark_list"
}

# A table of rows "name predicted far counted far", with columns for each level.
show_rows() { # SET
    local far='' line='|---|---|---|---|'
    if [ -n "$second" ]; then far=' last: predicted | counted | error |' line+='---|---|---|'; fi
    printf '\n%s, %s:\n\n| kernel | predicted | counted | error |%s\n%s\n' "$1" "$first${second:+ and $second}" "$far" "$line"
    awk -v levels="${second:+2}" '
        function cells(got, want) {
            if (got == "-") return sprintf(" - | %d | |", want)
            error = want > 0 ? got / want - 1 : got > 0 ? 9.99 : 0
            return sprintf(" %.0f | %d | %+.1f %% |", got, want, 100 * error) }
        { print "| " $1 " |" cells($2, $4) (levels == 2 ? cells($3, $5) : "") }'
}

# What the errors of a level come to.
show() { # SET LEVEL
    awk -v set="$1" -v level="$2" '
        { got = level == 1 ? $2 : $3; want = level == 1 ? $4 : $5
          if (got == "-") { missing++; next }
          error = want > 0 ? got / want - 1 : got > 0 ? 9.99 : 0
          few += (error > 0.15 || error < -0.15) && got - want < 2.5 && want - got < 2.5
          list[n++] = error < 0 ? -error : error }
        END {
            for (i = 1; i < n; i++)
                for (k = i; k > 0 && list[k - 1] > list[k]; k--) { t = list[k]; list[k] = list[k - 1]; list[k - 1] = t }
            for (i = 0; i < n; i++) { near += list[i] <= 0.15; wide += list[i] <= 0.25 }
            if (!n) printf "%s, level %d: none predicted\n", set, level
            else printf "%s, level %d: median %.1f %%, %d of %d within 15 %%%s, %d within 25 %%, largest %.0f %%%s\n", set, level,
                100 * (list[int((n - 1) / 2)] + list[int(n / 2)]) / 2, near, n,
                few ? " and " few " more within two lines" : "", wide, 100 * list[n - 1], missing ? ", " missing " not predicted" : "" }'
}

[ "$suite" != samples ] || sets=samples
if [ -n "$written" ]; then
    work=$written
    trap - EXIT
    while read -r path; do
        prepare "$(basename "$path" .c)" "$suite/$path"
    done <"$suite/utilities/benchmark_list"
    rm -f "$work/arrays"
    exit
fi

for set in $sets; do
    table "$set" >"$work/rows"
    [ -n "$only_summary" ] || show_rows "$set" <"$work/rows"
    for level in 1 ${second:+2}; do
        show "$set" "$level" <"$work/rows"
    done
done
