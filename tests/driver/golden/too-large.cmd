# exit 0
fpredict estimate sum.c --set N=10000000 --format csv >/dev/null
