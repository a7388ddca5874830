# exit 0
fpredict estimate missed-end.c --set N=19 >/dev/null
