#include "support/format.h"
#include "sysmodels/model/operation.h"

/* What operations take, in the form that generated programs read (codegen/runtime). */

static const source_range nowhere = {0};

static void write_cost(FILE *out, const char *name, const quantity *q)
{
    char seconds[FORMAT_SHORTEST_SIZE];
    format_shortest(q->is_set ? q->value : 0, seconds);
    fprintf(out, "%s %s\n", name, seconds);
}

bool sag_write_costs(fp_context *ctx, const sag *machine, FILE *out)
{
    const sag_processing *p = machine->processing;
    if (!p || p->compose == COMPOSE_OUT_OF_ORDER || p->compose == COMPOSE_SUPERSCALAR) {
        diag_report(ctx->diags, DIAG_ERROR, NULL, nowhere,
                    "'%s' executes operations out of order: what they take together is no sum of "
                    "times of each",
                    machine->name);
        return false;
    }
    fprintf(out, "# What each operation takes on '%s', in seconds", machine->name);
    if (machine->memory && machine->memory->cache_count)
        fputs(";\n# misses of its caches are not in it", out);
    fputs("\n", out);
    for (int k = 0; k < SAG_OP_COUNT; k++)
        write_cost(out, sag_op_name((sag_op)k), sag_op_cost(p, (sag_op)k));
    write_cost(out, "loop_setup", &p->loop_setup);
    write_cost(out, "loop_iteration", &p->loop_iteration);
    write_cost(out, "condition", &p->condition);
    write_cost(out, "branch_taken", &p->branch_taken);
    write_cost(out, "call", &p->call);
    return true;
}
