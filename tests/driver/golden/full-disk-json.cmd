# exit 1
fpredict estimate sum.c --format json >/dev/full
