# exit 2
fpredict help everything
