# exit 0
# The machine file is made here, as its host is this one: only what is said of it is compared.
made=$(mktemp --suffix=.yaml)
sed "s|^name:.*|name: elsewhere|; s|^units:|trained: {host: somewhere-else, processor: \"unknown\", mpi: an MPI, date: \"2026-01-31\"}\n&|" ../../../sysmodels/machines/ipsc860.yaml >"$made"
fpredict machines --show "$made" 2>&1 >/dev/null | sed "s|$made|made.yaml|; s|it is '.*' now|it is '…' now|" >&2
rm -f "$made"
