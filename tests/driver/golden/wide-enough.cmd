# exit 0
fpredict estimate wide-shadow.c --set N=28 >/dev/null && fpredict estimate wide-shadow.c --procs 1 >/dev/null
