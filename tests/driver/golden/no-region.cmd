# exit 0
fpredict estimate sum.c --machine ./toy.yaml --by region | tail -n 1
