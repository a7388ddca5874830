# exit 1
# All calls pass N. toy.yaml: 3 calls of 5; twice 2 + 8 × 1 for the loop, 8 × 1 for its
# stores on each of 2 processors: 51 µs.
fpredict estimate local-extents.c --machine ./toy.yaml --format csv
# With another call there is no one size.
fpredict estimate local-extents.c --machine ./toy.yaml -- -DOTHER
