#include "sysmodels/file/copy.h"
#include "sysmodels/model/adjust.h"

/* Does a program call MPI's function? What was measured of the whole counts for the numbers of
 * processors on which it was: machine files of before there was a list of what the library does. */
static bool calls_library(const sag_collective *c, collectives_choice choice)
{
    switch (choice) {
    case COLLECTIVES_BY_MACHINE:
        return c->library_count > 0;
    case COLLECTIVES_LIBRARY:
        return true;
    case COLLECTIVES_OWN:
        break;
    }
    return false;
}

static void choose(void *data, const machine_part *part)
{
    const collectives_choice choice = *(const collectives_choice *)data;
    sag_communication *c = part->what;
    if (part->kind != MACHINE_COMMUNICATION || !part->is_executing)
        return;
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; ++k) {
        sag_collective *g = &c->collective[k];
        g->uses_library = calls_library(g, choice);
        if (choice == COLLECTIVES_OWN)
            g->measured_count = g->library_count = 0;
    }
}

/* Is it as it shall be? */
static bool is_so(const sag_communication *c, collectives_choice choice)
{
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; ++k) {
        const sag_collective *g = &c->collective[k];
        bool is_known = g->measured_count > 0 || g->library_count > 0;
        if (g->uses_library != calls_library(g, choice) || (choice == COLLECTIVES_OWN && is_known))
            return false;
    }
    return true;
}

const sag *sag_with_collectives(fp_context *ctx, const sag *machine, collectives_choice choice)
{
    machine_draft draft = {.ctx = ctx};
    if (is_so(machine->communication, choice))
        return machine;
    machine_copy(ctx, machine, choose, &choice, &draft);
    return draft.machine;
}
