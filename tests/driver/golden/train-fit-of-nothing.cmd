# exit 2
fpredict train fit -o host.yaml
