# exit 0
fpredict estimate everybody.c >/dev/null
