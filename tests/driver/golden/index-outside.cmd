# exit 0
fpredict estimate index-outside.c >/dev/null
