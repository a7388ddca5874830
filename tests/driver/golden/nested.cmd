# exit 1
{ printf 'double a[4];\n#pragma hpf processors P(4)\n#pragma hpf distribute a(block) onto P\nint main(void)\n{\n'; for i in {1..1200}; do echo '    if (a[0] > 0)'; done; printf '        a[0] = 1;\n    return 0;\n}\n'; } | fpredict estimate -
