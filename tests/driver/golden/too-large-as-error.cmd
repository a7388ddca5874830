# exit 1
fpredict estimate sum.c --set N=10000000 --warnings-as-errors --format csv >/dev/null
