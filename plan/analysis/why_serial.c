#include "plan/analysis/why_serial.h"

#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

/* HPF's `independent` is said for the sake of dividing the iterations. Where that comes to
 * nothing, its author wants to know why; and where only the form of a subscript is in the way. */

/* Does the loop, step `step` on the way to the site, lead along a dimension that is distributed? */
static bool is_over_distributed(planner *p, const node *loop, const site *s, int step)
{
    int end, first = accesses_below(p, s, step, &end);
    for (int i = first; i < end; i++) {
        const access *a = &p->accesses.data[i];
        const array_map *m = map_of(p, a->ref->var);
        for (int k = 0; m && k < m->grid->rank; k++) {
            const subscript *sub =
                m->axis[k].source == AXIS_BY_DIM ? &a->ref->sub[m->axis[k].dim] : NULL;
            if (sub && sub->kind == SUBSCRIPT_VALUE &&
                expr_mentions(sub->value, loop->u.loop.range.var))
                return true;
        }
    }
    return false;
}

static bool prints(planner *p, const site *s, int step)
{
    int end, first = sites_below(p, s, step, &end);
    for (int i = first; i < end; i++) {
        const node *n = p->sites.data[i].node;
        if (n->kind == NODE_STATEMENT && n->u.stmt.is_io && !site_ends_program(&p->sites.data[i]))
            return true;
    }
    return false;
}

/* Does it compute what it assigns, other than loops that give everybody all of an array? */
static bool computes(planner *p, const site *s, int step)
{
    int end, first = sites_below(p, s, step, &end);
    for (int i = first; i < end; i++) {
        const node *n = p->sites.data[i].node;
        for (int k = 0; n->kind == NODE_STATEMENT && n->u.stmt.write && k < OP_KIND_COUNT; k++)
            if (k != OP_LOAD && k != OP_STORE && k != OP_INDEX && n->u.stmt.ops.n[k] &&
                !map_of(p, n->u.stmt.write->var))
                return true;
    }
    return false;
}

/* "'a' and 'b' are": the arrays along which the loop leads, and of which all processors have a
 * copy; null: it leads along none. */
static const char *unmapped_names(planner *p, const node *loop, const site *s, int step)
{
    VEC(const variable *) found = {0};
    int end, first = accesses_below(p, s, step, &end);
    for (int i = first; i < end; i++) {
        const reference *r = p->accesses.data[i].ref;
        bool moves = false;
        for (int d = 0; d < r->var->rank; d++)
            moves |= r->sub[d].kind == SUBSCRIPT_VALUE &&
                     expr_mentions(r->sub[d].value, loop->u.loop.range.var);
        for (int k = 0; k < found.count; k++)
            moves &= found.data[k] != r->var;
        if (moves && !map_of(p, r->var))
            VEC_PUSH(p->arena, &found, r->var);
    }
    return found.count
               ? arena_printf(p->arena, "%s %s", variable_names(p->arena, found.count, found.data),
                              found.count == 1 ? "is" : "are")
               : NULL;
}

/* Is it one that is divided, by the look of it? Loops that all take part in, and those that give
 * everybody all of an array, are meant to be as they are. */
static bool looks_divided(serial_reason reason)
{
    return reason == SERIAL_OTHER_HOME || reason == SERIAL_UNEVEN || reason == SERIAL_TWO_LOOPS ||
           reason == SERIAL_OUTSIDE || reason == SERIAL_CARRIED;
}

void serial_note(planner *p, const node *loop, const site *s, int step, serial_reason reason,
                 source_range where, const char *why)
{
    const loop_node *l = &loop->u.loop;
    /* Loops that stand for an assignment of arrays: no one has promised that. */
    bool is_said = l->parallel == LOOP_INDEPENDENT && l->directive.line < loop->where.line;
    bool is_unsaid = l->parallel == LOOP_UNSAID;
    bool is_candidate =
        is_said ||
        (is_unsaid && (looks_divided(reason) || (reason == SERIAL_COPIES && computes(p, s, step))));
    bool is_surprise = is_candidate && reason != SERIAL_IO && !(s && site_intrinsic(s)) &&
                       (!s || (is_over_distributed(p, loop, s, step) && !prints(p, s, step)));
    const char *names =
        is_surprise && reason == SERIAL_COPIES ? unmapped_names(p, loop, s, step) : NULL;
    if (names)
        why = arena_printf(
            p->arena, "%s whole on each processor: no directive maps what this assigns", names);
    if (is_said || is_surprise || (reason == SERIAL_UNEVEN && l->parallel == LOOP_UNSAID))
        VEC_PUSH(p->arena, &p->undivided,
                 ((undivided_loop){loop, reason, is_surprise, where, why}));
}

/* Is it known only when the program runs which processors have the element? */
static bool is_indirect_along(planner *p, const reference *ref)
{
    const array_map *m = map_of(p, ref->var);
    for (int k = 0; m && k < m->grid->rank; k++)
        if (m->axis[k].source == AXIS_BY_DIM && ref->sub[m->axis[k].dim].kind == SUBSCRIPT_INDIRECT)
            return true;
    return false;
}

/* Is the statement about elements of a distributed array that the scalar tells, when it runs? */
static const variable *array_told_by(planner *p, const site *s, const variable *scalar)
{
    bool is_read = false;
    for (int i = 0; s->node->kind == NODE_STATEMENT && i < s->node->u.stmt.scalar_read_count; i++)
        is_read |= s->node->u.stmt.scalar_reads[i] == scalar;
    const variable *found = NULL;
    for (int i = s->access; is_read && i < s->access_end; i++) {
        const access *a = &p->accesses.data[i];
        if (is_indirect_along(p, a->ref) && (!found || a->is_write))
            found = a->ref->var;
    }
    return found;
}

void serial_note_uncounted(planner *p, const node *loop, const site *s, int step)
{
    const variable *scalar = loop->u.whil.stepped;
    int end, first = sites_below(p, s, step, &end);
    for (int i = first; i < end; i++) {
        const site *at = &p->sites.data[i];
        const variable *array = array_told_by(p, at, scalar);
        if (!array)
            continue;
        const char *why = arena_printf(p->arena,
                                       "which element of '%s' this is, '%s' says, and its values "
                                       "are not known before the loop",
                                       array->name, scalar->name);
        VEC_PUSH(p->arena, &p->undivided,
                 ((undivided_loop){loop, SERIAL_UNCOUNTED, true, at->node->where, why}));
        return;
    }
}

static node *body_of(const node *loop)
{
    return loop->kind == NODE_WHILE ? loop->u.whil.body : loop->u.loop.body;
}

static bool is_promised(const node *loop)
{
    return loop->kind == NODE_LOOP && loop->u.loop.parallel == LOOP_INDEPENDENT;
}

/* Do processors share the work by another loop of the list? */
static bool is_divided(node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        if (n->kind == NODE_LOOP && (n->u.loop.split_on || n->u.loop.whole))
            return true;
        for (int i = node_lists(n, lists); i-- > 0;)
            if (is_divided(*lists[i]))
                return true;
    }
    return false;
}

static bool is_inside(const node *n, const node *list)
{
    for (; list; list = list->next) {
        const node *lists[2];
        if (list == n)
            return true;
        for (int i = node_below(list, lists); i-- > 0;)
            if (is_inside(n, lists[i]))
                return true;
    }
    return false;
}

/* Has a loop around it been warned of? */
static bool is_known(const planner *p, int at)
{
    for (int i = 0; i < at; i++)
        if (p->undivided.data[i].is_surprise &&
            is_inside(p->undivided.data[at].loop, body_of(p->undivided.data[i].loop)))
            return true;
    return false;
}

static const char *remedy(serial_reason reason)
{
    switch (reason) {
    case SERIAL_OTHER_HOME:
        return "give each of its assignments a loop of its own";
    case SERIAL_ONE_HOME:
        return "assign what is one processor's in another loop";
    case SERIAL_UNEVEN:
        return "let the loop count the elements that it assigns";
    case SERIAL_TWO_LOOPS:
        return "index each distributed dimension with the variable of one loop";
    case SERIAL_OUTSIDE:
        return "let it end where the elements do, and do the rest after it";
    case SERIAL_COPIES:
        return "align what it assigns with what it reads";
    case SERIAL_CARRIED:
        return "write it as a sum or another reduction, or keep its values in a distributed array";
    case SERIAL_TAKEN:
        return "distribute the array over more dimensions of processors";
    case SERIAL_UNCOUNTED:
        return "give its bounds as integers that it leaves as they are, 'int end = …;' before it "
               "where one is an element of an array";
    case SERIAL_SENDS:
        return "let the loop read what is there before it begins";
    case SERIAL_IO:
        return "print in another loop";
    }
    return "";
}

/* Of a loop that is said not to be independent, that is one mistake: a note there. */
static bool add_to_promise(planner *p, const undivided_loop *one)
{
    broken_promise *broken = NULL;
    for (int i = 0; i < p->broken.count && !broken && is_promised(one->loop); i++)
        if (source_begin_together(p->broken.data[i].directive, one->loop->u.loop.directive))
            broken = &p->broken.data[i];
    if (broken && !broken->is_undivided)
        diag_note(broken->said, one->where,
                  "all processors step through all iterations of the loop of line %d: %s",
                  one->loop->where.line, one->why);
    if (broken)
        broken->is_undivided = true;
    return broken != NULL;
}

void undivided_report(planner *p)
{
    for (int i = 0; i < p->undivided.count; i++) {
        const undivided_loop *one = &p->undivided.data[i];
        if ((one->reason != SERIAL_SENDS && is_divided(body_of(one->loop))) || is_known(p, i) ||
            (one->is_surprise && add_to_promise(p, one)))
            continue;
        bool is_said = is_promised(one->loop);
        diag *d = diag_report(p->ctx->diags, one->is_surprise ? DIAG_WARNING : DIAG_REMARK,
                              "undivided", one->loop->where,
                              "the iterations of this loop are %snot divided: all processors step "
                              "through all of them%s%s",
                              is_said ? "independent, but " : "", one->is_surprise ? "; " : "",
                              one->is_surprise ? remedy(one->reason) : "");
        diag_note(d, one->where, "%s", one->why);
    }
}
