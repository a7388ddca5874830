# exit 0
fpredict compare only-block.c --format json | grep distributions
