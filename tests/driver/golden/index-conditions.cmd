# exit 0
fpredict estimate index-conditions.c >/dev/null
