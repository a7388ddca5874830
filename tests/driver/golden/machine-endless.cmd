# exit 1
fpredict machines --show /dev/zero
