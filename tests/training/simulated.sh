# For tests on simulated machines, which source it when $smpicc is set: a folder of their own, which goes
# in the end, and what all of them need there.
if [ "$smpicc" = none ]; then
    echo "skipped: SimGrid's SMPI is not installed"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset FPREDICT_COMPILERS FPREDICT_FIT FPREDICT_MACHINES

fail() {
    echo "FAILED: $*"
    [ ! -s said ] || tail -40 said
    exit 1
}

# star HOSTS BANDWIDTH LATENCY: star.xml, of hosts node-0, node-1 ...; a message passes two links.
star() {
    cat >star.xml <<END
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="star" prefix="node-" suffix="" radical="0-$(($1 - 1))" speed="1Gf" bw="$2" lat="$3"/>
</platform>
END
}

# Options of smpirun by which the platform's figures hold as they stand.
as_stated='--cfg=smpi/simulate-computation:no --cfg=smpi/bw-factor:0:1 --cfg=smpi/lat-factor:0:1
    --cfg=network/weight-S:0 --cfg=network/crosstraffic:0 --cfg=network/TCP-gamma:0'
