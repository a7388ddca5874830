# exit 1
fpredict estimate .
