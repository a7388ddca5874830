# exit 0
fpredict estimate levels.c --set levels=2 --set MOST=2 >/dev/null
