# exit 0
fpredict estimate arrangements.c --machine toy.yaml
