# exit 1
fpredict help >/dev/full
