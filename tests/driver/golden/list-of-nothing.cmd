# exit 1
fpredict compare sum.c --alternatives 'T: block'
