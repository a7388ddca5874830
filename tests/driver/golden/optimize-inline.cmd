# exit 0
# by-unit.cmd without two calls of 5 µs.
fpredict estimate phases.c --machine ./toy.yaml --optimize inline | sed -n '3p;/assumption/,$p'
