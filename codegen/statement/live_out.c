/* What a loop's variable, and what its iterations set, is after the loop. A processor that executes
 * only some of the iterations, or none, would find another value there than the source's.
 *
 * Liveness is that of the source's text, statement by statement: of each name the front end has
 * said which variable it is, and what is done with it first. */

#include <string.h>

#include "codegen/data/descriptors.h"
#include "codegen/data/struct_member.h"
#include "codegen/statement/live_out.h"
#include "codegen/statement/liveness.h"
#include "codegen/statement/open_loop.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/expression.h"
#include "codegen/text/mention.h"
#include "codegen/text/span.h"

/* The loop of the text that begins where the node does. */
static const outline *find_loop(const outline *o, source_range where)
{
    bool is_loop = o->kind == OUTLINE_FOR || o->kind == OUTLINE_COPIES ||
                   o->kind == OUTLINE_WHILE || o->kind == OUTLINE_DO;
    if (!emit_holds(o, where) && emit_begin(where) >= emit_end_of(o))
        return NULL;
    if (is_loop && emit_holds(o, where) && emit_begin(o->where) == emit_begin(where))
        return o;
    for (int i = 0; i < o->child_count; i++) {
        const outline *found = find_loop(o->child[i], where);
        if (found)
            return found;
    }
    return NULL;
}

typedef struct counter_search {
    const char *name;
    const outline_name *found;
} counter_search;

/* Is that what the text has for it? Of a member of a structure, "g->t". */
static bool reads_so(const outline_name *n, const char *name)
{
    size_t begin = emit_begin(n->head), length = emit_end(n->head) - begin;
    return n->origin == NAME_OF_FILE && length == strlen(name) &&
           strncmp(source_text(n->head.file) + begin, name, length) == 0;
}

static bool is_counter(void *data, const outline_name *n)
{
    counter_search *s = data;
    if ((strcmp(n->word, s->name) == 0 || reads_so(n, s->name)) && !n->is_function &&
        !n->is_pointed)
        s->found = n;
    return s->found != NULL;
}

/* The variable that the loop counts with; null: it declares it, or has none of the text. */
static const outline_name *outer_counter(const emitter *e, const node *n)
{
    const outline *o = find_loop(e->at->function->outline, n->text);
    counter_search s = {n->u.loop.range.var->name, NULL};
    if (!o || o->declared_count)
        return NULL;
    for (int i = 0; i < 3 && !s.found; i++)
        mention_some_of(o->head_names[i], is_counter, &s);
    return s.found;
}

typedef struct leaving {
    emitter *e;
    size_t begin, end; /* of the statement in the text */
    const char *indent;
    const outline *loop; /* that statement, or null: it is none, or a generated loop */
    VEC(storage) done;
    VEC(const loop_node *) around; /* what is looked at, the outermost first */
    int conditions;                /* likewise: so many, and loops that do not count */
} leaving;

static const loop_range *range_of(const loop_node *l)
{
    return l->whole ? l->whole : &l->range;
}

static const expr *trips_of(emitter *e, const loop_range *r)
{
    return expr_trips(e->planned->program->pool, r->lower, r->upper, r->step);
}

static bool moves_with_loops(const loop_range *r)
{
    return r->lower->uses_loop_var || r->upper->uses_loop_var || r->step->uses_loop_var;
}

/* Are its variables those of loops around the statement, which the text has? */
static bool has_open_loops(emitter *e, const expr *value)
{
    const loop_var **vars;
    for (int i = expr_loop_vars(e->planned->program->pool, value, &vars); i-- > 0;) {
        bool is_open = false;
        for (int k = 0; k < e->loops.count; k++) {
            const node *n = e->loops.data[k]->loop;
            is_open |= n->kind == NODE_LOOP && !is_generated_node(n) && !n->u.loop.whole &&
                       n->u.loop.range.var == vars[i];
        }
        if (!is_open)
            return false;
    }
    return true;
}

/* The last value of a loop's variable: that of the last iterations of the loops around, of which
 * only the innermost may have bounds that another moves. Null: it is not known here. */
static const expr *last_value(leaving *s, const node *n)
{
    expr_pool *pool = s->e->planned->program->pool;
    const loop_node *l = &n->u.loop;
    const loop_range *r = range_of(l);
    const int depth = s->around.count;
    if (!l->is_exact || l->piece == LOOP_REST || s->conditions)
        return NULL;
    const expr *value = expr_add(pool, r->lower, expr_mul(pool, r->step, trips_of(s->e, r)));
    for (int i = depth; i-- > 0;) {
        const loop_node *outer = s->around.data[i];
        const loop_range *o = range_of(outer);
        if (!expr_mentions(value, outer->range.var))
            continue;
        if (!outer->is_exact || outer->piece != LOOP_ENTIRE)
            return NULL;
        const expr *before = expr_sub(pool, trips_of(s->e, o), expr_int(pool, 1));
        const expr *last = expr_add(pool, o->lower, expr_mul(pool, o->step, before));
        const loop_var *var = outer->range.var;
        const expr_substitution at = {1, &var, NULL, &last};
        value = expr_substitute(pool, value, &at);
    }
    for (int i = 1; i < depth; i++)
        if (moves_with_loops(range_of(s->around.data[i])))
            return NULL;
    return has_open_loops(s->e, value) ? value : NULL;
}

/* Writes that the loops around have iterations, where that is not known. */
static void emit_if_executed(leaving *s)
{
    emitter *e = s->e;
    const char *before = "if (";
    for (int i = 0; i < s->around.count; i++) {
        const expr *trips = trips_of(e, range_of(s->around.data[i]));
        int64_t count;
        if (emit_value_of(e, trips, &count) && count > 0)
            continue;
        fprintf(e->out, "%s", before);
        emit_operand(e, trips);
        fputs(" > 0", e->out);
        before = " && ";
    }
    if (before[0] == ' ')
        fputs(") ", e->out);
}

static bool is_done(const leaving *s, storage what)
{
    for (int i = 0; i < s->done.count; i++)
        if (storage_equal(s->done.data[i], what))
            return true;
    return false;
}

/* Does it go with an extreme value, to all processors? */
static bool is_located(const emitter *e, const variable *v)
{
    for (int i = 0; i < e->planned->comm_count; i++) {
        const communication *c = e->planned->comms[i];
        for (int k = 0; k < c->location_count; k++)
            if (c->locations[k] == v)
                return true;
    }
    return false;
}

/* Is it compiler-generated, of one iteration? All processors get what it is after the last;
 * elsewhere the scalar may still be what only some processors set. */
static bool is_of_iteration(const variable *v)
{
    return !v->text.file && !emit_is_member(v);
}

/* Is the value read after the loop, or by another iteration? */
static bool is_read_later(const leaving *s, storage what)
{
    return live_after(s->e, s->begin, s->end, what) ||
           (s->loop && live_between_iterations(s->e, s->loop, what));
}

/* Does the statement declare it, in a block of its own? */
static bool is_declared_inside(const leaving *s, const variable *v)
{
    return v->owner == s->e->at->function && !v->is_static && source_range_is_set(v->where) &&
           v->where.file == v->owner->where.file && emit_begin(v->where) >= s->begin &&
           emit_begin(v->where) < s->end;
}

/* A scalar that belongs to the iterations: in the source, the last one leaves its value. */
static void check_scalar(leaving *s, const node *n)
{
    emitter *e = s->e;
    const variable *v = n->u.stmt.scalar;
    storage what = storage_of_variable(e->at->function, v);
    if (e->planned->program->spelling != DIALECT_HPF || is_done(s, what))
        return;
    bool is_seen = live_has_address(e->at->function, what);
    if (is_of_iteration(v) && !is_seen)
        return; /* the program's scalar of this name may be set here, too */
    if (what.id >= 0)
        VEC_PUSH(e->ctx->arena, &s->done, what);
    if (is_seen && is_declared_inside(s, v))
        return; /* each iteration's own, and gone with it, wherever its address goes */
    if (is_seen)
        emit_refuse(e, n->where,
                    "'%s' is private to each processor here, and its address is taken: use a "
                    "separate variable here",
                    v->name);
    else if (!is_located(e, v) && live_after(e, s->begin, s->end, what))
        emit_refuse(e, n->where,
                    "'%s' is used after the loop, and only the processor of the last iteration "
                    "would have its value: use a separate variable here",
                    v->name);
}

/* Are the parts of it combined that processors have after a loop? */
static bool is_reduced(const emitter *e, const variable *v)
{
    for (int i = 0; i < e->planned->comm_count; i++) {
        const communication *c = e->planned->comms[i];
        if (c->kind == COMM_REDUCE && c->var == v)
            return true;
    }
    return false;
}

/* An array in a structure, whose elements belong to the iterations: what looks at it by the
 * structure's address is not seen. */
static void check_elements(leaving *s, const outline_name *n)
{
    emitter *e = s->e;
    storage what = storage_of(n);
    if (!n->var->rank || emit_array(e, n->var) || is_reduced(e, n->var) ||
        is_declared_inside(s, n->var) || is_done(s, what))
        return;
    VEC_PUSH(e->ctx->arena, &s->done, what);
    if (live_has_address(e->at->function, what))
        emit_refuse(e, n->where,
                    "'%s.%s' is private to each processor here, and the address of '%s' is taken: "
                    "use a separate array here",
                    n->word, n->member, n->word);
}

/* What the loop's text sets, and no statement of the plan says: members of structures. */
static bool check_member(void *data, const outline_name *n)
{
    leaving *s = data;
    emitter *e = s->e;
    storage what = storage_of(n);
    bool is_set = n->use == NAME_WRITE || n->use == NAME_UPDATE;
    bool is_passed = n->use == NAME_ADDRESS && n->var && !n->var->rank && !n->is_pointed;
    if (is_passed && !n->subscript_count && !is_done(s, what) &&
        live_after(e, s->begin, s->end, what))
        emit_refuse(e, n->where,
                    "the address of '%s' is taken in a loop whose iterations are divided, and its "
                    "value used after it: what is set by the address, each processor would have of "
                    "its own iterations",
                    n->word);
    if (is_set && n->member && !n->is_pointed && n->var)
        check_elements(s, n);
    if (!is_set || !n->member || n->is_pointed || n->subscript_count || n->var || is_done(s, what))
        return false;
    VEC_PUSH(e->ctx->arena, &s->done, what);
    if (is_read_later(s, what) || live_has_address(e->at->function, what))
        emit_refuse(e, n->where,
                    "'%s.%s' is used after the loop, or in its next iteration, and each processor "
                    "would have the value of its own iterations: use a variable that is no member "
                    "here, and assign it after the loop",
                    n->word, n->member);
    return false;
}

/* --- Functions that the iterations call ------------------------------------------------------- */

typedef struct call_effects {
    leaving *leaving;
    const node *call;
    const function *callee;    /* whose text is looked at: the one that is called, or further in */
    const function *around[8]; /* calls that are followed */
    int depth;
} call_effects;

/* Are the parts that processors have combined after the loop, under a name that the text has? */
static bool is_combined(const emitter *e, const outline_name *n)
{
    for (int i = 0; i < e->planned->comm_count && n->var && !n->var->owner; i++) {
        const communication *c = e->planned->comms[i];
        if (c->kind == COMM_REDUCE && c->var == n->var)
            return true;
    }
    return false;
}

static bool check_callee(void *data, const outline_name *n);

static void follow(call_effects *c, const function *f)
{
    const function *outer = c->callee;
    int most = sizeof c->around / sizeof *c->around;
    for (int i = 0; i < c->depth; i++)
        if (c->around[i] == f)
            return;
    if (c->depth == most || !f->outline)
        return;
    c->around[c->depth++] = c->callee = f;
    mention_some(f->outline, check_callee, c);
    c->callee = outer;
    c->depth--;
}

/* A variable that outlives the function: others have the value that their iterations left. */
static bool check_callee(void *data, const outline_name *n)
{
    call_effects *c = data;
    leaving *s = c->leaving;
    storage what = storage_of(n);
    bool is_set = n->use == NAME_WRITE || n->use == NAME_UPDATE;
    if (n->use == NAME_CALL && n->function)
        follow(c, n->function);
    if (!is_set || !n->is_static || n->is_pointed || n->subscript_count || is_done(s, what) ||
        is_combined(s->e, n) || !is_read_later(s, what))
        return false;
    VEC_PUSH(s->e->ctx->arena, &s->done, what);
    emit_refuse(s->e, c->call->where,
                "'%s' changes '%s%s%s', which is used later, and each processor would have the "
                "value of the iterations that it executes: let it return the value, or write the "
                "loop so that it does not depend on it",
                c->callee->name, n->word, n->member ? "." : "", n->member ? n->member : "");
    return false;
}

static void check_called(leaving *s, const node *call)
{
    call_effects c = {.leaving = s, .call = call};
    if (s->e->planned->program->spelling == DIALECT_HPF)
        follow(&c, call->u.call.callee);
}

static void set_counter(leaving *s, const node *n)
{
    emitter *e = s->e;
    const outline_name *name = outer_counter(e, n);
    storage what = name ? storage_of(name) : (storage){-1, NULL, false};
    if (!name || is_done(s, what))
        return;
    VEC_PUSH(e->ctx->arena, &s->done, what);
    if (!live_after(e, s->begin, s->end, what) && !live_has_address(e->at->function, what))
        return;
    const expr *last = last_value(s, n);
    if (!last) {
        emit_refuse(e, n->where,
                    "'%s' is used after this loop, and only some processors would have its last "
                    "value: use a separate variable here",
                    name->word);
        return;
    }
    fprintf(e->out, "\n%s", s->indent);
    emit_if_executed(s);
    fprintf(e->out, "%s = ", n->u.loop.range.var->name);
    emit_expr(e, last);
    fputs(";", e->out);
    e->has_inserted = true;
}

static void leave(leaving *s, const node *n);

/* The last first: it is the last loop of a variable whose value remains. */
static void leave_list(leaving *s, const node *list)
{
    VEC(const node *) nodes = {0};
    for (const node *n = list; n; n = n->next)
        VEC_PUSH(s->e->ctx->arena, &nodes, n);
    for (int i = nodes.count; i-- > 0;)
        leave(s, nodes.data[i]);
}

static void leave(leaving *s, const node *n)
{
    if (n->kind == NODE_LOOP && !is_generated_node(n))
        set_counter(s, n);
    if (n->kind == NODE_STATEMENT && n->u.stmt.scalar && n->u.stmt.reduce == REDUCE_NONE)
        check_scalar(s, n);
    const node *inner[2];
    if (n->kind == NODE_CALL) { /* its loops have variables of their own */
        check_called(s, n);
        return;
    }
    const bool is_loop = n->kind == NODE_LOOP && !is_generated_node(n);
    const bool is_condition = n->kind == NODE_IF || n->kind == NODE_WHILE;
    if (is_loop)
        VEC_PUSH(s->e->ctx->arena, &s->around, &n->u.loop);
    s->conditions += is_condition;
    for (int i = node_below(n, inner); i-- > 0;)
        leave_list(s, inner[i]);
    s->conditions -= is_condition;
    s->around.count -= is_loop;
}

void emit_last_values(emitter *e, const node *n, size_t begin, size_t end, const char *indent)
{
    leaving s = {.e = e, .begin = begin, .end = end, .indent = indent};
    s.loop = is_generated_node(n) ? NULL : find_loop(e->at->function->outline, n->text);
    leave(&s, n);
    if (s.loop && e->planned->program->spelling == DIALECT_HPF)
        mention_some(s.loop, check_member, &s);
}

/* The innermost loop around what stands at begin…end. */
static const outline *loop_around(const outline *o, size_t begin, size_t end)
{
    bool is_loop = o->kind == OUTLINE_FOR || o->kind == OUTLINE_COPIES ||
                   o->kind == OUTLINE_WHILE || o->kind == OUTLINE_DO;
    const outline *found = is_loop ? o : NULL;
    for (int i = 0; i < o->child_count; i++)
        if (emit_begin(o->child[i]->where) <= begin && emit_end_of(o->child[i]) >= end) {
            const outline *inner = loop_around(o->child[i], begin, end);
            found = inner ? inner : found;
        }
    return found;
}

void emit_check_scalar(emitter *e, const outline *o, const node *n)
{
    leaving s = {.e = e, .begin = emit_begin(o->where), .end = emit_end_of(o), .indent = ""};
    if (!n->u.stmt.scalar || n->u.stmt.reduce != REDUCE_NONE)
        return;
    const outline *loop = loop_around(e->at->function->outline, s.begin, s.end);
    if (loop) {
        s.begin = emit_begin(loop->where);
        s.end = emit_end_of(loop);
    }
    check_scalar(&s, n);
}
