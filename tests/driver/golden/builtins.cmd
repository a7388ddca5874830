# exit 0
fpredict estimate builtins.c --format csv >/dev/null
