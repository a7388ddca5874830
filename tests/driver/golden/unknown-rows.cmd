# exit 1
# What asks for the count of a sparse row says of which array.
fpredict estimate unknown-rows.c --machine ./toy.yaml --no-warnings
