#!/bin/sh
# Checks the checks: each rule of this folder must find the file that breaks it.
#
#   check_checks.sh FOLDER_OF_CHECKS COMPILER
set -eu
checks=$1 compiler=$2
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/support" "$tree/program" "$tree/plan/planner" "$tree/plan/passes" "$tree/estimator" "$tree/frontend/clang" "$tree/frontend/lower" \
         "$tree/driver/fpredict_cc" "$tree/report" "$tree/tests/plan" "$tree/codegen/text" "$tree/codegen/runtime"
echo 'fp_test(test_a SOURCES test_a.c)' >"$tree/tests/plan/CMakeLists.txt"

# check NAME: runs a check on the tree.
check() {
    case $1 in
    check_headers.sh) "$checks/$1" "$tree" plan "$compiler" ;;
    *) "$checks/$1" "$tree" ;;
    esac
}

status=0
# refuses WHAT CHECK FILE TEXT: CHECK must fail on a tree with just this file.
refuses() {
    printf '%s\n' "$4" >"$tree/$3"
    if check "$2" >"$tree/output" 2>&1; then
        echo "$2 does not refuse $1"
        status=1
    elif ! grep -q "${3##*/}" "$tree/output"; then
        echo "$2 refuses $1 for another reason:"
        cat "$tree/output"
        status=1
    fi
    rm "$tree/$3"
}
accepts() {
    printf '%s\n' "$4" >"$tree/$3"
    if ! check "$2" >"$tree/output" 2>&1; then
        echo "$2 refuses $1:"
        cat "$tree/output"
        status=1
    fi
    rm "$tree/$3"
}

accepts 'an include downwards' check_includes.sh plan/a.c '#include "program/tree/tree.h"'
accepts 'libclang in its place' check_includes.sh frontend/clang/a.c '#include <clang-c/Index.h>'
accepts 'a program that a test reads' check_includes.sh tests/plan/b.c '#include "b.h"'
refuses 'a name without its folder in a test' check_includes.sh tests/plan/test_a.c '#include "b.h"'
refuses 'a name without its folder in a test header' check_includes.sh tests/plan/c.h '#ifndef FPREDICT_TESTS_PLAN_C_H
#include "b.h"
#endif'
refuses 'an include upwards' check_includes.sh program/a.c '#include "plan/plan.h"'
refuses 'an include sideways' check_includes.sh plan/a.c '#include "estimator/estimate.h"'
refuses 'an include past the direction' check_includes.sh estimator/a.c '#include "plan/plan.h"'
refuses 'the front end in an estimator' check_includes.sh estimator/b.c '# include "frontend/frontend.h"'
accepts 'a public header of generated programs beside it' check_includes.sh codegen/runtime/fpr.h '#include "fpr_xmp.h"'
refuses 'another header without its folder there' check_includes.sh codegen/runtime/fpr_a.c '#include "fpr_xmp.h"'
refuses 'a name without its folder' check_includes.sh plan/b.c '#include "plan.h"'
refuses 'an unknown folder' check_includes.sh plan/c.c '#include "elsewhere/plan.h"'
refuses 'an own header in angle brackets' check_includes.sh plan/d.c '#include <plan/plan.h>'
refuses 'libclang elsewhere' check_includes.sh frontend/lower/lower.c '#include <clang-c/Index.h>'
refuses 'LLVM elsewhere' check_includes.sh frontend/clang/b.c '#include <llvm-c/Core.h>'
refuses 'MPI elsewhere' check_includes.sh estimator/c.c '#include <mpi.h>'
refuses 'much in fpredict-cc' check_includes.sh driver/fpredict_cc/a.c '#include "report/report.h"'

accepts 'an include downwards below the top' check_includes.sh plan/passes/a.c '#include "plan/planner/sites.h"'
accepts 'the public header below the top' check_includes.sh plan/planner/b.c '#include "plan/plan.h"'
refuses 'an include upwards below the top' check_includes.sh plan/planner/c.c '#include "plan/passes/passes.h"'
refuses 'a folder without a place in the order' check_includes.sh plan/passes/d.c '#include "plan/elsewhere/a.h"'
echo '#include "plan/passes/b.h"' >"$tree/plan/planner/a.h"
echo '#include "plan/planner/a.h"' >"$tree/plan/passes/b.h"
check check_includes.sh >"$tree/output" || true
grep -q '2 arrows between folders below the top, 1 up, 2 folders on a circle' "$tree/output" ||
    { echo "check_includes.sh does not count a circle:"; cat "$tree/output"; status=1; }
rm "$tree/plan/planner/a.h" "$tree/plan/passes/b.h"

lines() {
    printf 'void f(void)\n{\n'
    seq -s '\n' -f '    g(%g);' "$1" | sed 's/\\n/\n/g'
    printf '}\n'
}
accepts 'a function of 80 lines' check_functions.sh plan/a.c "$(lines 78)"
refuses 'a function of 81 lines' check_functions.sh plan/b.c "$(lines 79)"

accepts 'a text that is copied' check_characters.sh codegen/a.c '#include <string.h>'
accepts 'a lexer of the front end' check_characters.sh frontend/a.c '#include <ctype.h>'
refuses 'a lexer of the generator' check_characters.sh codegen/text/b.c '#include <ctype.h>'
refuses 'a set of characters' check_characters.sh codegen/c.c 'int f(char *s) { return strspn(s, " "); }'

accepts 'a path that is there' check_paths.sh plan/a.c '/* tests/plan/CMakeLists.txt */'
refuses 'a path that is not' check_paths.sh plan/b.c '/* see plan/nothing.c */'

mkdir -p "$tree/sysmodels/machines" "$tree/docs"
machine_page='| name | node |
| `one` | seen |

## The machines

### `one`'
echo 'name: one' >"$tree/sysmodels/machines/one.yaml"
echo 'One machines' >"$tree/README.md"
mkdir -p "$tree/sysmodels/compilers"
echo 'name: hpf' >"$tree/sysmodels/compilers/hpf.yaml"
compiler_page='## The profiles
| `hpf` | |'
echo "$compiler_page" >"$tree/docs/compilers.md"
accepts 'a machine with a row and a heading' check_machines.sh docs/machines.md "$machine_page"
refuses 'a machine without a row' check_machines.sh docs/machines.md "$(echo "$machine_page" | sed 2d)"
refuses 'a machine without a heading' check_machines.sh docs/machines.md "$(echo "$machine_page" | sed '$d')"
refuses 'a row without a machine' check_machines.sh docs/machines.md "$(echo "$machine_page" | sed '2{p;s/one/two/;}')"
echo "$machine_page" >"$tree/docs/machines.md"
accepts 'a command with a file' check_machines.sh docs/a.md 'fpredict estimate a.c --machine my.yaml'
refuses 'a command with a machine that is not there' check_machines.sh docs/a.md 'fpredict estimate a.c --machine two'
accepts 'a command with a compiler' check_machines.sh docs/a.md 'fpredict estimate a.c --compiler hpf'
refuses 'a command with a compiler that is not there' check_machines.sh docs/a.md 'fpredict estimate a.c --compiler f'
refuses 'a profile that is not there' check_machines.sh docs/a.md 'fpredict compilers --show f'
refuses 'a compiler without a row' check_machines.sh docs/compilers.md '## The profiles'
echo "$compiler_page" >"$tree/docs/compilers.md"
refuses 'another number of machines' check_machines.sh README.md 'Two machines, from one to the other'
rm -r "$tree/sysmodels" "$tree/docs"

mkdir -p "$tree/frontend/include" "$tree/sysmodels/model" "$tree/sysmodels/print" "$tree/docs"
printf '#define SAG_PATTERNS(X) \\\n    X(shift, shift) \\\n    X(sum, reduce)\n\n' >"$tree/sysmodels/model/communication.h"
echo '    {PATTERN_sum, "", ""},' >"$tree/sysmodels/print/intrinsic.c"
echo '| `sum(a, n)` | |' >"$tree/docs/directives.md"
printf '| `reduce` | `sum` |\n| `sum` | |\n' >"$tree/docs/machines.md"
accepts 'an intrinsic function with a row' check_intrinsics.sh frontend/include/hpf.h '#define hpf_sum(...) 0'
refuses 'an intrinsic function without prices' check_intrinsics.sh frontend/include/hpf.h '#define hpf_sum(...) 0
#define hpf_shift(...) 0'
echo '#define hpf_sum(...) 0' >"$tree/frontend/include/hpf.h"
refuses 'a row of no intrinsic function' check_intrinsics.sh sysmodels/print/intrinsic.c '    {PATTERN_sum, "", ""},
    {PATTERN_shift, "", ""},'
rm -r "$tree/frontend/include" "$tree/sysmodels" "$tree/docs"

guarded() {
    printf '#ifndef FPREDICT_%s_H\n#define FPREDICT_%s_H\n%s\n#endif\n' "$1" "$1" "$2"
}
accepts 'a good header' check_headers.sh plan/a.h "$(guarded PLAN_A 'int f(int);')"
refuses 'a header that needs another' check_headers.sh plan/b.h "$(guarded PLAN_B 'size_t f(void);')"
refuses 'an extension' check_headers.sh plan/c.h "$(guarded PLAN_C 'extern int none[0];')"
refuses 'another guard' check_headers.sh plan/d.h "$(guarded PLAN_X 'int f(int);')"
refuses 'a header twice' check_headers.sh plan/e.h '/* FPREDICT_PLAN_E_H
#ifndef FPREDICT_PLAN_E_H
*/ enum { A };'
exit $status
