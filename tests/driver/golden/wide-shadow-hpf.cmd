# exit 0
fpredict estimate wide-shadow-hpf.c >/dev/null
