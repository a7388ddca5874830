#include "validate/environment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/format.h"
#include "support/process.h"
#include "sysmodels/network/links.h"
#include "sysmodels/network/place.h"
#include "sysmodels/network/price.h"
#include "sysmodels/network/route.h"

/* --- What was found ------------------------------------------------------------------------ */

/* The text after a word, or null where the line begins with another. */
static const char *after(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

typedef VEC(const char *) names;

static bool has(const names *all, const char *name)
{
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->data[i], name) == 0)
            return true;
    return false;
}

static void add_host(arena *a, const char *name, names *known, environment *out)
{
    out->ranks++;
    out->beside += known->count == 0 || strcmp(known->data[0], name) == 0;
    if (has(known, name))
        return;
    VEC_PUSH(a, known, arena_strdup(a, name));
    out->host = known->data[0];
    out->hosts = known->count;
}

bool environment_read(arena *a, const char *path, environment *out)
{
    char line[512];
    names hosts = {0};
    FILE *in = fopen(path, "r");
    *out = (environment){0};
    while (in && fgets(line, sizeof line, in)) {
        const char *value;
        environment_message m;
        line[strcspn(line, "\n")] = '\0';
        process_make_plain(line);
        if (strcmp(line, "simulated") == 0)
            out->is_simulated = true;
        else if ((value = after(line, "library")))
            out->library = arena_strdup(a, value);
        else if ((value = after(line, "processors")))
            out->processors = atoi(value);
        else if ((value = after(line, "cores")))
            out->cores = atoi(value);
        else if ((value = after(line, "host")))
            add_host(a, value, &hosts, out);
        else if (sscanf(line, "message %lf %d %lf", &m.bytes, &m.partner, &m.seconds) == 3)
            VEC_PUSH(a, &out->messages, m);
    }
    if (in)
        fclose(in);
    return out->library && out->ranks > 0;
}

/* --- Whose machine file it is ------------------------------------------------------------------
 */

typedef enum origin_of_file {
    FILE_DESCRIBES, /* nothing of it was trained: what papers and data sheets say */
    FILE_OF_SIMULATION,
    FILE_OF_HOST
} origin_of_file;

/* Files that were trained on a platform did not always say so, and were trained all the same. */
static origin_of_file origin_of(const sag *machine)
{
    if (machine->trained.host && !machine->trained.is_simulated)
        return FILE_OF_HOST;
    bool is_trained =
        machine->communication && machine->communication->exchange_origin.from == FROM_TRAINED;
    return is_trained || machine->trained.is_simulated ? FILE_OF_SIMULATION : FILE_DESCRIBES;
}

/* "a simulated platform ('smpirun -platform star.xml')" */
static const char *platform_of(arena *a, const sag *machine)
{
    const char *started = machine->trained.started;
    return started ? arena_printf(a, "a simulated platform ('%s')", started)
                   : "a simulated platform";
}

static const char *remedy(arena *a, const char *mpirun, bool is_simulated, const char *name)
{
    const char *starter = arena_printf(a, "%s -np 2", mpirun && *mpirun ? mpirun : "mpirun");
    return arena_printf(a, "fpredict train --mpirun %s%s -o %s.yaml measures %s",
                        process_quote(a, starter), is_simulated ? " --node-of MACHINE" : "", name,
                        is_simulated ? "that platform" : "that machine");
}

/* Programs run on a real machine. */
static const char *judge_real(arena *a, const environment *p, const sag *machine,
                              const char *mpirun)
{
    const char *how = remedy(a, mpirun, false, "host");
    switch (origin_of(machine)) {
    case FILE_DESCRIBES:
        return arena_printf(
            a,
            "'%s' is described, not trained, and programs run on a real machine%s%s%s: the tables "
            "show how the two differ, not how good predictions are; %s",
            machine->name, p ? " ('" : "", p ? p->host : "", p ? "')" : "", how);
    case FILE_OF_SIMULATION:
        return arena_printf(a,
                            "'%s' was trained on %s, and programs run on a real machine%s%s%s: the "
                            "tables show how the two differ, not how good predictions are; %s",
                            machine->name, platform_of(a, machine), p ? " ('" : "",
                            p ? p->host : "", p ? "')" : "", how);
    case FILE_OF_HOST:
        break;
    }
    if (p && strcmp(machine->trained.mpi, p->library) != 0)
        return arena_printf(a,
                            "'%s' was trained under '%s', and programs run under '%s', whose "
                            "messages take different times; %s",
                            machine->name, machine->trained.mpi, p->library, how);
    return NULL;
}

/* How much longer a message takes than its price, by the slowest link that it passes. */
static double held_back(arena *a, const sag_communication *c, int ranks, int partner, double bytes,
                        double per_byte)
{
    const int from = 0;
    double slowest = per_byte;
    link_use_vec links = {0};
    sag_links(c, a, 1, &ranks, &from, &partner, &links);
    for (int i = 0; i < links.count; i++)
        slowest = fmax(slowest, links.data[i].per_byte);
    return (slowest - per_byte) * bytes;
}

/* What the machine file says of one message, alone on the way. Processors are a line. */
static double said_of(arena *a, const sag_communication *c, int ranks, const environment_message *m)
{
    const int from = 0;
    sag_route route = sag_route_between(c, 1, &ranks, &from, &m->partner);
    message_function f = sag_function_on(c, (message_function){c->piece_count, c->pieces}, route);
    sag_price price = sag_price_message(f, m->bytes, route);
    return c->call_overhead.value + sag_price_total(&price) +
           held_back(a, c, ranks, m->partner, m->bytes, price.per_byte);
}

/* A trained file has single messages to a percent, a described one as people round them. */
static double tolerance_of(const sag *machine)
{
    static const double trained = 0.05, described = 0.25;
    return origin_of(machine) == FILE_OF_SIMULATION ? trained : described;
}

/* The message that is furthest off, beyond what may be; null: there is none. */
static const environment_message *furthest(arena *a, const environment *p, const sag *machine)
{
    const environment_message *worst = NULL;
    double most = log1p(tolerance_of(machine));
    for (int i = 0; i < p->messages.count; i++) {
        const environment_message *m = &p->messages.data[i];
        if (m->partner >= p->hosts)
            continue; /* it shares a host with another, perhaps with rank 0 */
        double off = fabs(log(said_of(a, machine->communication, p->ranks, m) / m->seconds));
        if (off > most) {
            most = off;
            worst = m;
        }
    }
    return worst;
}

static const char *judge_simulated(arena *a, const environment *p, const sag *machine,
                                   const char *mpirun, bool is_counted)
{
    const char *how = remedy(a, mpirun, true, "platform");
    if (origin_of(machine) == FILE_OF_HOST)
        return arena_printf(
            a,
            "'%s' was trained on the host '%s', and programs run on a simulated platform: the "
            "tables show how the two differ, not how good predictions are; %s",
            machine->name, machine->trained.host, how);
    const environment_message *m =
        is_counted && machine->communication ? furthest(a, p, machine) : NULL;
    if (!m)
        return NULL;
    return arena_printf(a,
                        "'%s' does not describe the platform that programs run on: %s from "
                        "processor 0 to %d take %s there, and %s by the machine file; %s",
                        machine->name, format_bytes(a, m->bytes), m->partner,
                        format_time(a, m->seconds),
                        format_time(a, said_of(a, machine->communication, p->ranks, m)), how);
}

const char *environment_mismatch(arena *a, const environment *p, const sag *machine,
                                 const char *mpirun, bool is_counted)
{
    return p && p->is_simulated ? judge_simulated(a, p, machine, mpirun, is_counted)
                                : judge_real(a, p, machine, mpirun);
}

/* --- Ranks ---------------------------------------------------------------------------------------
 */

const char *environment_shared_hosts(arena *a, const environment *p, const sag *machine, int count,
                                     const validate_case *cases)
{
    /* Of simulated hosts it is the machine file that says how many share one: it knows what
     * messages take inside a node. */
    int told = machine->communication ? sag_ranks_per_node(machine->communication) : 1;
    int each = p->is_simulated ? told : p->processors;
    int room = p->hosts * each, least = 0;
    /* Hosts beyond those of the probe's ranks were not seen. */
    if (each == 0 || room >= p->ranks)
        return NULL;
    for (int i = 0; i < count; i++)
        if (cases[i].processors > room && (!least || cases[i].processors < least))
            least = cases[i].processors;
    if (!least)
        return NULL;
    if (p->is_simulated)
        return arena_printf(a,
                            "the platform has %s: on %d processors (--procs) and more, ranks share "
                            "hosts, and messages between those do not use the network; name a "
                            "platform or a hostfile with more hosts, or fewer processors",
                            format_plural(a, p->hosts, "host", "hosts"), least);
    return arena_printf(
        a,
        "programs run on %s of %s: on %d (--procs) and more, ranks share processors, and a message "
        "waits until its receiver runs; name fewer processors, or a hostfile with more",
        format_plural(a, room, "processor", "processors"),
        format_plural(a, p->hosts, "host", "hosts"), least);
}

const char *environment_shared_cores(arena *a, const environment *p, const sag *machine, int count,
                                     const validate_case *cases)
{
    int told = machine->communication ? sag_ranks_per_node(machine->communication) : 1, least = 0;
    if (!p->is_simulated || p->cores == 0 || told < 2 || p->cores >= p->beside)
        return NULL;
    for (int i = 0; i < count; i++)
        if (cases[i].processors > p->cores && (!least || cases[i].processors < least))
            least = cases[i].processors;
    if (!least)
        return NULL;
    return arena_printf(
        a,
        "host '%s' of the platform has %s, and %d ranks: on %d processors (--procs) and more, "
        "ranks "
        "compute more slowly at once than '%s' says, of which each has a processor of its own; "
        "give hosts of the platform %d cores (core=\"%d\"), or name a hostfile with %s a host",
        p->host, format_plural(a, p->cores, "core", "cores"), p->beside, least, machine->name,
        p->beside, p->beside, format_plural(a, p->cores, "rank", "ranks"));
}
