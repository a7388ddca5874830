/* MPI's collectives in the source stay as they are written: each process calls them with what it
 * has. With #pragma xmp that is what the program says: it is executed by every node, whose
 * variables are its own. With #pragma hpf it has one of each variable, and all processes have equal
 * copies: a collective may only do what leaves these equal, and what it does of one process. */

#include "codegen/check/mpi_calls.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/text/edit.h"
#include "codegen/text/work.h"

/* Combined with equal values, is a value what it was? */
static bool is_idempotent(reduce_op op)
{
    return op == REDUCE_MIN || op == REDUCE_MAX || op == REDUCE_AND || op == REDUCE_OR;
}

/* What the processes' copies of a variable are together, with the operation. */
typedef enum copies {
    COPIES_EQUAL,   /* each is the value: combined they would be another one */
    COPIES_CLEARED, /* neutral */
    COPIES_PARTS    /* parts of the value */
} copies;

typedef struct buffer_walk {
    const emitter *e;
    const communication *until;
    const variable *var;
    copies now;
    bool is_found;
} buffer_walk;

/* Who executes what is walked over. */
typedef enum executing {
    BY_ALL,
    BY_PARTS, /* each processor some of it: of a loop, or what conditions say */
    BY_ONE    /* one processor all of it */
} executing;

static void walk_list(buffer_walk *w, const node *list, executing by);

static bool holds(const node *list, const communication *c)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_COMM && n->u.comm == c)
            return true;
        for (int i = node_below(n, inner); i-- > 0;)
            if (holds(inner[i], c))
                return true;
    }
    return false;
}

/* Does the text assign a zero? */
static bool assigns_zero(const node *n)
{
    size_t begin = emit_begin(n->where), end = emit_end(n->where);
    const char *text = source_text(n->where.file), *value = memchr(text + begin, '=', end - begin);
    char *rest;
    return value && strtod(value + 1, &rest) == 0 && rest > value + 1;
}

/* What one processor assigns, while the others' copies are neutral, is the value. */
static void walk_statement(buffer_walk *w, const node *n, executing by)
{
    const statement_node *s = &n->u.stmt;
    bool is_here = s->scalar == w->var || (s->write && s->write->var == w->var);
    if (!is_here)
        return;
    bool adds = by != BY_ALL && s->reduce == w->until->op;
    if (by == BY_ALL && s->reduce == REDUCE_NONE && w->until->op == REDUCE_SUM && assigns_zero(n))
        w->now = COPIES_CLEARED;
    else
        w->now = (adds || by == BY_ONE) && w->now != COPIES_EQUAL ? COPIES_PARTS : COPIES_EQUAL;
}

static bool is_of_one(const emitter *e, const home *at)
{
    bool is = at->grid != NULL;
    for (int k = 0; is && k < at->grid->rank; k++)
        is = (at->axis[k].is_restricted && !at->axis[k].last) ||
             env_extent(e->env, at->grid, k) == 1;
    return is;
}

static executing executed_by(const emitter *e, const node *n, executing around)
{
    if (around == BY_ONE)
        return BY_ONE;
    if (n->kind == NODE_TASK)
        return is_of_one(e, &n->u.task.on) ? BY_ONE : BY_PARTS;
    if ((n->kind == NODE_LOOP && n->u.loop.split_on) ||
        (n->kind == NODE_IF && n->u.cond.queries_rank))
        return BY_PARTS;
    return around;
}

static void walk_node(buffer_walk *w, const node *n, executing by)
{
    const node *inner[2];
    const loop_node *l = n->kind == NODE_LOOP ? &n->u.loop : NULL;
    by = executed_by(w->e, n, by);
    for (int i = 0; l && i < l->reduction_count; i++)
        if (l->reductions[i].var == w->var)
            by = BY_ALL; /* the clause combines it */
    if (n->kind == NODE_STATEMENT)
        walk_statement(w, n, by);
    if (n->kind == NODE_COMM && n->u.comm == w->until)
        w->is_found = true;
    else if (n->kind == NODE_COMM && n->u.comm->var == w->var)
        w->now = COPIES_EQUAL;
    for (int i = 0, count = node_below(n, inner); i < count && !w->is_found; i++) {
        bool comes_again = (l || n->kind == NODE_WHILE) && holds(inner[i], w->until);
        w->now = comes_again ? COPIES_EQUAL : w->now;
        walk_list(w, inner[i], by);
    }
}

static void walk_list(buffer_walk *w, const node *list, executing by)
{
    for (const node *n = list; n && !w->is_found; n = n->next)
        walk_node(w, n, by);
}

/* Do the processes have parts of the value, which nothing has combined? */
static bool has_parts(const emitter *e, const communication *c)
{
    buffer_walk w = {.e = e, .until = c, .var = c->call->buffer};
    walk_list(&w, e->planned->body, BY_ALL);
    return w.now == COPIES_PARTS;
}

static void check_hpf(emitter *e, const communication *c)
{
    const char *name = c->call->name;
    bool is_combined = c->call->form == FORM_ALL_REDUCE;
    if (c->call->form == FORM_BARRIER || c->call->form == FORM_BROADCAST ||
        (is_combined && is_idempotent(c->op)))
        return;
    emit_refuse(e, c->where,
                is_combined
                    ? "all processors have the same values here, so that '%s' would combine as "
                      "many copies as there are processors: leave it out, for what a loop "
                      "accumulates is combined after it"
                    : "'%s' would give processors different values, or as many parts as there are "
                      "processors, and with '#pragma hpf' a program has one of each variable: "
                      "write it as an assignment in a loop, or use '#pragma xmp'",
                name);
}

static void check_xmp(emitter *e, const communication *c)
{
    bool is_combined = c->call->form == FORM_ALL_REDUCE || c->call->form == FORM_REDUCE;
    if (!is_combined || is_idempotent(c->op) || (c->call->buffer && has_parts(e, c)))
        return;
    const char *name = c->call->buffer ? c->call->buffer->name : "the buffer";
    emit_refuse(
        e, c->where,
        "it is not certain that the nodes have parts of '%s' here, and '%s' would combine "
        "as many copies as there are nodes: set it to 0, and add to it in a loop that is "
        "divided, without a reduction clause, or assign it in a task of one node, directly before "
        "the call",
        name, c->call->name);
}

static void check_list(emitter *e, const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_COMM && n->u.comm->call) {
            if (e->planned->program->spelling == DIALECT_XMP)
                check_xmp(e, n->u.comm);
            else
                check_hpf(e, n->u.comm);
            if (emit_counts(e))
                emit_refuse(e, n->u.comm->where,
                            "what '%s' sends is not counted: do without --count-work",
                            n->u.comm->call->name);
        }
        for (int i = node_below(n, inner); i-- > 0;)
            check_list(e, inner[i]);
    }
}

void emit_check_mpi(emitter *e)
{
    check_list(e, e->planned->body);
}
