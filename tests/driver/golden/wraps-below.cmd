# exit 0
fpredict estimate wraps.c --set n=0 >/dev/null
