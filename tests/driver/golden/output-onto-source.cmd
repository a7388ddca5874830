# exit 1
fpredict annotate sum.c --output ./../golden/sum.c
