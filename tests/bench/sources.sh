#!/usr/bin/env bash
# Sources as large as is asked for, on standard output: others measure, or limit, what they take.
#
#   sources.sh pipelines COUNT   so many nests in one function whose values go from processor to
#                                processor, so that each is taken in tiles
#   sources.sh nests COUNT       so many nests in one function that fetch their neighbours' elements
#   sources.sh reflects COUNT    so many nests of XcalableMP, each with its reflect before it
#   sources.sh steps COUNT       so many of those nests in a loop over time steps
#   sources.sh conditions COUNT  so many integers, and conditions of which each changes two of them
#   sources.sh lines COUNT       functions of 20 lines, each called once
set -euo pipefail
kind=$1 count=$2

if [ "$kind" = reflects ]; then
    cat <<'END'
#define N 256
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double a[N][N], b[N][N];
#pragma xmp align a[i][*] with t[i]
#pragma xmp align b[i][*] with t[i]
#pragma xmp shadow a[1][0]
#pragma xmp shadow b[1][0]
END
else
    cat <<'END'
#define N 256
#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
double a[N][N], b[N][N], x;
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align b(i,j) with T(i,j)
END
fi

pipelines() {
    for ((k = 1; k <= count; k++)); do
        echo "    for (int i = 1; i < N; i++)"
        echo "        for (int j = 1; j < N; j++)"
        echo "            a[i][j] = a[i - 1][j] + b[i][j - 1] * $k.0;"
    done
}

reflects() {
    for ((k = 1; k <= count; k++)); do
        if ((k % 2)); then to=b from=a; else to=a from=b; fi
        echo "    #pragma xmp reflect ($from)"
        echo "    #pragma xmp loop on t[i]"
        echo "    for (int i = 1; i < N - 1; i++)"
        echo "        for (int j = 1; j < N - 1; j++)"
        echo "            $to[i][j] = $from[i - 1][j] + $from[i + 1][j] * $k.0;"
    done
}

nests() {
    for ((k = 1; k <= count; k++)); do
        echo "    for (int i = 1; i < N - 1; i++)"
        echo "        for (int j = 1; j < N - 1; j++)"
        if ((k % 2)); then
            echo "            b[i][j] = a[i - 1][j] + a[i + 1][j] * $k.0;"
        else
            echo "            a[i][j] = b[i - 1][j] + b[i + 1][j] * $k.0;"
        fi
    done
}

steps() {
    echo "    for (int t = 0; t < 100; t++) {"
    nests
    echo "    }"
}

conditions() {
    for ((k = 0; k < count; k++)); do
        echo "    int v$k = $k;"
    done
    for ((k = 0; k < count; k++)); do
        echo "    if (N > $k) v$k += $((k + 1)); else v$((k * 7 % count)) = 3;"
    done
    echo "    for (int i = 0; i < v1; i++) a[i][0] = v0;"
}

lines() {
    for ((k = 1; k <= count / 20; k++)); do
        echo "void f$k(void)"
        echo "{"
        echo "    for (int i = 1; i < N - 1; i++)"
        echo "        for (int j = 1; j < N - 1; j++)"
        echo "            b[i][j] = a[i - 1][j] + a[i + 1][j] * $k.0;"
        for ((line = 0; line < 13; line++)); do
            echo "    x = x * $line.5 + $k.0;"
        done
        echo "}"
    done
}

if [ "$kind" = lines ]; then
    lines
    echo "int main(void)"
    echo "{"
    for ((k = 1; k <= count / 20; k++)); do
        echo "    f$k();"
    done
else
    echo "int main(void)"
    echo "{"
    "$kind"
fi
echo "    return 0;"
echo "}"
