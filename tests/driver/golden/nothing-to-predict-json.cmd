# exit 0
fpredict estimate plain.c --format json
