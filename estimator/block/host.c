#include "estimator/block/host.h"

#include <math.h>

#include "estimator/run/run.h"
#include "sysmodels/network/host.h"

/* Starting the nodes, collecting the result, and input and output (Parashar and Hariri 1996, figure
 * 4: the host spawns each node and receives the results). Off unless asked for: the papers' times
 * are those of the nodes. */

/* What main returns, an int: what one node sends to the host at the end. */
enum { RESULT_BYTES = 4 };

static double error_of(const quantity *q, double times)
{
    return q->is_set ? q->value * times * q->relative_error : 0;
}

double host_fresh_pages(const run *r)
{
    const sag_memory *m = r->est->machine->memory;
    if (!m || !m->first_touch.is_set || !m->page.is_set || m->page.value <= 0)
        return 0;
    return ceil(r->node_bytes / m->page.value);
}

/* All nodes begin when the last is started. Fresh pages are counted here, together, and not
 * where they are touched. */
host_cost host_spawn(const run *r)
{
    const sag *machine = r->est->machine;
    host_cost cost = {0};
    double pages = host_fresh_pages(r);
    if (pages > 0) {
        cost.seconds = pages * machine->memory->first_touch.value;
        cost.error = error_of(&machine->memory->first_touch, pages);
    }
    if (!r->est->options.host || !machine->host || !machine->host->io)
        return cost;
    const sag_io *io = machine->host->io;
    cost.seconds += sag_spawn_time(machine, r->procs);
    cost.error += error_of(&io->spawn, 1) + error_of(&io->spawn_per_node, r->procs);
    return cost;
}

host_cost host_collect(const run *r)
{
    if (!r->est->options.host)
        return (host_cost){0};
    return (host_cost){.seconds = sag_host_message_time(r->est->machine, RESULT_BYTES)};
}

/* Bytes that the call moves on the processor that moves most; those of the values that it reads
 * where its arguments tell none, or only in the course of a loop. */
static double bytes_of(run *r, const aag_step *s)
{
    if (!s->io_bytes || s->io_bytes->uses_loop_var)
        return s->io_values;
    const int before = env_rank(r->env), ranks = s->io_bytes->uses_coord ? r->procs : 1;
    int64_t most = 0;
    for (int rank = 0; rank < ranks && !r->has_failed; rank++) {
        if (ranks > 1)
            run_set_rank(r, rank);
        int64_t bytes = run_eval(r, s->io_bytes, s->where);
        most = bytes > most ? bytes : most;
    }
    if (ranks > 1)
        run_set_rank(r, before);
    return (double)most;
}

host_cost host_io(run *r, const aag_step *s)
{
    host_cost cost = {0};
    bool is_host;
    if (!s->is_io || !r->est->options.host)
        return cost;
    double bytes = bytes_of(r, s);
    const sag_io *io = sag_nearest_io(r->est->machine, &is_host);
    if (io && sag_io_time(r->est->machine, bytes, &cost.seconds))
        cost.error = error_of(&io->startup, 1) + error_of(&io->per_byte, bytes);
    return cost;
}

static bool has_io_calls(const aag_graph *g)
{
    for (int i = 0; i < g->unit_count; i++)
        for (int k = 0; k < g->units[i]->step_count; k++)
            if (g->units[i]->steps[k].is_io)
                return true;
    return false;
}

void host_check(run *r)
{
    const sag *machine = r->est->machine;
    const sag_io *io = machine->host ? machine->host->io : NULL;
    double seconds;
    if (!r->est->options.host || r->has_failed)
        return;
    if (!io || (!io->spawn.is_set && !io->spawn_per_node.is_set)) {
        r->has_failed = true;
        diag_report(r->est->ctx->diags, DIAG_ERROR, "host", (source_range){0},
                    "%s does not say what starting its nodes takes; give it a 'host' whose 'io' "
                    "has spawn_us and spawn_per_node_us, or leave out --host",
                    machine->name);
    } else if (has_io_calls(r->est->graph) && !sag_io_time(machine, 0, &seconds)) {
        r->has_failed = true;
        diag_report(r->est->ctx->diags, DIAG_ERROR, "host", (source_range){0},
                    "%s does not say what input and output take; give its host or its nodes an "
                    "'io' with startup_us and per_byte_us, or leave out --host",
                    machine->name);
    }
}
