# exit 0
sed "s/parts: \[node\]/parts: [node$(printf ', x%d' $(seq 100))]/" ../../../sysmodels/machines/ipsc860.yaml >"$results/parts.yaml"; fpredict machines --show "$results/parts.yaml" 2>&1 | grep -c error:
