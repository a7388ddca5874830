# exit 0
fpredict estimate many-assumptions.c | grep -o 'and [0-9]* more, which.*'; fpredict estimate many-assumptions.c --format json | grep -c "'if' taken"
