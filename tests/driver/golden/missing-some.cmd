# exit 1
# What is told is not asked for.
fpredict estimate missing-all.c --machine ./toy.yaml --set rounds=3
