# exit 0
fpredict compare phases.c --machine ./toy.yaml --format json | sed -n '/"regions"/,/]/p'
