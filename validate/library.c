#include "validate/library.h"

#include "support/process.h"
#include "support/workers.h"

/* Shell k of n compiles files k, k + n and so on: `make` or `xargs -P` need not be there. A shell
 * that fails leaves the others to their ends, as what is measured next must have the processors for
 * itself. */
const char *library_build(arena *a, const validate_setup *setup, const char *folder)
{
    const int shells = workers_usual();
    const char *root = process_quote(a, setup->runtime_root);
    const char *at_once = "";
    for (int k = 0; k < shells; k++)
        at_once = arena_printf(a, "%s one_of %d & all=\"$all $!\";", at_once, k);
    return arena_printf(
        a,
        "one_of() { i=0; for f in %s/codegen/runtime/fpr_*.c; do"
        " [ $((i %% %d)) -ne $1 ] ||"
        " %s -std=gnu11 -O2 -w -I%s -c \"$f\" -o %s/$(basename \"$f\" .c).o || return 1;"
        " i=$((i + 1)); done; };"
        " all= failed=0;%s for p in $all; do wait $p || failed=1; done; exit $failed",
        root, shells, setup->mpicc, root, process_quote(a, folder), at_once);
}
