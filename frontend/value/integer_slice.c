#include "frontend/value/integer_slice.h"

#include "frontend/value/array_flow.h"
#include "frontend/value/callee_effects.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/names.h"
#include "frontend/value/slice_code.h"
#include "program/env/bindings.h"

/* --- What a variable's value depends on ------------------------------------- */

/* The variables of a slice: those that it is asked for, and all that decide what these are. */
typedef struct closure {
    lowering *lo;
    const syntax *region;
    bool is_tested;
    VEC(const decl *) needed;
    bool has_grown;
} closure;

static bool is_needed(const closure *c, const decl *d)
{
    for (int i = 0; i < c->needed.count; i++)
        if (c->needed.data[i] == d)
            return true;
    return false;
}

bool value_is_set_in(const syntax *s, const decl *d)
{
    if (!s)
        return false;
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        if (slice_begins(s->child[i]->decl) && s->child[i]->decl == d)
            return true;
    if (slice_target(s) == d)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (value_is_set_in(syntax_part(s, i), d))
            return true;
    return false;
}

static void add_needed(closure *c, const decl *d)
{
    if (is_needed(c, d) || !value_is_set_in(c->region, d))
        return;
    VEC_PUSH(c->lo->ctx->arena, &c->needed, d);
    c->has_grown = true;
}

static void need_all(closure *c, const syntax *s)
{
    if (!s)
        return;
    if (s->kind == SYNTAX_NAME && s->decl &&
        (decl_is_integer(s->decl) || array_followed(c->lo, s->decl)))
        add_needed(c, s->decl);
    for (int i = 0; i < s->child_count; i++)
        need_all(c, s->child[i]);
}

/* `&&` or `||`, whose right side may be left out. */
static bool is_either(const syntax *s)
{
    return s->kind == SYNTAX_BINARY &&
           (s->op == OPERATOR_LOGICAL_AND || s->op == OPERATOR_LOGICAL_OR);
}

/* Does something in `s` set what is needed, or jump where that matters? What decides it is needed,
 * too. */
static bool look(closure *c, const syntax *s, bool breaks_matter, bool continues_matter)
{
    if (!s)
        return false;
    bool matters = (s->kind == SYNTAX_BREAK && breaks_matter) ||
                   (s->kind == SYNTAX_CONTINUE && continues_matter) ||
                   (s->kind == SYNTAX_RETURN && c->is_tested);
    const decl *d = slice_target(s);
    if (d && is_needed(c, d)) {
        need_all(c, s);
        matters = true;
    }
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++) {
        const decl *local = s->child[i]->decl;
        if (slice_begins(local) && is_needed(c, local)) {
            need_all(c, local->init);
            matters = true;
        }
    }
    bool is_inner = (syntax_is_loop(s) || s->kind == SYNTAX_SWITCH) && s != c->region;
    if (is_inner) { /* its own jumps, where it sets something */
        bool sets = false;
        for (int i = 0; i < s->child_count; i++)
            sets |= look(c, s->child[i], false, false);
        breaks_matter = sets;
        continues_matter = sets || (continues_matter && s->kind == SYNTAX_SWITCH);
    }
    for (int i = 0; i < s->child_count; i++)
        matters |= look(c, syntax_part(s, i), breaks_matter, continues_matter);
    bool decides = s->kind == SYNTAX_IF || s->kind == SYNTAX_SWITCH ||
                   s->kind == SYNTAX_CONDITIONAL || is_inner || is_either(s);
    if (matters && decides && s->kind != SYNTAX_FOR)
        need_all(c, s->child[s->kind == SYNTAX_DO]);
    if (matters && is_inner && s->kind == SYNTAX_FOR) {
        need_all(c, s->child[0]);
        need_all(c, s->child[1]);
        need_all(c, s->child[2]);
    }
    return matters;
}

static void close(closure *c)
{
    const syntax *s = c->region;
    if (c->is_tested && syntax_is_loop(s))
        need_all(c, s->child[s->kind == SYNTAX_FOR || s->kind == SYNTAX_DO]);
    do {
        c->has_grown = false;
        look(c, s, c->is_tested, true);
    } while (c->has_grown);
}

/* --- First uses -------------------------------------------------------------- */

typedef enum first_use { USE_NONE, USE_SET, USE_READ } first_use;

/* Whichever comes first in the order of the text; what may be left out sets nothing for certain. */
static first_use use_in(const syntax *s, const decl *d)
{
    if (!s)
        return USE_NONE;
    if (s->kind == SYNTAX_NAME)
        return s->decl == d ? USE_READ : USE_NONE;
    bool is_plain = s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE;
    if (is_plain && syntax_scalar_name(s->child[0]) == d) {
        first_use right = use_in(s->child[1], d);
        return right ? right : USE_SET;
    }
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++) {
        const decl *local = s->child[i]->decl;
        if (!slice_begins(local))
            continue;
        first_use right = use_in(local->init, d);
        if (right || local == d)
            return right ? right : USE_SET;
    }
    if (s->kind == SYNTAX_DECLARATION)
        return USE_NONE;
    bool is_uncertain = s->kind == SYNTAX_IF || s->kind == SYNTAX_WHILE ||
                        s->kind == SYNTAX_SWITCH || s->kind == SYNTAX_CONDITIONAL || is_either(s);
    int certain = s->kind == SYNTAX_FOR ? 2 : is_uncertain ? 1 : s->child_count;
    for (int i = 0; i < s->child_count; i++) {
        first_use use = use_in(s->child[i], d);
        if (use == USE_READ || (use == USE_SET && i < certain))
            return use;
        if (use == USE_SET)
            return s->kind == SYNTAX_FOR ? USE_NONE : USE_READ; /* or what it was before */
    }
    return USE_NONE;
}

bool value_is_carried(const syntax *loop, const decl *d)
{
    static const int order[][3] = {{1, 3, 2}, {0, 1, -1}}; /* of for; of while and do */
    const int *part = order[loop->kind != SYNTAX_FOR];
    for (int i = 0; i < 3 && part[i] >= 0; i++) {
        first_use use = use_in(loop->child[part[i]], d);
        if (use)
            return use == USE_READ;
    }
    return false;
}

/* --- Loops --------------------------------------------------------------------- */

/* Variables that other names or functions may set are not followed. */
static bool is_followed(lowering *lo, const syntax *region, const decl *d)
{
    if (array_followed(lo, d))
        return true;
    return decl_is_integer(d) && !lo->info[d->id].has_address_taken && !d->type->is_volatile &&
           !d->is_replaceable && !value_callees_assign(lo, region, d);
}

static bool is_declared_in(const syntax *s, const decl *d)
{
    for (int i = 0; s && i < s->child_count; i++)
        if ((s->kind == SYNTAX_DECLARATION && s->child[i]->decl == d && slice_begins(d)) ||
            is_declared_in(syntax_part(s, i), d))
            return true;
    return false;
}

/* Does it matter what the variable holds before the loop? Where it is asked for after the loop, it
 * does: there may have been no iteration. */
static bool is_entry_read(const closure *c, const decl *d, bool is_asked_after)
{
    const syntax *first = c->region->kind == SYNTAX_FOR ? c->region->child[0] : NULL;
    if (!syntax_is_loop(c->region))
        return use_in(c->region, d) == USE_READ;
    if (is_declared_in(c->region, d) || use_in(first, d) == USE_SET)
        return false;
    return use_in(first, d) == USE_READ || value_is_carried(c->region, d) ||
           (is_asked_after && d == c->needed.data[0]);
}

static void enter_scalar(slice_maker *m, const slice_cell *cell)
{
    const expr *now = value_of_decl(m->lo, cell->variable, false);
    m->is_lost |= !now;
    if (!now)
        return;
    slice_expression(m, now);
    slice_emit(m, SLICE_STORE, NULL, cell->at);
    slice_emit(m, SLICE_DROP, NULL, 0);
}

static void enter_array(slice_maker *m, const slice_cell *cell)
{
    const expr *const *now = array_now(m->lo, cell->variable);
    m->is_lost |= !now;
    for (int i = 0; !m->is_lost && i < cell->extent; i++) {
        m->is_lost |= !now[i];
        if (m->is_lost)
            return;
        slice_expression(m, now[i]);
        slice_emit(m, SLICE_STORE, NULL, cell->at + i);
        slice_emit(m, SLICE_DROP, NULL, 0);
    }
}

/* Sets what is read in the loop before it is set there to what it holds now. */
static void enter(slice_maker *m, const closure *c, bool is_asked_after)
{
    for (int i = 0; i < c->needed.count && !m->is_lost; i++) {
        const decl *d = c->needed.data[i];
        slice_add_cell(m, d, array_followed(m->lo, d));
        m->is_lost |= !is_followed(m->lo, c->region, d);
        /* The head's first part has been lowered, and is in the slice again. */
        m->is_lost |= c->region->kind == SYNTAX_FOR &&
                      value_is_assigned_in(c->region->child[0], d) &&
                      use_in(c->region->child[0], d) == USE_READ;
    }
    for (int i = 0; i < c->needed.count && !m->is_lost; i++) {
        const decl *d = c->needed.data[i];
        if (!is_entry_read(c, d, is_asked_after))
            continue;
        if (m->cells.data[i].extent)
            enter_array(m, &m->cells.data[i]);
        else
            enter_scalar(m, &m->cells.data[i]);
    }
}

/* --- Functions that are called --------------------------------------------------- */

static void add_locals(slice_maker *m, const syntax *s)
{
    if (!s)
        return;
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++) {
        const decl *d = s->child[i]->decl;
        bool is_followed_here = decl_is_integer(d) && d->function && !d->is_static &&
                                !d->type->is_volatile && !m->lo->info[d->id].has_address_taken;
        if (is_followed_here)
            slice_add_cell(m, d, 0);
    }
    for (int i = 0; i < s->child_count; i++)
        add_locals(m, syntax_part(s, i));
}

/* Does the function set what its caller may look at? */
static bool sets_outside(lowering *lo, const decl *f)
{
    for (int i = 0; i < lo->source->decl_count; i++) {
        const decl *d = lo->source->decls[i];
        bool is_kept =
            decl_is_integer(d) && d->kind == DECL_VARIABLE && (!d->function || d->is_static);
        if (is_kept && (value_is_assigned_in(f->body, d) || value_callees_assign(lo, f->body, d)))
            return true;
    }
    return false;
}

static void write_function(slice_maker *m, int at)
{
    lowering *lo = m->lo;
    decl *f = m->functions.data[at].called;
    m->is_lost |= sets_outside(lo, f);
    if (m->is_lost)
        return;
    m->function = f;
    m->cells.count = m->cell_count = 0;
    m->height = 0;
    m->loop = NULL;
    for (int i = 0; i < f->formal_count; i++) {
        bool is_followed_here =
            decl_is_integer(f->formals[i]) && !lo->info[f->formals[i]->id].has_address_taken;
        slice_add_cell(m, is_followed_here ? f->formals[i] : NULL, 0);
    }
    add_locals(m, f->body);
    const directive_names *names = lo->reading.names;
    lo->reading.names = value_names(lo, f, f->unit);
    m->functions.data[at].begin = m->code.count;
    slice_statement(m, f->body);
    slice_emit(m, SLICE_NUMBER, NULL, 0); /* the end without a value: nothing may look at it */
    slice_emit(m, SLICE_RETURN, NULL, 0);
    m->functions.data[at].cells = m->cell_count;
    lo->reading.names = names;
}

static void write_functions(slice_maker *m)
{
    for (int i = 0; i < m->functions.count && !m->is_lost; i++)
        write_function(m, i);
    for (int i = 0; i < m->functions.count && !m->is_lost; i++)
        for (int k = 0; k < m->functions.data[i].calls.count; k++) {
            slice_step *call = &m->code.data[m->functions.data[i].calls.data[k]];
            call->operand = m->functions.data[i].begin;
            call->extent = m->functions.data[i].cells;
        }
}

/* So deep may slices be in the inputs of others while these are made. */
enum { DEEPEST = 4 };

static const slice *finish(slice_maker *m, int cells, source_range where)
{
    write_functions(m);
    if (m->is_lost)
        return NULL;
    const slice like = {.count = m->code.count,
                        .step = m->code.data,
                        .cell_count = cells,
                        .input_count = m->inputs.count,
                        .is_loop = m->region && syntax_is_loop(m->region),
                        .where = where};
    return expr_intern_slice(m->lo->pool, &like);
}

/* --- Values ------------------------------------------------------------------------ */

/* Of a scalar: of 64 unsigned bits or not. */
static int extent_of(const c_type *type)
{
    return type->is_unsigned && type->bytes == 8 ? SLICE_UNSIGNED : 0;
}

static const expr *of_loop(lowering *lo, const syntax *loop, const decl *d, int element,
                           const expr *before, bool is_tested, bool is_after)
{
    closure c = {.lo = lo, .region = loop, .is_tested = is_tested};
    if (lo->reading.slice_depth >= DEEPEST)
        return NULL;
    if (d)
        add_needed(&c, d);
    close(&c);
    if (!c.needed.count)
        return NULL; /* nothing in the loop ends it, or only what is no integer of the program */
    slice_maker m = {.lo = lo, .region = loop, .is_tested = is_tested};
    lo->reading.slice_depth++;
    enter(&m, &c, is_after);
    if (!m.is_lost)
        slice_statement(&m, loop);
    slice_emit(&m, SLICE_END, NULL, 0);
    int cells = m.cell_count;
    const slice *code = finish(&m, cells, loop->where);
    lo->reading.slice_depth--;
    if (!code)
        return NULL;
    slice_result result = {.limit = before, .cell = SLICE_TRIPS};
    for (int i = 0; d && i < c.needed.count; i++) /* the cells are in that order */
        if (c.needed.data[i] == d)
            result.cell = m.cells.data[i].at + element;
    if (d && result.cell == SLICE_TRIPS)
        return NULL;
    result.extent = d ? extent_of(d->element && d->rank ? d->element : d->type) : 0;
    return expr_slice(lo->pool, code, &result, m.inputs.data);
}

const expr *value_slice_trips(lowering *lo, const syntax *loop)
{
    return of_loop(lo, loop, NULL, 0, NULL, true, false);
}

const expr *value_slice_carried(lowering *lo, const syntax *loop, const decl *d, int element,
                                const expr *before)
{
    return of_loop(lo, loop, d, element, before, false, false);
}

const expr *value_slice_left(lowering *lo, const syntax *loop, const decl *d, int element,
                             const expr *trips)
{
    return of_loop(lo, loop, d, element, trips, !trips, true);
}

/* The number that a value without inputs is. */
static const expr *folded(lowering *lo, const expr *value)
{
    const bindings none = {0};
    bool ok = true;
    if (value->uses_param || value->uses_loop_var || value->uses_coord)
        return value;
    env *e = env_new(lo->ctx, lo->pool, NULL, 0, &none);
    int64_t number = e ? expr_eval(e, value, &ok) : 0;
    return e && ok ? expr_int(lo->pool, number) : NULL;
}

static bool may_lead_elsewhere(const syntax *s)
{
    return syntax_may_break(s) || syntax_may_continue(s) || syntax_has(s, SYNTAX_RETURN) ||
           syntax_has(s, SYNTAX_GOTO) || syntax_has(s, SYNTAX_LABEL);
}

const expr *value_slice_after(lowering *lo, const syntax *s, const decl *d)
{
    if (!value_is_set_in(s, d) || may_lead_elsewhere(s))
        return NULL;
    const expr *value = of_loop(lo, s, d, 0, NULL, true, true);
    return value ? folded(lo, value) : NULL;
}

const expr *value_slice_tested(lowering *lo, const syntax *s)
{
    closure c = {.lo = lo, .region = s};
    slice_maker m = {.lo = lo, .region = s, .is_tested = true};
    if (!syntax_assigns(s) || lo->reading.slice_depth >= DEEPEST)
        return NULL;
    do {
        c.has_grown = false;
        need_all(&c, s); /* of these, what it sets */
    } while (c.has_grown);
    lo->reading.slice_depth++;
    enter(&m, &c, false);
    const int at = slice_add_cell(&m, NULL, 0), cells = m.cell_count;
    slice_value(&m, s);
    slice_emit(&m, SLICE_STORE, NULL, at);
    slice_emit(&m, SLICE_END, NULL, 0);
    const slice *code = finish(&m, m.cell_count > cells ? m.cell_count : cells, s->where);
    lo->reading.slice_depth--;
    return code ? folded(lo, expr_slice(lo->pool, code, &(slice_result){.cell = at}, m.inputs.data))
                : NULL;
}

const expr *value_slice_result(lowering *lo, const syntax *call)
{
    slice_maker m = {.lo = lo};
    const decl *f = syntax_callee_name(call) ? call->child[0]->decl : NULL;
    if (!f || !f->body || lo->reading.slice_depth >= DEEPEST || !call->type ||
        call->type->kind != TYPE_INT)
        return NULL;
    lo->reading.slice_depth++;
    syntax alone = *call;
    alone.converted = NULL;
    slice_call(&m, &alone);
    slice_emit(&m, SLICE_RETURN, NULL, 0);
    const slice *code = finish(&m, 1, call->where);
    lo->reading.slice_depth--;
    const slice_result result = {.cell = 0, .extent = extent_of(call->type)};
    return code ? expr_slice(lo->pool, code, &result, m.inputs.data) : NULL;
}
