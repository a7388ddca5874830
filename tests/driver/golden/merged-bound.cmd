# exit 0
fpredict estimate merged-bound.c --format json | grep -o '"all that[^"]*"'
