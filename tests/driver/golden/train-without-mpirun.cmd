# exit 2
fpredict train -o host.yaml
