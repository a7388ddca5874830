# exit 0
fpredict estimate not-independent.c >/dev/null
