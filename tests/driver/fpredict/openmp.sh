#!/bin/bash
# A program that asks OpenMP for its threads is predicted as the one that has one thread: with the
# header that fpredict has, and with -fopenmp among the flags.
#
#   openmp.sh FPREDICT HEADERS
set -u
fpredict=$(realpath "$1") headers=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

mkdir asks told
cat >asks/relax.c <<'END'
#include <omp.h>
#include <stdio.h>
#define N 100
omp_lock_t door;
double u[N], v[N];
#pragma hpf distribute u(block)
#pragma hpf align v(i) with u(i)
int main(void)
{
    int threads = omp_get_max_threads();
    for (int t = 0; t < 10 * threads; t++) {
#pragma omp parallel
        {
#pragma omp for
            for (int i = 1; i < N - 1; i++)
                v[i] = u[i - 1] + u[i + 1] + omp_get_thread_num();
#pragma omp for
            for (int i = 1; i < N - 1; i++)
                u[i] = v[i];
        }
    }
    printf("%g\n", u[N / 2]);
    return 0;
}
END
sed -e 's/omp_get_max_threads()/1/' -e 's/omp_get_thread_num()/0/' -e '/omp\.h/s/.*//' \
    -e '/door/s/.*//' -e '/#pragma omp/s/.*//' asks/relax.c >told/relax.c
for flags in '' -fopenmp; do
    for folder in asks told; do
        (cd $folder && "$fpredict" estimate relax.c --procs 4 --format json -- \
            -I"$headers" $flags >../$folder.json 2>../$folder.err) || fail "$folder $flags: $(cat $folder.err)"
        [ -s $folder.err ] && fail "$folder $flags says $(cat $folder.err)"
    done
    cmp -s asks.json told.json || fail "with '$flags' they differ: $(diff asks.json told.json | head -4)"
done
[ $failures -eq 0 ] && echo "predicted as with one thread"
exit $((failures != 0))
