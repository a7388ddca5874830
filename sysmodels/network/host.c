#include "sysmodels/network/host.h"

#include "sysmodels/network/price.h"
#include "sysmodels/network/route.h"

double sag_spawn_time(const sag *machine, int nodes)
{
    const sag_io *io = machine->host ? machine->host->io : NULL;
    double seconds = 0;

    if (io && io->spawn.is_set)
        seconds += io->spawn.value;
    if (io && io->spawn_per_node.is_set)
        seconds += io->spawn_per_node.value * nodes;
    return seconds;
}

double sag_host_message_time(const sag *machine, double bytes)
{
    const sag_communication *c =
        machine->link ? machine->link->communication : machine->communication;
    sag_price price =
        sag_price_message((message_function){c->piece_count, c->pieces}, bytes, sag_route_next(c));
    return sag_price_total(&price);
}

/* The input/output component of the node, or of the nearest unit above it. */
static const sag_io *io_above(const sag *machine, const sag_unit *unit, bool *has_node)
{
    const sag_io *found = NULL;

    *has_node = unit == machine->node;
    if (*has_node)
        return unit->io;
    for (int i = 0; i < unit->child_count && !*has_node; ++i)
        found = io_above(machine, unit->children[i], has_node);
    return found || !*has_node ? found : unit->io;
}

const sag_io *sag_nearest_io(const sag *machine, bool *is_host)
{
    bool has_node;
    const sag_io *io = io_above(machine, machine->root, &has_node);

    *is_host = !io && machine->host;
    return *is_host ? machine->host->io : io;
}

bool sag_io_time(const sag *machine, double bytes, double *seconds)
{
    bool is_host;
    const sag_io *io = sag_nearest_io(machine, &is_host);

    if (!io || !io->startup.is_set)
        return false;
    *seconds = io->startup.value + io->per_byte.value * bytes;
    if (is_host)
        *seconds += sag_host_message_time(machine, bytes);
    return true;
}
