#!/bin/sh
# Checks that the compiler leaves in the kernels what they are to measure, one
# instruction for each operation, whatever it optimises. x86-64 only.
#
#   check_instructions.sh ROOT COMPILER
set -eu
cd "$1"
compiler=$2
if ! echo | "$compiler" -dM -E - | grep -q __x86_64__; then
    echo "skipped: this is no x86-64"
    exit 0
fi
text=$(mktemp)
trap 'rm -f "$text"' EXIT

status=0
# has FILE FUNCTION INSTRUCTION COUNT: how often it stands in that function.
has() {
    count=$(awk -v name="$2:" -v what="$3" '
        $1 == name { inside = 1 }
        inside && $1 ~ "^" what "$" { n++ }
        inside && $1 == ".cfi_endproc" { inside = 0 }
        END { print n + 0 }' "$text")
    if [ "$count" -ne "$4" ]; then
        echo "$compiler $level: $2 has $count of $3, not $4"
        status=1
    fi
}

for level in -O1 -O2 -O3; do
    "$compiler" -std=c17 -D_XOPEN_SOURCE=700 -I. $level -S -o "$text" training/train_arithmetic.c
    has arithmetic double_add_chain addsd 16
    has arithmetic double_add_throughput 'v?addsd' 23 # 16, and 7 that add up at the end
    has arithmetic double_multiply_chain mulsd 16
    has arithmetic float_multiply_throughput mulss 16
    has arithmetic double_divide_chain divsd 16
    has arithmetic int_divide_chain idivl 16
    has arithmetic int_multiply_chain imull 16
    has arithmetic int_compare_chain 'setl|setg' 16
    "$compiler" -std=c17 -D_XOPEN_SOURCE=700 -I. $level -S -o "$text" training/train_control.c
    has control load_throughput movsd 17 # 16, and the result
    has control calls 'callq?' 16
    "$compiler" -std=c17 -D_XOPEN_SOURCE=700 -I. $level -S -o "$text" training/train_library.c
    has library int_to_float 'cvtsi2sdl?' 16
    has library float_to_int 'cvttsd2sil?' 16
    has library float_to_double cvtss2sd 16
    has library sqrt_chain sqrtsd 4
done
exit $status
