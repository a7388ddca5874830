# exit 0
fpredict estimate square.c --set N=9999999999999 --format csv >/dev/null
