#!/bin/sh
# Checks that each intrinsic function has what the compiler does not ask for. frontend/include/hpf.h
# says which there are; one that the table of prices lacks would go by its kind, in silence.
#
#   check_intrinsics.sh ROOT
set -eu
cd "$1"
failed=0
fail() {
    echo "$1"
    failed=1
}
defined=$(sed -n 's/^#define hpf_\([a-z_0-9]*\)(.*/\1/p' frontend/include/hpf.h)
priced=$(sed -n '/^#define SAG_PATTERNS/,/^$/s/^ *X(\([a-z_0-9]*\), .*/\1/p' sysmodels/model/communication.h)
shown=$(sed -n 's/^ *{PATTERN_\([a-z_0-9]*\),.*/\1/p' sysmodels/print/intrinsic.c)

# lists LIST NAME
lists() {
    echo "$1" | grep -qx "$2"
}
for name in $defined; do
    lists "$priced" "$name" ||
        fail "hpf.h: '$name' has no row of SAG_PATTERNS in sysmodels/model/communication.h"
    lists "$shown" "$name" || fail "hpf.h: '$name' has no row in sysmodels/print/intrinsic.c"
    grep -q "^|.*\`$name[(\`]" docs/directives.md ||
        fail "hpf.h: '$name' is in no table of docs/directives.md"
    [ "$(grep -c "^|.*\`$name\`" docs/machines.md)" -ge 2 ] ||
        fail "hpf.h: '$name' is not in the tables of kinds and of intrinsic functions of docs/machines.md"
done
for name in $shown; do
    lists "$defined" "$name" || fail "intrinsic.c: <hpf.h> has no '$name'"
done
[ "$failed" -eq 0 ] || exit 1
echo "$(echo "$defined" | wc -w) intrinsic functions, each with its row of prices and its tables"
