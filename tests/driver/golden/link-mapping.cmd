# exit 1
fpredict estimate link_main.c link_mapping.c
