# exit 0
fpredict estimate many-to-one.c --set argc=4 >/dev/null
