#include "plan/normalize/check_new.h"

#include "plan/analysis/private.h"
#include "plan/analysis/scalar.h"

#include <string.h>

/* new(..): an iteration begins without a value of the variable, and leaves none (HPF 2.0,
 * section 5.1.2). */

/* Does a loop of the list count in a variable of this name? Its head sets it. */
static bool is_counted(const node *list, const variable *v)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if (n->kind == NODE_LOOP && strcmp(n->u.loop.range.var->name, v->name) == 0)
            return true;
        for (int i = node_below(n, lists); i-- > 0;)
            if (is_counted(lists[i], v))
                return true;
    }
    return false;
}

static bool reads(const statement_node *s, const variable *v)
{
    for (int i = 0; i < s->scalar_read_count; i++)
        if (s->scalar_reads[i] == v)
            return true;
    return s->scalar == v && s->reduce;
}

static const node *find_reader(const node *list, const variable *v)
{
    const node *found = NULL;
    for (const node *n = list; n && !found; n = n->next) {
        const node *lists[2];
        int count = node_below(n, lists);
        if (n->kind == NODE_STATEMENT && reads(&n->u.stmt, v))
            found = n;
        for (int i = 0; i < count && !found; i++)
            found = find_reader(lists[i], v);
    }
    return found;
}

static void report(planner *p, const loop_node *l, const node *list, const variable *v,
                   const char *when)
{
    const node *reader = find_reader(list, v);
    diag *d = diag_report(p->ctx->diags, DIAG_WARNING, "new", reader ? reader->where : l->directive,
                          "'%s' is read here, and has no value: it is in new(%s), so that each "
                          "iteration %s; assign it before, or leave out new(%s)",
                          v->name, v->name, when, v->name);
    diag_note(d, l->directive, "it is named here; a prediction takes it to have one");
}

/* Is it another variable for the node, or for a loop in it? */
static bool is_own_in(const node *n, const variable *v)
{
    const node *lists[2];
    bool found = is_private_in(n, v);
    for (int i = node_below(n, lists); i-- > 0;)
        for (const node *inside = lists[i]; inside && !found; inside = inside->next)
            found = is_own_in(inside, v);
    return found;
}

/* What reads after the loop what it has left, in the lists around one after the other. */
static const node *read_after(const around *at, const variable *v)
{
    for (; at; at = at->outer) {
        for (const node *n = at->at->next; n; n = n->next) {
            scalar_use use = is_own_in(n, v) ? SCALAR_SET : scalar_first_use(n, n->next, v);
            if (use != SCALAR_UNUSED)
                return use == SCALAR_READ ? n : NULL;
        }
    }
    return NULL;
}

void independent_check_new(planner *p, const around *at)
{
    const loop_node *l = &at->at->u.loop;
    for (int i = 0; i < l->new_count; i++) {
        const variable *v = l->news[i];
        if (v->rank || is_counted(p->body, v))
            continue;
        const node *reader = read_after(at, v);
        if (scalar_first_use(l->body, NULL, v) == SCALAR_READ)
            report(p, l, l->body, v, "begins without one");
        if (reader)
            report(p, l, reader, v, "ends with its own, which is lost");
    }
}
