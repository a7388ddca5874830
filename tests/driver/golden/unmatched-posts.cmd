# exit 0
fpredict estimate unmatched-posts.c >/dev/null
