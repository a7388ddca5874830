/* Partial results, combined. */

#include <string.h>

#include "codegen/communication/communication.h"
#include "codegen/data/descriptors.h"
#include "codegen/data/struct_member.h"
#include "codegen/text/emitter.h"
#include "codegen/text/expression.h"
#include "codegen/text/names.h"

const char *emit_op_name(reduce_op op)
{
    switch (op) {
    case REDUCE_SUM:
        return "FPR_SUM";
    case REDUCE_PRODUCT:
        return "FPR_PRODUCT";
    case REDUCE_MIN:
        return "FPR_MIN";
    case REDUCE_MAX:
        return "FPR_MAX";
    case REDUCE_AND:
        return "FPR_AND";
    case REDUCE_OR:
        return "FPR_OR";
    case REDUCE_XOR:
        return "FPR_XOR";
    case REDUCE_LOGICAL_AND:
        return "FPR_LOGICAL_AND";
    case REDUCE_LOGICAL_OR:
        return "FPR_LOGICAL_OR";
    case REDUCE_NONE:
        break;
    }
    return NULL;
}

/* What changes nothing; null: every processor may keep what it has. */
static const char *identity(reduce_op op)
{
    switch (op) {
    case REDUCE_SUM:
    case REDUCE_XOR:
        return "0";
    case REDUCE_PRODUCT:
        return "1";
    case REDUCE_NONE:
    case REDUCE_MIN:
    case REDUCE_MAX:
    case REDUCE_AND:
    case REDUCE_OR:
    case REDUCE_LOGICAL_AND:
    case REDUCE_LOGICAL_OR:
        break;
    }
    return NULL;
}

typedef struct combined_type {
    const char *type;
    const char *name;     /* of its code in the library */
    const char *function; /* that combines one value of it */
} combined_type;

static const combined_type *type_of(const variable *v)
{
    static const combined_type known[] = {
        {"int", "FPR_INT", "fpr_combined_int"},
        {"unsigned int", "FPR_UNSIGNED", "fpr_combined_unsigned"},
        {"long", "FPR_LONG", "fpr_combined_long"},
        {"long long", "FPR_LONG_LONG", "fpr_combined_long_long"},
        {"float", "FPR_FLOAT", "fpr_combined_float"},
        {"double", "FPR_DOUBLE", "fpr_combined_double"},
        {"long double", "FPR_LONG_DOUBLE", "fpr_combined_long_double"},
        {"short", "FPR_SHORT", "fpr_combined_short"},
        {"unsigned short", "FPR_UNSIGNED_SHORT", "fpr_combined_unsigned_short"},
        {"unsigned long", "FPR_UNSIGNED_LONG", "fpr_combined_unsigned_long"},
        {"unsigned long long", "FPR_UNSIGNED_LONG_LONG", "fpr_combined_unsigned_long_long"},
    };
    for (size_t i = 0; v->type && i < sizeof known / sizeof *known; i++)
        if (strcmp(v->type, known[i].type) == 0)
            return &known[i];
    return NULL;
}

const char *emit_type_name(const variable *v)
{
    const combined_type *known = type_of(v);
    return known ? known->name : NULL;
}

/* How many elements it has. */
static const expr *count_of(emitter *e, const variable *v)
{
    expr_pool *pool = e->planned->program->pool;
    const expr *count = expr_int(pool, 1);
    for (int d = 0; d < v->rank; d++)
        count = expr_mul(pool, count, v->extent[d]);
    return count;
}

/* All of it, or a run of its elements? */
static bool is_run(emitter *e, const communication *c)
{
    if (c->first)
        return !c->location_count && c->var->type;
    for (int d = 0; d < c->var->rank; d++)
        if (!c->var->extent[d])
            return false;
    return !c->location_count && c->elements == count_of(e, c->var);
}

/* Of the types that the library compares locations in? */
static bool can_be_location(const variable *v)
{
    static const char *const types[] = {"int", "unsigned int", "long", "long long"};
    for (size_t i = 0; v->type && i < sizeof types / sizeof *types; i++)
        if (strcmp(v->type, types[i]) == 0)
            return true;
    return false;
}

/* Does it go with the value as it is, and says nothing of which of several counts? */
static bool is_carried(const communication *c, int i)
{
    return c->locations[i]->rank || !can_be_location(c->locations[i]);
}

/* Are its elements one run of a type that has a name? */
static bool can_be_carried(const communication *c, int i)
{
    const variable *v = c->locations[i];
    return c->is_explicit && v->type &&
           (!v->rank || (c->location_parts && c->location_parts[i].first));
}

/* Of equal values, the source may mean the first or the last: the order of the locations, a clause
 * or the intrinsic function says which. */
static bool can_locate(const communication *c)
{
    for (int i = 0; i < c->location_count; i++)
        if (is_carried(c, i) && !can_be_carried(c, i))
            return false;
    return c->is_located || c->is_explicit || c->intrinsic;
}

/* Where nothing that goes with the values orders them, their processors do. */
static void warn_of_equal(emitter *e, const communication *c)
{
    bool is_ordered = !c->location_count || !c->is_of_loop || c->follows_ranks;
    for (int i = 0; i < c->location_count; i++)
        is_ordered |= !is_carried(c, i);
    if (is_ordered)
        return;
    const char *last = c->takes_last ? "last" : "first";
    diag_report(e->ctx->diags, DIAG_WARNING, "spmd", c->where,
                "of equal values of '%s' on several processors that of the %s processor counts, "
                "which need not be the %s iteration's: name an 'int' or a 'long' that grows with "
                "the iterations, too",
                c->var->name, last, last);
}

static bool can_combine(emitter *e, const communication *c)
{
    bool is_all = c->group.grid && !(c->location_count && emit_names_some(&c->group));
    const char *why =
        !is_all ? "only a part of the processors takes part; let all execute it"
        : emit_array(e, c->var) && !emit_is_of_copies(e, c)
            ? "it combines a distributed array; combine its elements in a loop"
        : c->var->rank && !emit_array(e, c->var) && !is_run(e, c)
            ? "it combines a part of an array that is no run of its elements; combine all of it"
        : c->location_count && !can_locate(c) && c->is_explicit
            ? "what goes with its value must be variables, or elements that follow each other in "
              "memory; name others one by one"
        : c->location_count && !can_locate(c)
            ? "it finds a location, and must say which of several equal values counts, in a clause "
              "or by 'maxloc' or 'minloc', and give it as an 'int' or a 'long'"
        : !emit_type_name(c->var) ? "MPI has no such type; make it an 'int', a 'long' or a 'double'"
        : !emit_op_name(c->op)
            ? "MPI has no such operation; combine with an operator of the 'reduction' clause"
        : c->goes_to_all
            ? "its result goes to processors that take no part in it; let all execute it"
            : NULL;
    if (why)
        emit_refuse(e, c->where, "this reduction of '%s' is not supported: %s", c->var->name, why);
    return !why;
}

static void emit_unless_first(emitter *e, const communication *c)
{
    if (emit_names_some(&c->group)) {
        fputs("if (!fpr_is_first(", e->out);
        emit_some(e, &c->group, emit_axes_along(c));
    } else {
        fprintf(e->out, "if (!fpr_is_root(&%s, %u", emit_grid_name(e, c->group.grid),
                emit_axes_along(c));
    }
    fputs(")) /* each adds up its part */\n", e->out);
}

void emit_combine_prologue(emitter *e, const communication *c, const char *indent)
{
    const char *neutral = identity(c->op);
    if (!c->group.grid || !neutral)
        return;
    if (c->var->rank) {
        if (strcmp(neutral, "0") != 0 || !is_run(e, c))
            emit_refuse(e, c->where,
                        "this reduction of the array '%s' is not supported: only sums of whole "
                        "arrays, or of runs of elements, are; combine its elements one by one",
                        c->var->name);
        emit_unless_first(e, c);
        fprintf(e->out, "%s    fpr_clear(", indent);
        emit_address(e, c);
        fputs(", (", e->out);
        emit_expr(e, c->first ? c->elements : count_of(e, c->var));
        fprintf(e->out, ") * sizeof(%s));\n%s", c->var->type, indent);
        e->has_inserted = true;
        return;
    }
    emit_unless_first(e, c);
    fprintf(e->out, "%s    %s = %s;\n%s", indent, emit_source_name(e, c->var), neutral, indent);
    e->has_inserted = true;
}

static void emit_location(emitter *e, const communication *c, int i)
{
    const variable *v = c->locations[i];
    const char *name = emit_source_name(e, v);
    fputs(i ? ", {" : "{", e->out);
    if (!is_carried(c, i)) {
        fprintf(e->out, "&%s, %s}", name, emit_type_name(v));
        return;
    }
    if (v->rank) {
        fprintf(e->out, "(%s *)%s + ", v->type, name);
        emit_operand(e, c->location_parts[i].first);
        fputs(", .bytes = (", e->out);
        emit_expr(e, c->location_parts[i].elements);
        fprintf(e->out, ") * sizeof(%s)}", v->type);
    } else {
        fprintf(e->out, "&%s, .bytes = sizeof %s}", name, name);
    }
}

static void emit_located(emitter *e, const communication *c, const char *indent)
{
    e->connects = true;
    fprintf(e->out, "/* %s */\n%sfpr_combine_locations(&%s, %s, %s, %s, %d, (fpr_at[]){", c->reason,
            indent, emit_source_name(e, c->var), emit_type_name(c->var), emit_op_name(c->op),
            c->takes_last ? "true" : "false", c->location_count);
    for (int i = 0; i < c->location_count; i++)
        emit_location(e, c, i);
    fprintf(e->out, "}, &%s, %u);", emit_grid_name(e, c->group.grid), emit_axes_along(c));
}

/* One that only starts here (`async`) is all done here: its wait then has nothing to wait for. */
void emit_combine(emitter *e, const communication *c, const char *indent)
{
    if (!can_combine(e, c))
        return;
    if (c->location_count) {
        warn_of_equal(e, c);
        emit_located(e, c, indent);
        return;
    }
    const bool is_of_some = emit_names_some(&c->group);
    if (emit_array(e, c->var)) {
        fprintf(e->out, "/* %s */\n%sfpr_combine_copies(&%s, %s, %s, ", c->reason, indent,
                emit_array(e, c->var)->name, emit_type_name(c->var), emit_op_name(c->op));
        emit_some(e, &c->group, emit_axes_along(c));
        fputs(");", e->out);
        return;
    }
    if (!c->var->rank && !is_of_some) {
        /* By value: what the loop adds to can stay in a register, since its address is not taken.
         */
        const char *name = emit_source_name(e, c->var);
        fprintf(e->out, "/* %s */\n%s%s = %s(%s, %s, &%s, %u);", c->reason, indent, name,
                type_of(c->var)->function, name, emit_op_name(c->op),
                emit_grid_name(e, c->group.grid), emit_axes_along(c));
        return;
    }
    fprintf(e->out, "/* %s */\n%s%s(", c->reason, indent,
            is_of_some ? "fpr_combine_of" : "fpr_combine");
    emit_address(e, c);
    fprintf(e->out, ", %s, %s, ", emit_type_name(c->var), emit_op_name(c->op));
    emit_expr(e, c->first ? c->elements : count_of(e, c->var));
    fputs(", ", e->out);
    if (is_of_some)
        emit_some(e, &c->group, emit_axes_along(c));
    else
        fprintf(e->out, "&%s, %u", emit_grid_name(e, c->group.grid), emit_axes_along(c));
    fputs(");", e->out);
}
