# exit 0
fpredict estimate shared-messages.c
fpredict estimate shared-messages.c --at 19 | sed -n '/Comm/,/transpose/p'
fpredict annotate shared-messages.c | tail -n 10
fpredict estimate shared-messages.c --format json | grep references
