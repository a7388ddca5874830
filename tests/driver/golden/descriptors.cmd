# exit 0
fpredict estimate descriptors.c >/dev/null
