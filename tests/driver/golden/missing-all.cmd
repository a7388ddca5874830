# exit 1
fpredict estimate missing-all.c --machine ./toy.yaml
