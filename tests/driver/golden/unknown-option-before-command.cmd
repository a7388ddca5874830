# exit 2
fpredict --vresion
