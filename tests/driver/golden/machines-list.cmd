# exit 0
fpredict machines
