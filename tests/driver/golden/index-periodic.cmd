# exit 0
fpredict estimate index-periodic.c >/dev/null
