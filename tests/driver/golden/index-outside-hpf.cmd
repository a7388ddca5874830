# exit 0
fpredict estimate index-outside-hpf.c >/dev/null
