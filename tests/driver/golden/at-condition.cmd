# exit 0
fpredict estimate phases.c --machine ./toy.yaml --at 30-33
