#!/bin/sh
# Checks that each header compiles by itself, pedantically, and has its guard.
#
#   check_headers.sh ROOT FOLDERS COMPILER [FLAG…]
set -eu
cd "$1"
folders=$2 compiler=$3
shift 3

status=0
for header in $(find $folders -name '*.h' ! -path 'frontend/include/*' \
                     ! -path 'codegen/runtime/*' ! -path 'trace/record/library/*' ! -path training/train_mpi.h \
                     ! -path training/train_run.h 2>/dev/null | sort); do
    guard=FPREDICT_$(echo "$header" | tr 'a-z/.' 'A-Z__')
    if ! grep -q "^#ifndef $guard\$" "$header"; then
        echo "$header: its guard is not $guard"
        status=1
    fi
    "$compiler" -std=c17 -D_XOPEN_SOURCE=700 -I. "$@" -Wall -Wextra -pedantic -Werror \
        -fsyntax-only -x c - <<END || status=1
#include "$header"
#include "$header"
typedef int fp_header_is_complete;
END
done
exit $status
