# exit 0
# Columns are divided, and no iteration needs another processor's: no pipeline, and no
# strips to set. toy.yaml: 2 + 7 × 1, 7 × (2 + 2 × 1) and 7 × 2 × (load + store): 65 µs.
fpredict estimate waiting.c --machine ./toy.yaml --distribute 'a(*,block)' --set strip@9=2 --format csv
# To compare takes them where there are any, and warns of nothing. Two strips of 2: the
# loop over them 2 + 2 × 1; processor 0 takes 2 + 3 × 1, 3 × (2 + 2 × 1) and 3 × 2 × 2 for
# the first, 29, for which processor 1 waits; then 10 + 16 for a message, and
# 2 + 4 × 1, 4 × (2 + 2 × 1) and 4 × 2 × 2, and as much again for the second, which is
# there by then: 4 + 29 + 2 × (26 + 38) = 161 µs.
fpredict compare waiting.c --machine ./toy.yaml --alternatives 'a: (*,block) (block,*)' --set strip@9=2 --no-warnings
