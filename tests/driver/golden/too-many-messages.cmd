# exit 1
# Each of 65,536 processors may need an element of each other one, and the order counts.
fpredict estimate too-many-messages.c --no-warnings --machine ../../../training/platforms/cluster.yaml
