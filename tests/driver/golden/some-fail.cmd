# exit 1
fpredict estimate sum.c --set N=-2:2 --format csv >/dev/null
