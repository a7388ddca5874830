# exit 2
fpredict estimate a.c --by unit --format csv
