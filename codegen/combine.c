/* Partial results, combined. */

#include <string.h>

#include "codegen/communication.h"

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

const char *emit_type_name(const variable *v)
{
    static const struct {
        const char *type, *name;
    } known[] = {
        {"int", "FPR_INT"},
        {"unsigned int", "FPR_UNSIGNED"},
        {"long", "FPR_LONG"},
        {"long long", "FPR_LONG_LONG"},
        {"float", "FPR_FLOAT"},
        {"double", "FPR_DOUBLE"},
        {"long double", "FPR_LONG_DOUBLE"},
    };
    for (size_t i = 0; v->type && i < sizeof known / sizeof *known; i++)
        if (strcmp(v->type, known[i].type) == 0)
            return known[i].name;
    return NULL;
}

static unsigned axes_along(const communication *c)
{
    unsigned along = 0;
    for (int k = 0; k < c->group.grid->rank; k++)
        along |= c->along[k] ? 1u << k : 0;
    return along;
}

static bool can_combine(emitter *e, const communication *c)
{
    bool is_all = c->group.grid != NULL;
    for (int k = 0; is_all && k < c->group.grid->rank; k++)
        is_all = !c->group.axis[k].is_restricted;
    const char *why = !is_all                      ? "a part of the processors takes part"
                      : c->var->rank > 0           ? "it combines an array"
                      : c->needs && c->need_count  ? "it finds a location"
                      : !emit_type_name(c->var)    ? "MPI has no such type"
                      : !emit_op_name(c->op)       ? "it has no operation"
                      : c->goes_to_all || c->async ? "its result goes further"
                                                   : NULL;
    if (why)
        emit_refuse(e, c->where, "this reduction of '%s' is not supported: %s", c->var->name, why);
    return !why;
}

void emit_combine_opening(emitter *e, const communication *c, const char *indent)
{
    const char *neutral = identity(c->op);
    if (c->var->rank || !c->group.grid || !neutral)
        return;
    fprintf(e->out, "if (!fpr_leads(&%s, %u)) /* each adds up its part */\n%s    %s = %s;\n%s",
            c->group.grid->name, axes_along(c), indent, c->var->name, neutral, indent);
    e->has_inserted = true;
}

void emit_combine(emitter *e, const communication *c, const char *indent)
{
    if (!can_combine(e, c))
        return;
    fprintf(e->out, "/* %s */\n%sfpr_combine(&%s, %s, %s, 1, &%s, %u);", c->reason, indent,
            c->var->name, emit_type_name(c->var), emit_op_name(c->op), c->group.grid->name,
            axes_along(c));
}
