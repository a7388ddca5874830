#include "frontend/lower/unused_template.h"

typedef struct template_walk {
    lowering *lo;
    bool *is_used; /* by template id */
    bool is_in_loop;
    VEC(const variable *) arrays; /* of loops, that no directive maps */
} template_walk;

static void use(template_walk *w, const dist_template *t)
{
    if (t && t->id >= 0)
        w->is_used[t->id] = true;
}

static void use_clause(template_walk *w, const on_clause *on)
{
    if (on)
        use(w, on->target);
}

static void add_array(template_walk *w, const reference *r)
{
    if (!r || !w->is_in_loop || r->var->align || !variable_is_of_source(r->var))
        return;
    bool moves = false;
    for (int d = 0; d < r->var->rank; d++)
        moves |= r->sub[d].kind == SUBSCRIPT_VALUE && r->sub[d].value->uses_loop_var;
    for (int i = 0; i < w->arrays.count; i++)
        moves &= w->arrays.data[i] != r->var;
    if (moves)
        VEC_PUSH(w->lo->ctx->arena, &w->arrays, r->var);
}

static void walk_node(template_walk *w, const node *n)
{
    if (n->kind == NODE_LOOP) {
        use_clause(w, n->u.loop.on_explicit);
    } else if (n->kind == NODE_TASK) {
        use_clause(w, n->u.task.on_explicit);
    } else if (n->kind == NODE_REDUCE || n->kind == NODE_BCAST || n->kind == NODE_BARRIER ||
               n->kind == NODE_WAIT || n->kind == NODE_POST || n->kind == NODE_WAIT_POST) {
        use_clause(w, n->u.xmp_comm.on_explicit);
        use_clause(w, n->u.xmp_comm.from_explicit);
    } else if (n->kind == NODE_REMAP) {
        use(w, n->u.remap.target);
        use(w, n->u.remap.align ? n->u.remap.align->target : NULL);
    } else if (n->kind == NODE_STATEMENT) {
        add_array(w, n->u.stmt.write);
        for (int i = 0; i < n->u.stmt.read_count; i++)
            add_array(w, n->u.stmt.reads[i]);
    }
}

static void walk_list(template_walk *w, const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        bool is_in_loop = w->is_in_loop;
        walk_node(w, n);
        w->is_in_loop |= n->kind == NODE_LOOP || n->kind == NODE_WHILE;
        for (int i = 0, count = node_below(n, lists); i < count; i++)
            walk_list(w, lists[i]);
        w->is_in_loop = is_in_loop;
    }
}

static const char *names(const template_walk *w)
{
    return variable_names(w->lo->ctx->arena, w->arrays.count, w->arrays.data);
}

/* "a(i,j) with T(i,j)" */
static const char *example(const template_walk *w, const dist_template *t)
{
    arena *a = w->lo->ctx->arena;
    bool is_xmp = w->lo->spelling == DIALECT_XMP;
    const char *indices = "";
    for (int i = 0; i < t->rank; i++)
        indices = arena_printf(a, is_xmp ? "%s[%c]" : i ? "%s,%c" : "%s%c", indices, 'i' + i);
    return arena_printf(a, is_xmp ? "xmp align a%s with %s%s" : "hpf align a(%s) with %s(%s)",
                        indices, t->name, indices);
}

static void report(const template_walk *w, const dist_template *t, bool has_mapped)
{
    diag *d = diag_report(
        w->lo->ctx->diags, DIAG_WARNING, "unused-template", t->where,
        "nothing is aligned with '%s', and no loop is divided by it, so that it places no data and "
        "no work; align arrays with it, as in '#pragma %s'",
        t->name, example(w, t));
    if (!has_mapped && w->arrays.count)
        diag_note(d, w->arrays.data[0]->where,
                  "%s, which loops go over, %s aligned with nothing: each processor has all of %s",
                  names(w), w->arrays.count == 1 ? "is" : "are",
                  w->arrays.count == 1 ? "it" : "them");
}

void lower_check_templates(lowering *lo, const program *p)
{
    template_walk w = {.lo = lo};
    bool has_mapped = false;
    int most = 0;
    if (diag_errors_reported(lo->ctx->diags)) /* what does place something may be among them */
        return;
    for (int i = 0; i < p->template_count; i++)
        most = p->templates[i]->id > most ? p->templates[i]->id : most;
    for (int i = 0; i < p->redistribution_count; i++)
        most = p->redistributions[i]->id > most ? p->redistributions[i]->id : most;
    w.is_used = ARENA_ARRAY(lo->ctx->arena, most + 1, bool);
    for (int i = 0; i < p->variable_count; i++) {
        const alignment *align = p->variables[i]->align;
        has_mapped |= align != NULL;
        use(&w, align ? align->target : NULL);
    }
    for (const function *f = p->functions; f; f = f->next)
        walk_list(&w, f->body);
    for (int i = 0; i < p->template_count; i++) {
        const dist_template *t = p->templates[i];
        bool is_of_main = false; /* a header may have more than one program needs */
        for (int u = 0; u < lo->source->unit_count; u++)
            is_of_main |= t->where.file == lo->source->units[u].file;
        if (!w.is_used[t->id] && !t->is_direct && is_of_main)
            report(&w, t, has_mapped);
    }
}
