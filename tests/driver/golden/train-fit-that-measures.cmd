# exit 2
fpredict train fit host.raw --quick
