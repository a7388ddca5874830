/* Liveness in the source's text: codegen/statement/liveness.h.
 *
 * Of each piece of text: what is done first with a variable. A read makes it live; a write that is
 * always executed ends that. Loops may not run and conditions not hold, so that what is written
 * only in them need not be; after a jump nothing is sure to be executed. */

#include "codegen/statement/liveness.h"
#include "codegen/text/edit.h"
#include "codegen/text/mention.h"
#include "codegen/text/span.h"

typedef enum first_use { UNUSED, READ, SET } first_use;

typedef struct live_query {
    const emitter *e;
    storage what;
    const function *around[8]; /* calls that are followed */
    int depth;
    bool is_declaration; /* the names at hand are of one */
    first_use found;
} live_query;

static first_use use_in(live_query *q, const outline *o);

/* --- Names ---------------------------------------------------------------------------------------
 */

/* Does the function, or one that it calls, look at it before it sets it? What is called through a
 * pointer may be any function. */
static first_use use_in_function(live_query *q, const function *f)
{
    int most = sizeof q->around / sizeof *q->around;
    for (int i = 0; i < q->depth; i++)
        if (q->around[i] == f)
            return UNUSED;
    if (q->depth == most)
        return READ;
    q->around[q->depth++] = f;
    first_use use = f->outline ? use_in(q, f->outline) : UNUSED;
    q->depth--;
    return use;
}

static first_use use_in_call(live_query *q, const outline_name *n)
{
    if (!q->what.is_static || (n->is_function && !n->function))
        return UNUSED;
    if (n->function)
        return use_in_function(q, n->function);
    for (const function *f = q->e->planned->program->functions; f; f = f->next)
        if (use_in_function(q, f) == READ)
            return READ;
    return UNUSED;
}

/* Does the write leave nothing of what was there? */
static bool covers(const outline_name *n, storage what)
{
    return !n->is_conditional && n->subscript_count == 0 && !n->is_pointed &&
           (!n->member || n->member == what.member);
}

static first_use use_of_name(live_query *q, const outline_name *n)
{
    if (n->use == NAME_CALL) {
        first_use use = use_in_call(q, n);
        if (use != UNUSED)
            return use == SET && n->is_conditional ? UNUSED : use;
    }
    if (!mention_is_of(n, q->what))
        return UNUSED;
    if (n->is_pointed)
        return n->use == NAME_SIZEOF ? UNUSED : READ;
    switch (n->use) {
    case NAME_WRITE:
    case NAME_DECLARE:
        if (q->is_declaration && q->what.is_static)
            return UNUSED; /* has its first value before the program begins */
        return covers(n, q->what) ? SET : UNUSED;
    case NAME_SIZEOF:
        return UNUSED;
    case NAME_READ:
    case NAME_UPDATE:
    case NAME_ADDRESS:
    case NAME_CALL:
        break;
    }
    return READ;
}

static bool ends_search(void *data, const outline_name *n)
{
    live_query *q = data;
    q->found = use_of_name(q, n);
    return q->found != UNUSED;
}

static first_use use_of_names(live_query *q, outline_names names)
{
    live_query inner = *q;
    inner.is_declaration = false;
    return mention_some_of(names, ends_search, &inner) ? inner.found : UNUSED;
}

static first_use use_of_declared(live_query *q, outline_names names)
{
    live_query inner = *q;
    inner.is_declaration = true;
    return mention_some_of(names, ends_search, &inner) ? inner.found : UNUSED;
}

static bool is_read(void *data, const outline_name *n)
{
    live_query *q = data;
    q->found = use_of_name(q, n);
    return q->found == READ;
}

/* In whatever order it is executed. */
static first_use any_use(live_query *q, const outline *o)
{
    live_query inner = *q;
    return mention_some(o, is_read, &inner) ? READ : UNUSED;
}

/* --- Statements ----------------------------------------------------------------------------------
 */

static bool may_jump(const outline *o)
{
    if (o->jump)
        return true;
    for (int i = 0; i < o->child_count; i++)
        if (may_jump(o->child[i]))
            return true;
    return false;
}

/* Has the block a variable of its own in it, which begins anew each time? */
static bool has_own(const live_query *q, const outline *block)
{
    for (int i = 0; i < block->child_count && !q->what.is_static; i++)
        for (int k = 0; k < block->child[i]->declared_count; k++)
            if (block->child[i]->kind == OUTLINE_DECLARATION &&
                storage_equal(
                    q->what, storage_of_variable(q->e->at->function, block->child[i]->declared[k])))
                return true;
    return false;
}

/* After a statement that may leave the list, what is set need not be; but then what follows is not
 * executed either. */
static first_use use_in_list(live_query *q, const outline *block, int from, int to)
{
    bool is_sure = true;
    if (from == 0 && block->kind == OUTLINE_BLOCK && has_own(q, block))
        return SET;
    for (int i = from; i < to; i++) {
        first_use use = use_in(q, block->child[i]);
        if (use != UNUSED)
            return use == SET && !is_sure ? UNUSED : use;
        is_sure &= !may_jump(block->child[i]);
    }
    return UNUSED;
}

static first_use use_in_branches(live_query *q, const outline *o)
{
    int set = 0;
    for (int i = 0; i < o->child_count; i++) {
        first_use use = use_in(q, o->child[i]);
        if (use == READ)
            return READ;
        set += use == SET;
    }
    return set == 2 ? SET : UNUSED;
}

static bool counts(const outline *o)
{
    return o->kind == OUTLINE_FOR || o->kind == OUTLINE_COPIES;
}

/* A body that may not be executed, and what is after it in each iteration. */
static first_use use_in_body(live_query *q, const outline *o)
{
    first_use use = UNUSED;
    for (int i = 0; i < o->child_count && use != READ; i++) /* several of OUTLINE_COPIES */
        use = use_in(q, o->child[i]);
    bool is_set = use == SET && !may_jump(o->child[0]);
    if (use == READ || is_set || !counts(o))
        return use == READ ? READ : UNUSED;
    return use_of_names(q, o->head_names[2]) == READ ? READ : UNUSED;
}

static first_use use_in(live_query *q, const outline *o)
{
    first_use use = UNUSED;
    switch (o->kind) {
    case OUTLINE_SIMPLE:
        return use_of_names(q, o->names);
    case OUTLINE_DECLARATION:
        return use_of_declared(q, o->names);
    case OUTLINE_RETURN: /* a local variable ends here */
        use = use_of_names(q, o->names);
        use = use == UNUSED ? use_of_names(q, o->head_names[1]) : use;
        return use == UNUSED && !q->what.is_static ? SET : use;
    case OUTLINE_BLOCK:
        return use_in_list(q, o, 0, o->child_count);
    case OUTLINE_FOR:
    case OUTLINE_COPIES:
        use = use_of_names(q, o->head_names[0]);
        use = use == UNUSED ? use_of_names(q, o->head_names[1]) : use;
        return use == UNUSED ? use_in_body(q, o) : use;
    case OUTLINE_WHILE:
        use = use_of_names(q, o->head_names[1]);
        return use == UNUSED ? use_in_body(q, o) : use;
    case OUTLINE_DO:
        use = use_in(q, o->child[0]);
        use = use == SET && may_jump(o->child[0]) ? UNUSED : use;
        return use == UNUSED ? use_of_names(q, o->head_names[1]) : use;
    case OUTLINE_IF:
        use = use_of_names(q, o->head_names[1]);
        return use == UNUSED ? use_in_branches(q, o) : use;
    case OUTLINE_SWITCH:
        use = use_of_names(q, o->head_names[1]);
        return use == UNUSED ? any_use(q, o) : use;
    case OUTLINE_CASE:
    case OUTLINE_OTHER:
        return any_use(q, o);
    }
    return UNUSED;
}

/* --- After a statement ----------------------------------------------------------------------- */

/* What another iteration of the loop does first. */
static first_use use_in_next(live_query *q, const outline *o)
{
    first_use use = UNUSED;
    if (counts(o))
        use = use_of_names(q, o->head_names[2]);
    use = use == UNUSED ? use_of_names(q, o->head_names[1]) : use;
    if (use != UNUSED)
        return use;
    for (int i = 0; i < o->child_count; i++)
        if (use_in(q, o->child[i]) == READ)
            return READ;
    return UNUSED;
}

/* Around what stands at begin…end: READ: it may be looked at after it, in `o`; SET: not before it
 * has another value. */
static first_use use_after(live_query *q, const outline *o, size_t begin, size_t end)
{
    bool is_loop = o->kind == OUTLINE_FOR || o->kind == OUTLINE_COPIES ||
                   o->kind == OUTLINE_WHILE || o->kind == OUTLINE_DO;
    bool may_leave = false;
    for (int i = 0; i < o->child_count; i++) {
        const outline *child = o->child[i];
        if (end <= emit_begin(child->where) || begin >= emit_end_of(child))
            continue;
        if (begin <= emit_begin(child->where))
            continue; /* it is this one, or a part of what is asked for */
        first_use inner = use_after(q, child, begin, end);
        if (inner != UNUSED)
            return inner;
        may_leave |= may_jump(child);
    }
    if (o->kind == OUTLINE_SWITCH || o->kind == OUTLINE_OTHER)
        return any_use(q, o);
    if (o->kind == OUTLINE_BLOCK) {
        int next = 0;
        while (next < o->child_count && emit_begin(o->child[next]->where) < end)
            next++;
        first_use use = use_in_list(q, o, next, o->child_count);
        return use == SET && may_leave ? UNUSED : use;
    }
    return is_loop ? use_in_next(q, o) : UNUSED;
}

static bool has_label(const outline *o)
{
    if (o->kind == OUTLINE_OTHER && !o->in_macro)
        return true;
    for (int i = 0; i < o->child_count; i++)
        if (has_label(o->child[i]))
            return true;
    return false;
}

/* What is left when the function ends is looked at by who calls it, or by its next call. */
static bool is_used_elsewhere(live_query *q)
{
    const function *f = q->e->at->function;
    if (!q->what.is_static || !q->e->at->call)
        return false;
    for (const function *g = q->e->planned->program->functions; g; g = g->next)
        if (g->outline && (g == f ? use_in(q, g->outline) : any_use(q, g->outline)) == READ)
            return true;
    return false;
}

bool live_after(const emitter *e, size_t begin, size_t end, storage what)
{
    live_query q = {.e = e, .what = what};
    const outline *o = e->at->function->outline;
    if (what.id < 0)
        return what.is_static && e->at->call;
    if (has_label(o) && any_use(&q, o) == READ)
        return true;
    first_use use = use_after(&q, o, begin, end);
    return use == READ || (use == UNUSED && is_used_elsewhere(&q));
}

bool live_between_iterations(const emitter *e, const outline *loop, storage what)
{
    live_query q = {.e = e, .what = what};
    return has_label(loop) ? any_use(&q, loop) == READ : use_in_next(&q, loop) == READ;
}

static bool takes_address(void *data, const outline_name *n)
{
    const storage *what = data;
    return n->use == NAME_ADDRESS && !n->is_pointed && mention_is_of(n, *what);
}

bool live_has_address(const function *f, storage what)
{
    return mention_some(f->outline, takes_address, &what);
}
