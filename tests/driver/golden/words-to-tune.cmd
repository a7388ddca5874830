# exit 2
fpredict compare sum.c --tune MODE=fast,slow
