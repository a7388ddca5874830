# exit 0
fpredict estimate uncommon-types.c --format csv >/dev/null
