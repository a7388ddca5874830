#include "plan/normalize/temporary.h"
#include "plan/remap/remap.h"

#include <string.h>

/* Mappings at one place of the program, and copies between two of them. */

static bool same_map(const array_map *a, const array_map *b)
{
    bool is_a = a && a->grid, is_b = b && b->grid;
    return is_a == is_b && (!is_a || array_map_equal(a, b));
}

static placed *place(remapper *r, const variable *v, const array_map *map)
{
    placed **list = &r->places[v->id];
    for (placed *at = *list; at; at = at->next)
        if (same_map(at->map, map))
            return at;
    placed *fresh = ARENA_NEW(r->p->arena, placed);
    *fresh = (placed){.of = v, .map = map, .next = *list};
    if (same_map(r->layout->map[v->id], map))
        fresh->var = v;
    *list = fresh;
    return fresh;
}

placed *state_place(remapper *r, const mapping_state *s, const variable *v)
{
    const alignment *align = s->align[v->id];
    const array_map *target = align ? s->target[align->target->id] : NULL;
    return place(r, v, layout_compose(r->p->ctx, r->p->pool, align, target));
}

mapping_state state_declared(remapper *r)
{
    const program *p = r->p->program;
    arena *a = r->p->arena;
    mapping_state s = {.align = ARENA_ARRAY(a, p->variable_count + 1, const alignment *),
                       .target = ARENA_ARRAY(a, p->template_count + 1, const array_map *),
                       .at = ARENA_ARRAY(a, p->variable_count + 1, placed *),
                       .by = ARENA_ARRAY(a, p->variable_count + 1, source_range)};
    for (int t = 0; t < p->template_count; t++)
        s.target[t] = r->layout->template_map[t];
    for (int v = 0; v < p->variable_count; v++) {
        s.align[v] = p->variables[v]->align;
        if (p->variables[v]->rank > 0)
            s.at[v] = place(r, p->variables[v], r->layout->map[v]);
    }
    return s;
}

mapping_state state_copy(remapper *r, const mapping_state *s)
{
    size_t variables = (size_t)r->p->program->variable_count + 1;
    size_t templates = (size_t)r->p->program->template_count + 1;
    arena *a = r->p->arena;
    return (mapping_state){.align = arena_copy(a, s->align, variables * sizeof *s->align),
                           .target = arena_copy(a, s->target, templates * sizeof *s->target),
                           .at = arena_copy(a, s->at, variables * sizeof *s->at),
                           .by = arena_copy(a, s->by, variables * sizeof *s->by),
                           .is_dead = s->is_dead};
}

/* Has the array a value now: is it of the file, or of a function that is being executed?
 * A formal is another name of its actual. */
static bool exists(const remapper *r, const variable *v)
{
    if (!v->owner || v->is_static)
        return true;
    for (const frame *f = r->frame; f; f = f->outer)
        if (f->callee == v->owner)
            return v->formal_index < 0 || !f->call;
    return false;
}

void state_solve(remapper *r, mapping_state *s, const dist_template *target, const variable *v,
                 source_range by, move_list *moves)
{
    const program *p = r->p->program;
    for (int i = 0; i < p->variable_count; i++) {
        const variable *one = p->variables[i];
        bool lies_on = target && s->align[i] && s->align[i]->target == target;
        if (one->rank == 0 || (one != v && !(lies_on && exists(r, one))))
            continue;
        placed *to = state_place(r, s, one);
        if (to == s->at[i])
            continue;
        VEC_PUSH(r->p->arena, moves, ((move){s->at[i], to}));
        s->at[i] = to;
        s->by[i] = by;
    }
}

/* Where a template is everywhere, alignments that differ put the array in one place;
 * they matter again when it is distributed. */
static bool same_alignment(const alignment *a, const alignment *b)
{
    if (a == b || !a || !b)
        return a == b;
    bool is_same = a->target == b->target;
    for (int d = 0; is_same && d < a->target->rank; d++) {
        const align_axis *x = &a->axis[d], *y = &b->axis[d];
        is_same = x->source == y->source &&
                  (x->source == ALIGN_REPLICATED || x->offset == y->offset) &&
                  (x->source != ALIGN_BY_DIM || (x->dim == y->dim && x->stride == y->stride));
    }
    return is_same;
}

const char *state_difference(remapper *r, const mapping_state *a, const mapping_state *b,
                             source_range *by)
{
    const program *p = r->p->program;
    for (int i = 0; i < p->variable_count; i++) {
        if (!exists(r, p->variables[i]) ||
            (a->at[i] == b->at[i] && same_alignment(a->align[i], b->align[i])))
            continue;
        *by = b->by[i].file ? b->by[i] : a->by[i];
        return p->variables[i]->name;
    }
    for (int t = 0; t < p->template_count; t++)
        if (!same_map(a->target[t], b->target[t])) {
            *by = (source_range){0};
            return p->templates[t]->name;
        }
    return NULL;
}

/* --- Integer formals ------------------------------------------------------------- */

static const expr *substituted(remapper *r, const expr *e)
{
    return e && r->frame->values.count ? expr_substitute(r->p->pool, e, &r->frame->values) : e;
}

static const gen_sizes *sizes_substitute(remapper *r, const gen_sizes *sizes)
{
    if (!sizes)
        return NULL;
    gen_sizes *copy = arena_copy(r->p->arena, sizes, sizeof *sizes);
    const expr **size = ARENA_ARRAY(r->p->arena, sizes->count + 1, const expr *);
    for (int i = 0; i < sizes->count; i++)
        size[i] = substituted(r, sizes->size[i]);
    copy->size = size;
    return copy;
}

const array_map *map_substitute(remapper *r, const array_map *map)
{
    if (!map || !map->grid || r->frame->values.count == 0)
        return map;
    array_map *copy = arena_copy(r->p->arena, map, sizeof *map);
    for (int k = 0; k < map->grid->rank; k++) {
        axis_map *axis = &copy->axis[k];
        axis->stride = substituted(r, axis->stride);
        axis->offset = substituted(r, axis->offset);
        axis->block = substituted(r, axis->block);
        axis->lower = substituted(r, axis->lower);
        axis->extent = substituted(r, axis->extent);
        axis->sizes = sizes_substitute(r, axis->sizes);
    }
    return copy;
}

const alignment *align_substitute(remapper *r, const alignment *align)
{
    if (!align || r->frame->values.count == 0)
        return align;
    alignment *copy = arena_copy(r->p->arena, align, sizeof *align);
    for (int k = 0; k < align->target->rank; k++) {
        copy->axis[k].stride = substituted(r, align->axis[k].stride);
        copy->axis[k].offset = substituted(r, align->axis[k].offset);
    }
    return copy;
}

/* --- Copies ------------------------------------------------------------------------ */

const variable *placed_variable(remapper *r, placed *at)
{
    const expr *extent[MAX_RANK];
    for (int d = 0; d < at->of->rank; d++)
        extent[d] = substituted(r, at->of->extent[d]);
    if (!at->var)
        at->var = temporary_version(r->p, at->of, at->map, extent);
    return at->var;
}

/* to[s1][s2].. = from[s1][s2]..: one store of a loaded value for each element. */
static node *copy_of(remapper *r, const move *m, source_range where)
{
    planner *p = r->p;
    const variable *v = m->from->of;
    reference *write = ARENA_NEW(p->arena, reference), *read = ARENA_NEW(p->arena, reference);
    const reference **reads = ARENA_ARRAY(p->arena, 1, const reference *);
    *write = (reference){.var = placed_variable(r, m->to), .where = where};
    *read = (reference){.var = placed_variable(r, m->from), .where = where};
    reads[0] = read;
    node *body = node_new_made(p->ctx, NODE_STATEMENT, where);
    body->u.stmt.write = write;
    body->u.stmt.read_count = 1;
    body->u.stmt.reads = reads;
    body->u.stmt.ops.n[OP_LOAD] = body->u.stmt.ops.n[OP_STORE] = 1;
    const expr *zero = expr_int(p->pool, 0), *one = expr_int(p->pool, 1);
    for (int d = v->rank; d-- > 0;) {
        const char *name = arena_printf(p->arena, "s%d", d + 1);
        const loop_var *var = expr_new_loop_var(p->pool, intern(p->ctx->names, name), where);
        const expr *upper = expr_sub(p->pool, substituted(r, v->extent[d]), one);
        node *l = node_new_made(p->ctx, NODE_LOOP, where);
        l->u.loop = (loop_node){.range = {var, zero, upper, one},
                                .direction = LOOP_UP,
                                .body = body,
                                .parallel = LOOP_INDEPENDENT,
                                .directive = where,
                                .is_exact = true,
                                .trips = expr_trips(p->pool, zero, upper, one)};
        write->sub[d] = read->sub[d] = (subscript){SUBSCRIPT_VALUE, expr_loop_var(p->pool, var)};
        body = l;
    }
    node *n = node_new_made(p->ctx, NODE_GMOVE, where);
    n->u.move = (move_node){.mode = GMOVE_COLLECTIVE, .body = body};
    return n;
}

static bool has_extents(remapper *r, const variable *v, source_range where)
{
    for (int d = 0; d < v->rank; d++) {
        if (v->extent[d])
            continue;
        diag *report = diag_report(r->p->ctx->diags, DIAG_ERROR, "extent", where,
                                   "'%s' cannot be moved: the extent of its dimension %d is not "
                                   "known here",
                                   v->name, d + 1);
        diag_note(report, v->where, "'%s' is declared here; declare it with all its extents",
                  v->name);
        return false;
    }
    return true;
}

node *remap_copies(remapper *r, const move_list *moves, source_range where)
{
    node *head = NULL, *tail = NULL;
    for (int i = 0; i < moves->count; i++)
        if (has_extents(r, moves->data[i].from->of, where))
            node_append(&head, &tail, copy_of(r, &moves->data[i], where));
    return head;
}
