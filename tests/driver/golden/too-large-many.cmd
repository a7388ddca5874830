# exit 0
fpredict estimate sum.c --set N=1000,10000000,20000000,30000000 --format csv >/dev/null
