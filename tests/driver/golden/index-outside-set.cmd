# exit 0
fpredict estimate index-outside.c --set N=40 --set first=2 >/dev/null
