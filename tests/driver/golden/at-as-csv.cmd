# exit 2
fpredict estimate a.c --at 3 --format csv
