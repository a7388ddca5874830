#!/usr/bin/env bash
# The functions of XcalableMP's library that programs may call (codegen/check/xmp_library.c) are those
# that the run-time library has.
#
#   library.sh ROOT OBJECT...    (OBJECTs: runtime/fpr_xmp.c, fpr_inquiry.c, fpr_inquiry_array.c and fpr_whole.c, compiled)
set -euo pipefail
root=$1
shift
accepted=$(grep -oE '"xmpc?_[a-z_]+"' "$root/codegen/check/xmp_library.c" | tr -d '"' | sort)
there=$(nm --defined-only "$@" | awk '$2 == "T" && $3 ~ /^xmpc?_/ { print $3 }' | sort)
[ -n "$there" ] || { echo "FAILED: $* have no such function" >&2; exit 1; }
diff <(echo "$accepted") <(echo "$there") ||
    { echo "FAILED: codegen/check/xmp_library.c (<) and the library (>) have others" >&2; exit 1; }
echo ok
