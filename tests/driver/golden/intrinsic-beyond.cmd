# exit 0
fpredict estimate intrinsic-beyond.c >/dev/null
