# exit 0
# The machine file is made here, as its host is this one: only what is said of it is compared.
made=$(mktemp --suffix=.yaml)
sed "s|^units:|trained: {host: $(uname -n), processor: \"unknown\", mpi: an MPI, date: \"$(date +%Y-%m-%d)\"}\n&|" ../../../sysmodels/machines/ipsc860.yaml >"$made"
fpredict machines --show "$made" 2>&1 >/dev/null | sed "s|$made|made.yaml|; s|it is '.*' now|it is '…' now|" >&2
rm -f "$made"
