# exit 0
# Everything that the source does not say, each once, at its place.
fpredict estimate assumptions.c --format json | sed -n '/"assumptions"/,$p'
