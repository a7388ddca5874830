# exit 1
fpredict estimate sum.c --machine ../../sysmodels/bad/key-unknown.yaml
