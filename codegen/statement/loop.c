/* Loops over what a processor owns, and conditions on who it is. */

#include <string.h>

#include "codegen/check/whole_array.h"
#include "codegen/communication/communication.h"
#include "codegen/data/descriptors.h"
#include "codegen/data/place.h"
#include "codegen/data/row_table.h"
#include "codegen/statement/function.h"
#include "codegen/statement/loop.h"
#include "codegen/statement/open_loop.h"
#include "codegen/statement/row_copy.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/expression.h"
#include "codegen/text/names.h"

/* The beginning of a call about the loop's own iterations: up to the bound. */
static void emit_owned_loop(emitter *e, const char *which, const loop_node *l)
{
    expr_pool *pool = e->planned->program->pool;
    const axis_map *map = l->split_on;
    fprintf(e->out, "%s(&%s, ", which, emit_axis(e, map));
    emit_expr(e, expr_mul(pool, map->stride, l->split_c));
    fputs(", ", e->out);
    emit_expr(e, expr_add(pool, expr_mul(pool, map->stride, l->split_d), map->offset));
    fputs(", ", e->out);
}

static bool is_one(const expr *x)
{
    int64_t value;
    return expr_is_int(x, &value) && (value == 1 || value == -1);
}

/* Are a processor's own iterations evenly spaced? */
static bool is_run(const emitter *e, const loop_node *l)
{
    int64_t block = 1;
    if (l->split_on->kind != DIST_CYCLIC)
        return true;
    return is_one(l->range.step) &&
           is_one(expr_mul(e->planned->program->pool, l->split_on->stride, l->split_c)) &&
           (!l->split_on->block || (expr_is_int(l->split_on->block, &block) && block == 1));
}

/* Of evenly spaced iterations: does the next one have a later cell than this? */
static bool cells_go_up(emitter *e, const loop_node *l)
{
    int64_t scale;
    return !expr_is_int(expr_mul(e->planned->program->pool, l->split_on->stride, l->split_c),
                        &scale) ||
           scale > 0;
}

static bool goes_up(const loop_node *l)
{
    switch (l->direction) {
    case LOOP_UP:
        return true;
    case LOOP_DOWN:
        return false;
    case LOOP_BY_STEP:
        break;
    }
    return l->range.step->at_least > 0 || l->range.step->at_most >= 0;
}

/* Over cells, upwards and one by one? */
static bool is_plain(emitter *e, const loop_node *l)
{
    expr_pool *pool = e->planned->program->pool;
    const axis_map *map = l->split_on;
    const expr *offset = expr_add(pool, expr_mul(pool, map->stride, l->split_d), map->offset);
    return l->range.step == expr_int(pool, 1) &&
           expr_mul(pool, map->stride, l->split_c) == expr_int(pool, 1) &&
           offset == expr_int(pool, 0);
}

const char *emit_type_of_counter(const emitter *e, const loop_node *l, const char *declared)
{
    const program *p = e->planned->program;
    const char *type = declared, *name = l->range.var->name;
    for (int i = 0; !type && i < p->variable_count; i++)
        if (p->variables[i]->owner == e->at->function && strcmp(p->variables[i]->name, name) == 0)
            type = p->variables[i]->type;
    return type;
}

/* What a loop's variable without a sign is read as beside the last of its values, which may be
 * below 0 where there is none; "": it has one. */
static const char *signed_as(emitter *e, const loop_node *l, const char *declared)
{
    static const char *const casts[][2] = {{"unsigned int", "(int)"},
                                           {"unsigned long", "(long)"},
                                           {"unsigned long long", "(long long)"}};
    const char *type = emit_type_of_counter(e, l, declared), *name = l->range.var->name;
    if (!type || strncmp(type, "unsigned", 8) != 0)
        return "";
    for (size_t i = 0; i < sizeof casts / sizeof *casts; i++)
        if (strcmp(type, casts[i][0]) == 0)
            return casts[i][1];
    emit_refuse(e, l->range.var->where,
                "'%s', of type '%s', counts iterations that are divided: "
                "make it an 'int'",
                name, type);
    return "";
}

static void emit_step(emitter *e, const loop_node *l, bool is_up)
{
    const char *name = l->range.var->name;
    if (emit_is_in_row_copy(e, l->body)) {
        fprintf(e->out, "%s = ", name);
        emit_behind_row(e, l);
    } else if (l->split_on && !l->whole && l->split_on->kind == DIST_CYCLIC) {
        fprintf(e->out, "%s %s %s.extent[%d]", name,
                is_up ? "+=" : "-=", emit_grid_name(e, l->split_on->grid), l->split_on->axis);
    } else if (is_one(l->range.step)) {
        fprintf(e->out, "%s%s", name, is_up ? "++" : "--");
    } else {
        fprintf(e->out, "%s += ", name);
        emit_expr(e, l->range.step);
    }
}

/* "i_end"; "k_0_end" beside an element, "k[0]", that counts (syntax/element_variables.h), and
 * "g_t_end" beside a member, "g->t". */
static const char *name_beside(emitter *e, const char *name, const char *what)
{
    char *word = arena_printf(e->ctx->arena, "%s_%s", name, what);
    char *to = word;
    for (const char *from = word; *from; from++)
        if (!strchr("])>", *from))
            *to++ = strchr("[(.-* ", *from) ? '_' : *from;
    *to = 0;
    return word;
}

const char *emit_last_name(emitter *e, const loop_node *l)
{
    return name_beside(e, l->range.var->name, "end");
}

const char *emit_begun_name(emitter *e, const loop_node *l)
{
    return name_beside(e, l->range.var->name, "begun");
}

/* --- Places of dense dimensions ----------------------------------------------------------- */

static const expr *cell_of(emitter *e, const loop_node *l)
{
    expr_pool *pool = e->planned->program->pool;
    const axis_map *map = l->split_on;
    const expr *index =
        expr_add(pool, expr_mul(pool, l->split_c, expr_loop_var(pool, l->range.var)), l->split_d);
    return expr_add(pool, expr_mul(pool, map->stride, index), map->offset);
}

/* A variable that goes along with the places of the iterations' cells, where elements are there;
 * or null. Its first value stands in the head after that of the loop's variable. */
static const char *add_local_index(emitter *e, const loop_node *l, const char *declared)
{
    const expr *cell = cell_of(e, l);
    if (!emit_has_local(e, l->body, l->split_on, cell))
        return NULL;
    const char *name = name_beside(e, l->range.var->name, "at");
    if (declared)
        emit_check_local(e, name);
    else
        emit_declare(e, "int", name);
    VEC_PUSH(e->ctx->arena, &e->local_indices, ((local_index){l->split_on, cell, name}));
    fprintf(e->out, ", %s = fpr_local(&%s, ", name, emit_axis(e, l->split_on));
    emit_expr(e, cell);
    fputs(")", e->out);
    const int first = e->beside_indices.count;
    emit_find_beside(e, l->body, &e->local_indices.data[e->local_indices.count - 1]);
    for (int i = first; i < e->beside_indices.count; i++) {
        const beside_index *b = &e->beside_indices.data[i];
        if (declared)
            emit_check_local(e, b->name);
        else
            emit_declare(e, "int", b->name);
        fprintf(e->out, ", %s = (int)fpr_beside(&%s, %d, &%s, %lld)", b->name, b->array->name,
                b->array->var->rank - 1, emit_axis(e, l->split_on), (long long)b->by);
    }
    return name;
}

/* The first of a processor's own iterations, where they are evenly spaced, and the last. */
static void emit_first(emitter *e, const loop_node *l)
{
    bool is_by_cells = is_plain(e, l);
    if (is_by_cells)
        fprintf(e->out, "fpr_from(&%s, ", emit_axis(e, l->split_on));
    else
        emit_owned_loop(e, "fpr_first", l);
    emit_expr(e, l->range.lower);
    if (!is_by_cells) {
        fputs(", ", e->out);
        emit_expr(e, l->range.step);
    }
    fputs(")", e->out);
}

static void emit_last(emitter *e, const loop_node *l)
{
    bool is_by_cells = is_plain(e, l);
    if (is_by_cells)
        fprintf(e->out, "fpr_to(&%s, ", emit_axis(e, l->split_on));
    else
        emit_owned_loop(e, "fpr_last", l);
    emit_expr(e, l->range.upper);
    if (!is_by_cells) {
        fputs(", ", e->out);
        emit_expr(e, l->range.step);
    }
    fputs(")", e->out);
}

/* Two loops: over the blocks, and in each of them. */
static void emit_runs_head(emitter *e, const loop_node *l, const char *declared)
{
    const char *name = l->range.var->name, *cast = signed_as(e, l, declared);
    const char *run = name_beside(e, name, "run");
    bool is_up = goes_up(l);
    fprintf(e->out, "for (fpr_runs %s = ", run);
    emit_owned_loop(e, "fpr_runs_begin", l);
    emit_expr(e, l->range.lower);
    fputs(", ", e->out);
    emit_expr(e, l->range.upper);
    fputs(", ", e->out);
    emit_expr(e, l->range.step);
    fprintf(e->out, "); fpr_runs_next(&%s);) ", run);
    emit_run_begins(e, l);
    fprintf(e->out, "for (%s%s%s = %s.first", declared ? declared : "", declared ? " " : "", name,
            run);
    const char *along = add_local_index(e, l, declared);
    fprintf(e->out, "; %s%s %s %s.last; %s += ", cast, name, is_up ? "<=" : ">=", run, name);
    emit_expr(e, l->range.step);
    if (along)
        fprintf(e->out, ", %s += %s.local_step", along, run);
    fputs(")", e->out);
}

/* `declared`: the type of a variable that the loop declares; or null. */
static void emit_split_head(emitter *e, const node *n, const char *declared)
{
    const loop_node *l = &n->u.loop;
    const char *name = l->range.var->name, *cast = signed_as(e, l, declared);
    const char *last = emit_last_name(e, l);
    bool is_up = goes_up(l);
    if (!is_run(e, l)) {
        emit_runs_head(e, l, declared);
        return;
    }
    fputs("for (", e->out);
    if (!declared)
        emit_declare(e, "int", last);
    fprintf(e->out, "%s%s%s = ", declared ? declared : "", declared ? " " : "", name);
    emit_first(e, l);
    fprintf(e->out, ", %s = ", last);
    emit_last(e, l);
    const char *along = add_local_index(e, l, declared);
    fprintf(e->out, "; %s%s %s %s%s; ", cast, name, is_up ? "<=" : ">=", cast, last);
    emit_step(e, l, is_up);
    if (along)
        fprintf(e->out, ", %s%s", along, is_up == cells_go_up(e, l) ? "++" : "--");
    fputs(")", e->out);
}

/* From the bounds, which are not those of the source. What a processor's place is in is worked out
 * once, not in each iteration. */
static void emit_bounded_head(emitter *e, const loop_node *l, const char *declared)
{
    const char *name = l->range.var->name, *cast = signed_as(e, l, declared);
    const char *last = l->range.upper->uses_coord ? name_beside(e, name, "end") : NULL;
    bool is_up = goes_up(l);
    fputs("for (", e->out);
    if (last && !declared)
        emit_declare(e, "int", last);
    fprintf(e->out, "%s%s%s = ", declared ? declared : "", declared ? " " : "", name);
    emit_expr(e, l->range.lower);
    if (last) {
        fprintf(e->out, ", %s = ", last);
        emit_expr(e, l->range.upper);
    }
    fprintf(e->out, "; %s%s %s ", cast, name, is_up ? "<=" : ">=");
    if (last)
        fprintf(e->out, "%s%s", cast, last);
    else
        emit_operand(e, l->range.upper);
    fputs("; ", e->out);
    emit_step(e, l, is_up);
    fputs(")", e->out);
}

void emit_has_iteration(emitter *e, const loop_node *l)
{
    emit_first(e, l);
    fputs(goes_up(l) ? " <= " : " >= ", e->out);
    emit_last(e, l);
}

bool emit_is_by_runs(const emitter *e, const loop_node *l)
{
    return l->split_on && !l->whole && !is_run(e, l);
}

void emit_nest_head(emitter *e, const node *n, const char *declared)
{
    if (n->u.loop.split_on && !n->u.loop.whole)
        emit_split_head(e, n, declared);
    else
        emit_bounded_head(e, &n->u.loop, declared);
}

void emit_generated_loop_head(emitter *e, const node *n)
{
    emit_nest_head(e, n, "long");
}

void emit_refuse_piece(emitter *e, const node *n)
{
    emit_refuse(e, n->where,
                "arrays are distributed otherwise in the first iteration of this loop than in the "
                "others, and it may end before its bound: redistribute before it, too");
}

/* The first iteration of a loop of the source, or the others. After them the variable has the
 * value that it has there: the others begin with the one that the first leaves. */
static void emit_piece_head(emitter *e, const node *n, const outline *o)
{
    const loop_node *l = &n->u.loop;
    const char *name = l->range.var->name;
    bool is_up = goes_up(l);
    if (!l->is_exact || o->kind != OUTLINE_FOR || strchr(name, '(')) {
        emit_refuse_piece(e, n);
    } else if (l->piece == LOOP_FIRST || o->declared_count) {
        emit_bounded_head(e, l, o->declared_count ? o->declared[0]->type : NULL);
    } else {
        fprintf(e->out, "for (; %s%s %s ", signed_as(e, l, NULL), name, is_up ? "<=" : ">=");
        emit_operand(e, l->range.upper);
        fputs("; ", e->out);
        emit_step(e, l, is_up);
        fputs(")", e->out);
    }
}

bool emit_sets_more(outline_names part)
{
    int count = 0;
    for (int i = 0; i < part.count; i++)
        count += part.data[i].use == NAME_WRITE || part.data[i].use == NAME_UPDATE;
    return count > 1;
}

/* The part of the head whose macro writes more of the head than that part; or unset. */
static source_range find_head_of_macro(const outline *o)
{
    for (int i = 0; i < 3; i++)
        if (o->head[i].file &&
            (!o->head_end.file || emit_end(o->head[i]) >= emit_begin(o->head_end)))
            return o->head[i];
    return (source_range){0};
}

/* Does a pointer walk through the iterations? The parts of the head are then the plan's own, and
 * stand where the loop does. */
static bool is_walk(const outline *o)
{
    return o->head[2].file == o->where.file && emit_begin(o->head[2]) == emit_begin(o->where);
}

/* Only what the three parts of a `for` say goes into the head of the program's. */
static void check_parts(emitter *e, const node *n, const outline *o)
{
    if (o->kind != OUTLINE_FOR || !o->head[2].file)
        emit_refuse(e, n->where,
                    "the iterations of this loop are divided, and its text moves '%s' in the "
                    "condition or the body: write a 'for' that does so in its third part",
                    n->u.loop.range.var->name);
    else if (e->is_set_up != n && emit_sets_more(o->head_names[0]))
        emit_refuse(e, n->where,
                    "the iterations of this loop are divided, and it sets more than '%s': set the "
                    "others before it",
                    n->u.loop.range.var->name);
    else if (emit_sets_more(o->head_names[2]))
        emit_refuse(e, n->where,
                    "the iterations of this loop are divided, and its third part moves more than "
                    "'%s': compute the others from it in the body",
                    n->u.loop.range.var->name);
    else if (is_walk(o))
        emit_refuse(e, n->where,
                    "the iterations of this loop are divided, and a pointer walks through them: "
                    "count them by an integer");
    else if (find_head_of_macro(o).file)
        emit_refuse_macro(e, find_head_of_macro(o), n->where,
                          "a macro writes the head of this loop, whose iterations are "
                          "divided: write it out");
    else if (!n->u.loop.is_exact)
        emit_refuse(e, n->where,
                    "the iterations of this loop are divided, and it may end before its bound, "
                    "which is for one processor to see: test that in the body, with an 'if'");
}

static void emit_after_head(emitter *e, const outline *o)
{
    if (o->head_end.file)
        emit_source(e, o->where.file, emit_begin(o->head_end), emit_begin(o->child[0]->where));
}

/* The source's, but for the third part: a bound may be of a type without a sign, of which the
 * plan's last value would be none where there is no iteration. */
static void emit_one_step_head(emitter *e, const node *n, const outline *o)
{
    emit_source(e, o->where.file, emit_begin(o->where), emit_begin(o->head[2]));
    emit_step(e, &n->u.loop, true);
    fputs(")", e->out);
    emit_after_head(e, o);
}

void emit_loop_head(emitter *e, const node *n, const outline *o, const node *test, const node *stop)
{
    const source_file *file = o->where.file;
    if (n->kind == NODE_WHILE && n->u.whil.piece != LOOP_ENTIRE)
        emit_refuse_piece(e, n);
    if (n->kind == NODE_LOOP && n->u.loop.piece == LOOP_ENTIRE && n->u.loop.is_exact &&
        is_walk(o) && emit_is_walked_head(e, o)) {
        emit_nest_head(e, n, "long");
        emit_after_head(e, o);
        return;
    }
    if (is_walk(o) && emit_has_walked_test(e, o))
        emit_refuse(e, n->where,
                    "pointers that move through distributed arrays are compared in the head of "
                    "this loop, which does other things, too, or may be left early: count "
                    "elements by an integer");
    bool is_own = n->kind == NODE_LOOP && (n->u.loop.split_on || n->u.loop.whole);
    bool is_piece = n->kind == NODE_LOOP && n->u.loop.piece != LOOP_ENTIRE;
    if (!is_own && !is_piece) {
        for (int i = 0; i < 3; i++)
            emit_check_addresses(e, o->head_names[i], i == 1 ? test : NULL, i == 1 ? stop : NULL);
        if (n->kind == NODE_LOOP && emit_is_in_row_copy(e, n->u.loop.body))
            emit_one_step_head(e, n, o);
        else
            emit_source(e, file, emit_begin(o->where), emit_begin(o->child[0]->where));
        return;
    }
    check_parts(e, n, o);
    if (o->kind != OUTLINE_FOR)
        return;
    if (is_own)
        emit_nest_head(e, n, o->declared_count ? o->declared[0]->type : NULL);
    else
        emit_piece_head(e, n, o);
    emit_after_head(e, o);
}

const node *emit_row_heads(emitter *e, const node *n, const outline *o, const char *indent)
{
    const node *last = n;
    bool is_plain_for = o->kind == OUTLINE_FOR && o->declared_count == 1 && !o->in_macro &&
                        n->u.loop.piece == LOOP_ENTIRE;
    for (; last->u.loop.is_of_rows; last = last->u.loop.body)
        if (!last->u.loop.body || last->u.loop.body->kind != NODE_LOOP || last->u.loop.body->next ||
            last->u.loop.body->text.file || last->u.loop.whole)
            return NULL;
    if (!is_plain_for || last->u.loop.whole)
        return NULL;
    emit_check_local(e, n->u.loop.range.var->name);
    emit_nest_head(e, n, "long");
    for (const node *inner = n; inner != last;) {
        inner = inner->u.loop.body;
        emit_check_local(e, inner->u.loop.range.var->name);
        fprintf(e->out, "\n%s    ", indent);
        emit_nest_head(e, inner, "long");
    }
    return last;
}

void emit_condition_of_home(emitter *e, const home *at)
{
    expr_pool *pool = e->planned->program->pool;
    const char *between = "";
    bool is_part = at->grid && env_grid_size(e->env, at->grid) < env_procs(e->env);
    if (is_part && !emit_names_some(at)) {
        fprintf(e->out, "fpr_is_in(&%s)", emit_grid_name(e, at->grid));
        return;
    }
    for (int k = 0; at->grid && k < at->grid->rank; k++) { /* no grid: everybody */
        const home_axis *h = &at->axis[k];
        if (!h->is_restricted)
            continue;
        fprintf(e->out, "%s%s(&%s, ", between, h->last ? "fpr_is_any_mine" : "fpr_is_mine",
                emit_axis(e, &h->map));
        emit_expr(e, expr_add(pool, expr_mul(pool, h->map.stride, h->index), h->map.offset));
        if (h->last) { /* any of index … last */
            fputs(", ", e->out);
            emit_expr(e, expr_add(pool, expr_mul(pool, h->map.stride, h->last), h->map.offset));
            fputs(", ", e->out);
            emit_expr(e, expr_mul(pool, h->map.stride, expr_int(pool, h->step ? h->step : 1)));
        }
        fputs(")", e->out);
        between = " && ";
    }
    if (!*between)
        fputs("1", e->out);
}
