# exit 1
fpredict estimate wraps.c --set n=65536
