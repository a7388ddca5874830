# exit 1
fpredict estimate link_none.c link_body.c
