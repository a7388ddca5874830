#include "training/fit/fit_node.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/format.h"
#include "sysmodels/model/operation.h"
#include "training/fit/fit_message.h"

/* Chains that take so much longer than the same operations side by side are those
 * of a processor that does several at a time. */
static const double SIDE_BY_SIDE = 1.5;

/* What no kernel has alone is known this badly. */
static const double SHARED_ERROR = 0.5;

quantity fit_nanoseconds(double seconds, double error, const char *source)
{
    quantity q = fit_time(seconds * 1e3, error, source);
    q.value = q.stated / 1e9;
    q.unit = "ns";
    return q;
}

/* What is known of one operation, as latency or reciprocal throughput. */
typedef struct known {
    bool is_known;
    double seconds, error; /* the error is relative */
    double measured;       /* what of it measuring makes, without what the value stands for */
    int functions;
    bool is_shared; /* with others: in sum it is known better */
} known;

static void take(known *k, const fit_cost *c)
{
    if (!c->is_known)
        return;
    const double error = c->seconds > 0 ? fmin(c->error / c->seconds, 1) : 0;
    k->is_known = true;
    k->seconds += c->seconds;
    k->error = fmax(k->error, c->is_shared ? fmax(error, SHARED_ERROR) : error);
    k->measured = hypot(k->measured, c->measured); /* in seconds, of the sum */
    k->is_shared |= c->is_shared;
    k->functions++;
}

/* An operation, or the mean of the functions that its key prices: how far they are
 * from each other is its error then. */
static known find(const fit_operations *o, const char *name, bool latency)
{
    const size_t length = strlen(name);
    known k = {0};
    double least = INFINITY, most = 0;
    for (int i = 0; i < o->count; i++) {
        const fit_operation *op = &o->operation[i];
        const fit_cost *c = latency ? &op->latency : &op->throughput;
        if (strncmp(op->name, name, length) != 0 ||
            (op->name[length] != '\0' && op->name[length] != '.'))
            continue;
        take(&k, c);
        if (c->is_known) {
            least = fmin(least, c->seconds);
            most = fmax(most, c->seconds);
        }
    }
    k.measured = k.seconds > 0 ? fmin(k.measured / k.seconds, 1) : 0;
    if (k.functions > 1) {
        k.seconds /= k.functions;
        k.error = fmax(k.error, k.seconds > 0 ? fmin((most - least) / 2 / k.seconds, 1) : 0);
    }
    return k;
}

/* What was measured; and why its error is more than measuring makes it: who measures again finds
 * the same. */
static const char *source_of(arena *a, const char *name, const known *k)
{
    static const double much = 0.05;
    if (k->error <= much || k->measured > much)
        return name;
    return k->functions > 1 ? arena_printf(a, "%s: mean of %d functions", name, k->functions)
           : k->is_shared   ? arena_printf(a, "%s: known in a sum", name)
                            : arena_printf(a, "%s: kernels are no exact sums", name);
}

static quantity overhead(const fit_operations *o, const char *name, const char *source)
{
    const known k = find(o, name, false);
    return k.is_known ? fit_nanoseconds(k.seconds, k.error, source) : (quantity){0};
}

/* An operation of which only one of the two was measured has that for both. */
static bool fit_operation_costs(arena *a, const fit_operations *o, sag_op op, sag_processing *p)
{
    const char *name = sag_op_name(op);
    const known latency = find(o, name, true), throughput = find(o, name, false);
    if (!latency.is_known && !throughput.is_known)
        return false;
    const known *slow = latency.is_known ? &latency : &throughput;
    p->op[op] = fit_nanoseconds(slow->seconds, slow->error, source_of(a, name, slow));
    if (throughput.is_known)
        p->throughput[op] =
            fit_nanoseconds(throughput.seconds, throughput.error, source_of(a, name, &throughput));
    return true;
}

/* An addition of integers is one clock on every processor of the last decades; how
 * fast it runs is needed only where a value is given in clocks. */
static void fit_clock(const fit_operations *o, sag_processing *p)
{
    const known add = find(o, "int_add", true);
    const double hertz = add.is_known && add.seconds > 0 ? 1 / add.seconds : 1e9;
    const double stated = rint(hertz / 1e6);
    p->clock = (quantity){.is_set = true,
                          .value = stated * 1e6,
                          .stated = stated,
                          .unit = "MHz",
                          .from = FROM_DERIVED,
                          .source = "an integer addition is one clock; no other value is in clocks",
                          .relative_error = 0.2};
}

static void choose_composition(arena *a, const fit_operations *o, sag_processing *p,
                               fit_notes *notes)
{
    const known chain = find(o, "double_add", true), beside = find(o, "double_add", false);
    const bool overlaps = chain.seconds > SIDE_BY_SIDE * beside.seconds;
    p->compose = overlaps ? COMPOSE_SUPERSCALAR : COMPOSE_IN_ORDER;
    p->compose_origin = (origin){
        FROM_TRAINED, arena_printf(a, "an addition takes %s after another, %s beside it",
                                   format_time(a, chain.seconds), format_time(a, beside.seconds))};
    fit_note(a, notes, "node: %s; %s", overlaps ? "superscalar" : "in_order",
             p->compose_origin.source);
}

static bool is_missing(const char *name, char error[TRAIN_TEXT])
{
    snprintf(error, TRAIN_TEXT,
             "'%s' was not measured yet: run the training set again to complete the file, or "
             "--node-of names a machine whose node this one has",
             name);
    return false;
}

/* What stands round the operations, each from a kernel that is named after it. */
static bool fit_overhead_costs(const fit_operations *o, sag_processing *p, char error[TRAIN_TEXT])
{
    const struct {
        quantity *q;
        const char *name, *kernel;
    } costs[] = {{&p->loop_setup, "loop_setup", "loop_setup.short"},
                 {&p->loop_iteration, "loop_iteration", "loop_iteration.empty"},
                 {&p->condition, "condition", "condition.not_taken"},
                 {&p->branch_taken, "branch_taken", "branch_taken.always"},
                 {&p->call, "call", "call.empty"}};
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        *costs[i].q = overhead(o, costs[i].name, costs[i].kernel);
        if (!costs[i].q->is_set)
            return is_missing(costs[i].name, error);
    }
    return true;
}

bool fit_processing(arena *a, const fit_operations *o, sag_processing *p, fit_notes *notes,
                    char error[TRAIN_TEXT])
{
    for (int op = 0; op < SAG_OP_COUNT; op++) {
        if (!fit_operation_costs(a, o, (sag_op)op, p))
            return is_missing(sag_op_name((sag_op)op), error);
    }
    if (!fit_overhead_costs(o, p, error))
        return false;
    fit_clock(o, p);
    choose_composition(a, o, p, notes);
    return true;
}

double fit_combine(const sag_processing *p)
{
    return 2 * sag_op_cost(p, SAG_OP_load)->value + sag_op_cost(p, SAG_OP_double_add)->value +
           sag_op_cost(p, SAG_OP_store)->value + p->loop_iteration.value;
}
