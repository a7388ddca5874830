#include "plan/normalize/forall.h"

/* Reads a forall nest, and finds what it reads that it also writes. */

#include "plan/analysis/section.h"
#include "plan/normalize/output_dependence.h"
#include "plan/planner/owner.h"

/* --- What may stand in a nest ---------------------------------------------- */

typedef struct reading {
    planner *p;
    forall_nest *nest;
    const char *what; /* "a forall", "an array assignment" */
    int guard[MAX_RANK];
    int guard_count;
    bool is_right;
} reading;

static diag *reject(reading *r, source_range where, const char *text)
{
    r->is_right = false;
    return diag_report(r->p->ctx->diags, DIAG_ERROR, "forall", where, "%s %s", r->what, text);
}

/* Is v a variable of a function that is being called? */
static bool is_within(const planner *p, const variable *v)
{
    for (int i = 0; v->owner && i < p->calling.count; i++)
        if (p->calling.data[i] == v->owner)
            return true;
    return false;
}

/* The first statement of a called function by which others see that it was
 * called; *changed: the variable, or null for input and output. */
static const node *find_effect(planner *p, node *list, const variable **changed)
{
    for (node *n = list; n; n = n->next) {
        const statement_node *s = &n->u.stmt;
        if (n->kind == NODE_STATEMENT) {
            const variable *written[] = {s->write ? s->write->var : NULL, s->scalar};
            for (int i = 0; i < 2; i++) {
                *changed = written[i];
                if (written[i] && !is_within(p, written[i]))
                    return n;
            }
            *changed = NULL;
            if (s->is_io)
                return n;
        }
        node **lists[2];
        bool is_call = n->kind == NODE_CALL;
        if (is_call)
            VEC_PUSH(p->arena, &p->calling, n->u.call.callee);
        const node *found = NULL;
        for (int i = node_lists(n, lists); i-- > 0 && !found;)
            found = find_effect(p, *lists[i], changed);
        p->calling.count -= is_call;
        if (found)
            return found;
    }
    return NULL;
}

static void check_call(reading *r, node *call)
{
    const variable *changed = NULL;
    planner *p = r->p;
    VEC_PUSH(p->arena, &p->calling, call->u.call.callee);
    const node *effect = find_effect(p, call->u.call.instance, &changed);
    p->calling.count--;
    if (!effect)
        return;
    const char *name = call->u.call.callee->name;
    diag *d = reject(r, call->where,
                     changed ? arena_printf(p->arena,
                                            "cannot call '%s', which changes '%s': its "
                                            "assignments have no order",
                                            name, changed->name)
                             : arena_printf(p->arena,
                                            "cannot call '%s', which reads or prints: its "
                                            "assignments have no order",
                                            name));
    diag_note(d, effect->where, "it is here that it does");
}

static void check_statement(reading *r, const node *n)
{
    const statement_node *s = &n->u.stmt;
    if (s->is_io)
        reject(r, n->where, "cannot read or print: its assignments have no order");
    else if (s->scalar)
        reject(r, n->where,
               arena_printf(r->p->arena,
                            "assigns elements of arrays, each once, but '%s' is a scalar; write "
                            "its value into the expression, or say 'independent'",
                            s->scalar->name));
}

/* Every iteration must have an element of its own. */
static void check_once(reading *r, const reference *write)
{
    const loop_node *loops[FORALL_DEPTH_MAX];
    bool is_right = true;
    for (int i = 0; i < r->nest->depth; i++) {
        loops[i] = &r->nest->loop[i]->u.loop;
        const loop_var *var = loops[i]->range.var;
        bool is_used = reference_is_indirect(write);
        for (int d = 0; d < write->var->rank && !is_used; d++)
            is_used =
                write->sub[d].kind == SUBSCRIPT_VALUE && expr_mentions(write->sub[d].value, var);
        if (!is_used)
            reject(r, write->where,
                   arena_printf(r->p->arena,
                                "assigns each element once, but '%s' is in no subscript of '%s', "
                                "so that all its iterations assign the same",
                                var->name, write->var->name));
        is_right &= is_used;
    }
    bool is_certain;
    const char *apart = is_right && r->guard_count == 0
                            ? output_dependence(r->p, loops, r->nest->depth, write, &is_certain)
                            : NULL;
    if (!apart)
        return;
    const char *text = arena_printf(
        r->p->arena,
        "assigns each element once, but iterations that differ in %s assign the same one of "
        "'%s': which value stays is not determined; give each its own, or write a loop without "
        "the directive",
        apart, write->var->name);
    if (is_certain)
        reject(r, write->where, text);
    else
        diag_report(r->p->ctx->diags, DIAG_WARNING, "forall", write->where, "%s %s", r->what, text);
}

static void read_list(reading *r, node *list);

static void read_condition(reading *r, node *first, node *n)
{
    if (r->guard_count == MAX_RANK) {
        reject(r, n->where, "has conditions that are nested too deeply; join them with &&");
        return;
    }
    for (int branch = 0; branch < 2; branch++) {
        node *body = branch ? n->u.cond.else_body : n->u.cond.then_body;
        if (!body)
            continue;
        r->guard[r->guard_count++] = r->nest->guards.count;
        forall_guard g = {.first = first, .test = n, .is_else = branch == 1};
        VEC_PUSH(r->p->arena, &r->nest->guards, g);
        read_list(r, body);
        r->guard_count--;
    }
}

static void add_unit(reading *r, node *first, node *last)
{
    forall_unit u = {.first = first, .last = last, .guard_count = r->guard_count};
    for (int i = 0; i < r->guard_count; i++)
        u.guard[i] = r->guard[i];
    VEC_PUSH(r->p->arena, &r->nest->units, u);
    if (last->kind == NODE_STATEMENT && last->u.stmt.write)
        check_once(r, last->u.stmt.write);
}

static void read_list(reading *r, node *list)
{
    node *first = NULL, *last = NULL;
    for (node *n = list; n; n = n->next) {
        first = first ? first : n;
        last = n;
        switch (n->kind) {
        case NODE_STATEMENT:
            check_statement(r, n);
            if (!n->u.stmt.write)
                continue; /* a part of what comes next */
            add_unit(r, first, n);
            break;
        case NODE_CALL:
            check_call(r, n);
            continue;
        case NODE_IF:
            read_condition(r, first, n);
            break;
        case NODE_LOOP:
        case NODE_WHILE:
            reject(r, n->where,
                   "holds assignments and conditions only; move this loop into a function that "
                   "an assignment calls");
            break;
        case NODE_COMM:
        case NODE_REFLECT:
        case NODE_REDUCE:
        case NODE_BARRIER:
        case NODE_BCAST:
        case NODE_COLLECTIVE:
        case NODE_WAIT:
        case NODE_POST:
        case NODE_WAIT_POST:
        case NODE_PUT:
        case NODE_GET:
        case NODE_TASK:
        case NODE_GMOVE:
        case NODE_REMAP:
        case NODE_BREAK:
        case NODE_RETURN:
            reject(r, n->where, "holds assignments and conditions only; move this out of it");
            break;
        }
        first = last = NULL;
    }
    if (first)
        add_unit(r, first, last);
}

bool forall_read(planner *p, node *outermost, forall_nest *nest)
{
    *nest = (forall_nest){0};
    bool is_array = outermost->u.loop.directive.line == outermost->where.line &&
                    outermost->u.loop.directive.column == outermost->where.column;
    reading r = {p, nest, is_array ? "an array assignment" : "a forall", {0}, 0, true};
    path_step *path = ARENA_ARRAY(p->arena, FORALL_DEPTH_MAX, path_step);
    for (node *n = outermost; n && nest->depth < FORALL_DEPTH_MAX; n = n->u.loop.body) {
        if (n->kind != NODE_LOOP || n->u.loop.parallel != LOOP_FORALL || n->next)
            if (n != outermost)
                break;
        path[nest->depth].child = n;
        nest->loop[nest->depth++] = n;
    }
    nest->inside = (site){.depth = nest->depth, .path = path};
    read_list(&r, nest->loop[nest->depth - 1]->u.loop.body);
    return r.is_right;
}

/* --- Conflicts --------------------------------------------------------------- */

static bool same_element(const reference *a, const reference *b)
{
    for (int d = 0; d < a->var->rank; d++)
        if (a->sub[d].kind != SUBSCRIPT_VALUE || b->sub[d].kind != SUBSCRIPT_VALUE ||
            a->sub[d].value != b->sub[d].value)
            return false;
    return true;
}

bool forall_conflicts(planner *p, const forall_nest *nest, const reference *write,
                      const reference *ref, bool or_same)
{
    if (!references_may_meet(write, ref) || (!or_same && same_element(write, ref)))
        return false;
    for (int d = 0; d < ref->var->rank; d++) {
        span a = span_of(p, &nest->inside, 0, &write->sub[d]);
        span b = span_of(p, &nest->inside, 0, &ref->sub[d]);
        if (spans_disjoint(p, &a, &b))
            return false;
    }
    return true;
}

/* A called function's subscripts are not followed: it may read any element. */
static bool called_reads(node *list, const variable *v)
{
    for (node *n = list; n; n = n->next) {
        const statement_node *s = &n->u.stmt;
        for (int i = 0; n->kind == NODE_STATEMENT && i < s->read_count; i++)
            if (s->reads[i]->var == v)
                return true;
        for (int i = 0; n->kind == NODE_IF && i < n->u.cond.read_count; i++)
            if (n->u.cond.reads[i]->var == v)
                return true;
        node **lists[2];
        for (int i = node_lists(n, lists); i-- > 0;)
            if (called_reads(*lists[i], v))
                return true;
    }
    return false;
}

static bool any_conflicts(planner *p, const forall_nest *nest, const reference *write, int count,
                          const reference *const *reads, bool or_same)
{
    for (int i = 0; i < count; i++)
        if (forall_conflicts(p, nest, write, reads[i], or_same))
            return true;
    return false;
}

/* What the nodes from `first` to `last` read. */
static bool nodes_read(planner *p, const forall_nest *nest, const reference *write,
                       const node *first, const node *last, bool or_same)
{
    for (const node *n = first;; n = n->next) {
        if (n->kind == NODE_STATEMENT &&
            any_conflicts(p, nest, write, n->u.stmt.read_count, n->u.stmt.reads, or_same))
            return true;
        if (n->kind == NODE_IF &&
            any_conflicts(p, nest, write, n->u.cond.read_count, n->u.cond.reads, or_same))
            return true;
        if (n->kind == NODE_CALL && called_reads(n->u.call.instance, write->var))
            return true;
        if (n == last)
            return false;
    }
}

bool forall_unit_reads(planner *p, const forall_nest *nest, const reference *write,
                       const forall_unit *unit)
{
    return nodes_read(p, nest, write, unit->first, unit->last, false);
}

bool forall_guard_reads(planner *p, const forall_nest *nest, const reference *write,
                        const forall_guard *guard, bool or_same)
{
    return nodes_read(p, nest, write, guard->first, guard->test, or_same);
}
