/* How often functions are executed and structures are made and copied: value/structure_flow.h. */

#include <string.h>

#include "frontend/value/memory_function.h"
#include "frontend/value/structure_state.h"

typedef struct counting {
    structure_flow *flow;
    const decl *function;
    int loops;
} counting;

/* --- New memory ------------------------------------------------------------------------------ */

/* Does `s` ask for the memory of one structure of so many bytes? */
bool flow_asks_for_one(const syntax *s, int64_t bytes)
{
    s = syntax_without_casts(s);
    memory_use use = s->kind == SYNTAX_CALL && syntax_callee_name(s)
                         ? memory_use_of(s->child[0]->decl)
                         : MEMORY_NONE;
    bool is_aligned = use && strcmp(s->child[0]->decl->name, "aligned_alloc") == 0;
    int64_t product = 1;
    if (use != MEMORY_UNSET && use != MEMORY_ZERO)
        return false;
    for (int i = is_aligned ? 2 : 1; i < s->child_count; i++) {
        if (s->child[i]->kind != SYNTAX_INT || s->child[i]->value <= 0 ||
            s->child[i]->value > bytes)
            return false;
        product *= s->child[i]->value;
    }
    return bytes > 0 && product == bytes;
}

/* --- How often things are executed -------------------------------------------------------------
 */

/* `value` is what the pointer is set to. */
static void count_allocation(counting *w, const decl *to, const syntax *value)
{
    bool is_pointer = to && to->kind == DECL_VARIABLE && to->type->kind == TYPE_POINTER;
    if (is_pointer && flow_asks_for_one(value, to->type->target->bytes))
        w->flow->allocations[to->id] += w->loops ? 2 : 1;
}

/* A structure is set as a whole. */
static void count_set(counting *w, const decl *d, const syntax *value)
{
    bool is_call = value->kind == SYNTAX_CALL && syntax_callee_name(value) &&
                   value->child[0]->decl->body && !w->loops;
    if (flow_is_record(d->type))
        w->flow->sets[d->id] += is_call ? 1 : 2;
}

static void count(counting *w, const syntax *s)
{
    structure_flow *flow = w->flow;
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    const decl *callee = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    if (callee) {
        flow->calls[callee->id]++;
        flow->caller[callee->id] = w->function;
        flow->call[callee->id] = s;
        flow->is_again[callee->id] |= w->loops > 0;
    }
    if (s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_FUNCTION)
        flow->is_pointed[s->decl->id] = true;
    if (s->kind == SYNTAX_ASSIGN && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl) {
        count_allocation(w, s->child[0]->decl, s->child[1]);
        count_set(w, s->child[0]->decl, s->child[1]);
    }
    w->loops += syntax_is_loop(s);
    for (int i = callee ? 1 : 0; i < s->child_count; i++) {
        const decl *d = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        if (d && d->init) {
            count_allocation(w, d, d->init);
            count_set(w, d, d->init);
        }
        count(w, syntax_part(s, i));
    }
    w->loops -= syntax_is_loop(s);
}

bool structure_flow_is_once(const structure_flow *flow, const decl *f)
{
    for (int depth = 0; f && depth < flow->source->function_count; depth++) {
        if (strcmp(f->name, "main") == 0)
            return flow->calls[f->id] == 0;
        if (flow->calls[f->id] != 1 || flow->is_again[f->id] || flow->is_pointed[f->id])
            return false;
        f = flow->caller[f->id];
    }
    return false;
}

const syntax *structure_flow_only_call(const structure_flow *flow, const decl *f)
{
    return structure_flow_is_once(flow, f) ? flow->call[f->id] : NULL;
}

const decl *structure_flow_only_caller(const structure_flow *flow, const decl *f)
{
    return structure_flow_only_call(flow, f) ? flow->caller[f->id] : NULL;
}

bool structure_flow_is_pointed(const structure_flow *flow, const decl *f)
{
    return flow->is_pointed[f->id];
}

bool structure_flow_is_made_again(const structure_flow *flow, const decl *pointer)
{
    return flow->allocations[pointer->id] == 1 && !structure_flow_is_once(flow, pointer->function);
}

const decl *structure_flow_called_again(const structure_flow *flow, const decl *f)
{
    for (int depth = 0; f && depth < flow->source->function_count; depth++) {
        if (flow->is_again[f->id] || flow->is_pointed[f->id] || strcmp(f->name, "main") == 0)
            return NULL;
        if (flow->calls[f->id] > 1)
            return f;
        f = flow->calls[f->id] ? flow->caller[f->id] : NULL;
    }
    return NULL;
}

/* --- Copies ------------------------------------------------------------------------------------
 */

/* The structure that `s` is, or a member in it. */
static decl *structure_named(const syntax *s)
{
    while (s->kind == SYNTAX_MEMBER && !s->is_arrow)
        s = s->child[0];
    return s->kind == SYNTAX_NAME && s->decl && flow_is_record(s->decl->type) ? s->decl : NULL;
}

/* A formal is as good as what it is passed where the function leaves its members as they are: also
 * arrays, of which it has its own. */
static void find_changed(structure_flow *flow, const syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    bool changes =
        s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS);
    bool is_array = s->kind == SYNTAX_MEMBER && s->type && s->type->kind == TYPE_ARRAY;
    const decl *d = changes ? structure_named(s->child[0]) : is_array ? structure_named(s) : NULL;
    if (d && d->kind == DECL_FORMAL)
        flow->is_copy[d->id] = false;
    for (int i = 0; i < s->child_count; i++)
        find_changed(flow, syntax_part(s, i));
}

/* Formals, and variables that are set as a whole once, by a function that is executed once: by then
 * what that has returned is nowhere else. */
static void find_copies(structure_flow *flow)
{
    const c_program *source = flow->source;
    for (int i = 0; i < source->decl_count; i++) {
        const decl *d = source->decls[i];
        bool is = d->kind == DECL_FORMAL ? d->function && !flow->is_pointed[d->function->id]
                                         : d->kind == DECL_VARIABLE && flow->sets[i] == 1;
        flow->is_copy[i] = is && flow_is_record(d->type);
    }
    for (int i = 0; i < source->function_count; i++)
        find_changed(flow, source->functions[i]->body);
}

bool structure_flow_is_returned(const structure_flow *flow, const decl *d)
{
    const target_set *set = &flow->set[d->function->id];
    for (int i = 0; i < set->of.count; i++)
        if (set->of.data[i].whole == d && flow_is_record(d->type))
            return true;
    return false;
}

bool structure_flow_is_copy(const structure_flow *flow, const decl *d)
{
    return flow->is_copy[d->id];
}

void flow_count_all(structure_flow *flow)
{
    counting w = {.flow = flow};
    for (int i = 0; i < flow->source->function_count; i++) {
        w.function = flow->source->functions[i];
        w.loops = syntax_has(w.function->body, SYNTAX_LABEL); /* all may run again */
        count(&w, w.function->body);
    }
    find_copies(flow);
}
