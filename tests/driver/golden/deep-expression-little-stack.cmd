# exit 0
{ printf 'double a[4];\n#pragma hpf processors P(4)\n#pragma hpf distribute a(block) onto P\nint main(void)\n{\n    a[0] = 0'; printf ' + 1%.0s' {1..4900}; printf ';\n    return 0;\n}\n'; } | (ulimit -S -s 1024; fpredict estimate -) >/dev/null
