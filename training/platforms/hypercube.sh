#!/bin/sh
# Writes a SimGrid platform: a hypercube of 2^DIMENSIONS nodes like an iPSC/860.
#
#   sh hypercube.sh [DIMENSIONS] > hypercube.xml        (6: 64 nodes)
#
# A node has a channel in each direction to every node whose number differs from its own in one
# bit. A message takes its way in the order of the dimensions (e-cube), 11 us a channel
# (Sarukkai and Malony 1993, section 4.2). What it costs the processor that sends it, 76 us +
# 0.4 us a byte, is no matter of the platform: hypercube.options say that. The channels, at 1 GB/s,
# add next to nothing.
set -eu
exec awk -v dimensions="${1:-6}" '
    # Flips bit d (a power of two) of n.
    function across(n, d) { return int(n / d) % 2 ? n - d : n + d }
    # Names of one length: smpirun takes hosts in their order.
    function host(n) { return sprintf(nodes > 100 ? "node-%03d" : "node-%02d", n) }
    function route(from, to,    at, d) {
        printf "    <route src=\"%s\" dst=\"%s\" symmetrical=\"NO\">", host(from), host(to)
        at = from
        for (d = 1; d < nodes; d *= 2)
            if (int(at / d) % 2 != int(to / d) % 2) {
                printf "<link_ctn id=\"from-%d-%d\"/>", at, across(at, d)
                at = across(at, d)
            }
        print "</route>"
    }
    BEGIN {
        nodes = 2 ^ dimensions
        print "<?xml version=\"1.0\"?>"
        print "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">"
        print "<platform version=\"4.1\">"
        print "  <zone id=\"hypercube\" routing=\"Full\">"
        for (n = 0; n < nodes; n++)
            printf "    <host id=\"%s\" speed=\"1Gf\"/>\n", host(n)
        for (n = 0; n < nodes; n++)
            for (d = 1; d < nodes; d *= 2)
                printf "    <link id=\"from-%d-%d\" bandwidth=\"1GBps\" latency=\"11us\"/>\n", \
                       n, across(n, d)
        for (from = 0; from < nodes; from++)
            for (to = 0; to < nodes; to++)
                if (from != to)
                    route(from, to)
        print "  </zone>"
        print "</platform>"
    }'
