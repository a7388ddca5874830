# exit 0
fpredict estimate own-elements.c >/dev/null
