# exit 1
fpredict estimate sum.c --machine cm5,t3e
