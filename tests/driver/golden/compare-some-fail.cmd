# exit 0
fpredict compare only-block.c | sed '/^▸/s/  .*//'
