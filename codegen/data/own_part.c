#include "codegen/data/own_part.h"
#include "codegen/data/descriptors.h"
#include "codegen/text/edit.h"

typedef struct name_search {
    const emitter *e;
    const node *call;
    const array_info *array;
    const outline_name *found;
} name_search;

static bool is_name(void *data, const outline_name *n)
{
    name_search *s = data;
    const source_range call = s->call->where;
    bool is_here = n->where.file == call.file && emit_begin(n->where) >= emit_begin(call) &&
                   emit_begin(n->where) < emit_end(call) && n->subscript_count == 0 &&
                   n->use != NAME_SIZEOF && mention_array(s->e, n) == s->array;
    if (is_here)
        s->found = n;
    return is_here;
}

static bool has_shadow(const variable *v)
{
    const variable *declared = v->version_of ? v->version_of : v;
    bool has = false;
    for (int d = 0; d < declared->rank; d++)
        has |=
            declared->shadow_lower[d] || declared->shadow_upper[d] || declared->is_shadow_whole[d];
    return has;
}

static void edit_argument(emitter *e, const outline *o, const node *call, const variable *own)
{
    name_search s = {.e = e, .call = call, .array = emit_array(e, own)};
    mention_some_of(o->names, is_name, &s);
    if (!s.found || o->kind != OUTLINE_SIMPLE)
        emit_refuse(e, call->where,
                    "'%s' gets each node's own part of '%s': call it in a statement of its own",
                    call->u.call.callee->name, own->name);
    else if (has_shadow(own))
        emit_refuse(e, call->where,
                    "'%s' gets each node's own part of '%s', with its shadow: copy it to an array "
                    "without one before",
                    call->u.call.callee->name, own->name);
    else if (!mention_edit(e, s.found,
                           arena_printf(e->ctx->arena, "fpr_part_begin(&%s)", s.array->name)))
        emit_refuse_macro(e, s.found->expansion, call->where,
                          "a macro names '%s', of which '%s' gets each node's own part: write it "
                          "out",
                          own->name, call->u.call.callee->name);
}

void own_part_edit(emitter *e, const outline *o, const node *call)
{
    for (int i = 0; i < call->u.call.argument_count; i++)
        if (call->u.call.arguments[i].own && emit_array(e, call->u.call.arguments[i].own))
            edit_argument(e, o, call, call->u.call.arguments[i].own);
}

void own_part_end(emitter *e, const node *n)
{
    for (int i = 0; n->kind == NODE_CALL && i < n->u.call.argument_count; i++) {
        const variable *own = n->u.call.arguments[i].own;
        if (own && emit_array(e, own))
            fprintf(e->out, " fpr_part_end(&%s);", emit_array(e, own)->name);
    }
}

bool own_part_is_passed(const node *first, const node *stop)
{
    for (const node *n = first; n != stop; n = n->next)
        for (int i = 0; n->kind == NODE_CALL && i < n->u.call.argument_count; i++)
            if (n->u.call.arguments[i].own)
                return true;
    return false;
}
