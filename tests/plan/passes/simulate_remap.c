#include <string.h>

#include "tests/plan/passes/simulate_machine.h"

/* Dynamic mapping: what the source's directives say about who owns what, element by
 * element, and what the node program's copies make of it. */

/* By HPF's definition: the array through its alignment to the template's cell, and that
 * to a coordinate. Null where everybody has all of it. */
static const array_map *map_by_directives(machine *m, const variable *v, array_map *out)
{
    const alignment *align = m->align[v->id];
    const dist_template *t = align ? m->target[align->target->id] : NULL;
    int axes = 0;
    *out = (array_map){.grid = t && t->is_distributed ? t->grid : NULL};
    for (int d = 0; out->grid && d < t->rank; d++) {
        const align_axis *by = &align->axis[d];
        if (t->format[d].kind == DIST_COLLAPSED)
            continue;
        axis_map *axis = &out->axis[axes];
        *axis = (axis_map){.source = by->source == ALIGN_BY_DIM  ? AXIS_BY_DIM
                                     : by->source == ALIGN_FIXED ? AXIS_FIXED
                                                                 : AXIS_REPLICATED,
                           .kind = t->format[d].kind,
                           .dim = by->dim,
                           .stride = by->stride,
                           .offset = by->offset,
                           .block = t->format[d].block,
                           .lower = t->lower[d],
                           .extent = t->extent[d],
                           .sizes = t->format[d].sizes,
                           .grid = t->grid,
                           .axis = axes};
        axes++;
    }
    for (int k = axes; out->grid && k < out->grid->rank; k++)
        out->axis[k] =
            (axis_map){.source = AXIS_REPLICATED, .kind = DIST_BLOCK, .grid = t->grid, .axis = k};
    return axes > 0 ? out : NULL;
}

/* A hash of which processors own which elements. */
static uint64_t ownership(machine *m, const variable *v, const array_map *map)
{
    uint64_t h = 0;
    int64_t index[MAX_RANK];
    for (int64_t x = 0, n = element_count(m, v); x < n; x++) {
        indices_of(m, v, x, index);
        for (int q = 0; q < env_procs(m->env); q++)
            h = mix(h, !map || owner_for(m, map, index, q) == q);
    }
    return h;
}

static void note_place(machine *m, const variable *v, uint64_t place)
{
    trace *t = &m->traces[v->id];
    if (t->now == place)
        return;
    t->before = mix(t->before, t->now);
    t->now = place;
}

/* Is it one array all through the run, whose extents are known? */
static bool is_traced(const machine *m, const variable *v)
{
    if (v->version_of || v->formal_index >= 0 || (v->owner && v->owner != m->entry))
        return false;
    for (int d = 0; d < v->rank; d++)
        if (!v->extent[d])
            return false;
    return v->rank > 0;
}

bool holds_remap(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if (n->kind == NODE_REMAP || (n->kind == NODE_CALL && holds_remap(n->u.call.callee->body)))
            return true;
        for (int i = node_below(n, lists); i-- > 0;)
            if (holds_remap(lists[i]))
                return true;
    }
    return false;
}

/* Notes where all arrays are that may have moved. */
static void note_places(machine *m)
{
    for (int v = 0; v < m->program->variable_count && m->has_remaps && !machine_stops(m); v++) {
        const variable *var = m->program->variables[v];
        array_map map;
        if (is_traced(m, var))
            note_place(m, var, ownership(m, var, map_by_directives(m, var, &map)));
    }
}

void remap_begin(machine *m)
{
    const program *p = m->program;
    arena *a = m->ctx->arena;
    m->align = ARENA_ARRAY(a, p->variable_count + 1, const alignment *);
    m->target = ARENA_ARRAY(a, p->template_count + 1, const dist_template *);
    m->current = ARENA_ARRAY(a, p->variable_count + 1, const variable *);
    m->traces = ARENA_ARRAY(a, p->variable_count + 1, trace);
    for (int t = 0; t < p->template_count; t++)
        m->target[t] = p->templates[t];
    for (int v = 0; v < p->variable_count; v++) {
        m->align[v] = p->variables[v]->align;
        m->current[v] = p->variables[v];
    }
    for (const function *f = p->functions; f && p->spelling != DIALECT_XMP; f = f->next) {
        m->has_remaps |= holds_remap(f->body);
        for (int i = 0; i < f->formal_count; i++)
            m->has_remaps |= f->formals[i] && f->formals[i]->align;
    }
    note_places(m);
}

void run_remap(machine *m, const remap_node *r)
{
    if (r->target)
        m->target[r->target->id] = r->to;
    if (r->var)
        m->align[variable_of(m, r->var)->id] = r->align;
    note_places(m);
}

const alignment **remap_enter(machine *m, const call_node *c)
{
    const function *f = c->callee;
    const alignment **saved = ARENA_ARRAY(m->ctx->arena, f->formal_count + 1, const alignment *);
    for (int i = 0; i < f->formal_count && i < c->argument_count; i++) {
        if (!c->arguments[i].array)
            continue;
        int id = variable_of(m, c->arguments[i].array)->id;
        saved[i] = m->align[id];
        if (f->formals[i]->align)
            m->align[id] = f->formals[i]->align;
    }
    for (int t = 0; t < m->program->template_count; t++)
        if (m->program->templates[t]->owner == f)
            m->target[t] = m->program->templates[t];
    note_places(m);
    return saved;
}

void remap_leave(machine *m, const call_node *c, const alignment *const *saved)
{
    for (int i = c->callee->formal_count; i-- > 0;)
        if (i < c->argument_count && c->arguments[i].array)
            m->align[variable_of(m, c->arguments[i].array)->id] = saved[i];
    note_places(m);
}

static const variable *array_of(const variable *v)
{
    return v->version_of ? v->version_of : v;
}

bool is_copy_of_version(const statement_node *s)
{
    return s->write && s->read_count == 1 && s->reads[0]->var != s->write->var &&
           array_of(s->reads[0]->var) == array_of(s->write->var);
}

const statement_node *copy_nest(const node *n)
{
    const node *outer = n;
    while (
        n && (n == outer || !n->next) &&
        ((n->kind == NODE_LOOP && n->u.loop.parallel == LOOP_INDEPENDENT) || n->kind == NODE_TASK))
        n = n->kind == NODE_LOOP ? n->u.loop.body : n->u.task.body;
    return n && n->kind == NODE_STATEMENT && is_copy_of_version(&n->u.stmt) ? &n->u.stmt : NULL;
}

void note_copy(machine *m, const statement_node *s)
{
    const variable *to = s->write->var, *from = s->reads[0]->var, *of = array_of(to);
    if (m->moves_all && m->current[of->id] != from && is_traced(m, of))
        machine_wrong(m, "a copy of '%s' from where it is not", of->name);
    m->current[of->id] = to;
    if (is_traced(m, of))
        note_place(m, of, ownership(m, to, machine_map(m, to)));
}

void note_write(machine *m, const variable *to)
{
    if (!m->moves_all)
        m->current[array_of(to)->id] = to;
}

void compare_traces(machine *m, const machine *source)
{
    for (int v = 0; v < m->own_variables && !source->has_skipped && !machine_stops(m); v++) {
        const trace *a = &m->traces[v], *b = &source->traces[v];
        if (a->now != b->now || a->before != b->before)
            machine_wrong(m, "'%s' does not lie where the directives put it",
                          m->program->variables[v]->name);
    }
}
