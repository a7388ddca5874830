/* Names of nodes, templates and arrays, for programs that ask of them (runtime/fpr_inquiry.c). */

#include "codegen/data/inquiry.h"

#include <string.h>

#include "codegen/data/descriptors.h"
#include "codegen/text/expression.h"
#include "codegen/text/fixed_template.h"
#include "codegen/text/names.h"

bool emit_asks_of_names(const emitter *e)
{
    static const char *const about[] = {"xmp_nodes_", "xmp_template_", "xmp_dist_", "xmp_align_",
                                        "xmp_array_"};
    const program *p = e->planned->program;
    for (int i = 0; i < p->library_count; i++)
        for (size_t k = 0; k < sizeof about / sizeof *about; k++)
            if (strncmp(p->library[i].name, about[k], strlen(about[k])) == 0)
                return true;
    return false;
}

/* Has it a name of the program's, and processors? */
static const array_map *map_of(const emitter *e, const dist_template *t)
{
    return t->is_direct ? NULL : e->planned->layout->template_map[t->id];
}

void emit_find_named_axes(emitter *e)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->template_count && emit_asks_of_names(e); i++) {
        const array_map *map = map_of(e, p->templates[i]);
        for (int k = 0; map && map->grid && k < map->grid->rank; k++)
            if (map->axis[k].source == AXIS_BY_DIM)
                emit_axis(e, &map->axis[k]);
    }
}

/* The coordinates of the nodes that it is part of. */
static void emit_part(emitter *e, const proc_grid *g)
{
    fprintf(e->out, "    fpr_name_part(\"%s\", &%s, \"%s\", %d, (fpr_range[]){", g->name,
            emit_grid_name(e, g), g->of->name, g->of->rank);
    for (int k = 0; k < g->of->rank; k++) {
        const grid_part *part = &g->part[k];
        bool ok = true;
        const int64_t first = part->first ? expr_eval(e->env, part->first, &ok) : 0;
        const int64_t step = part->step ? expr_eval(e->env, part->step, &ok) : 1;
        const int64_t rest = env_extent(e->env, g->of, k) - 1 - first;
        const int64_t count = part->kind == PART_INDEX ? 1
                              : part->count            ? expr_eval(e->env, part->count, &ok)
                              : step                   ? rest / step + 1
                                                       : 1;
        if (part->kind == PART_OWN)
            fprintf(e->out, "%s{-1, -1, 1}", k ? ", " : "");
        else
            fprintf(e->out, "%s{%lld, %lld, %lld}", k ? ", " : "", (long long)first,
                    (long long)(first + (count - 1) * step), (long long)step);
    }
    fputs("});\n", e->out);
}

static void emit_nodes_name(emitter *e, const proc_grid *g)
{
    static const char *const sets[] = {[NODES_ENTIRE] = "FPR_ENTIRE_NODES",
                                       [NODES_EXECUTING] = "FPR_EXECUTING_NODES",
                                       [NODES_PRIMARY] = "FPR_PRIMARY_NODES"};
    if (g->of)
        emit_part(e, g);
    else
        fprintf(e->out, "    fpr_name_nodes(\"%s\", &%s, %s);\n", g->name, emit_grid_name(e, g),
                sets[g->set]);
}

static void emit_template(emitter *e, const dist_template *t, const array_map *map)
{
    /* The map of what is distributed onto a part is over all of which it is one. */
    const bool is_on_part = t->grid && t->grid->of && map->grid != t->grid;
    fprintf(e->out, "    fpr_name_template(\"%s\", \"%s\", %d, (fpr_template_dim[]){", t->name,
            is_on_part ? t->grid->name : map->grid->name, t->rank);
    for (int d = 0, distributed = 0; d < t->rank; d++) {
        const char *axis = NULL;
        int on = 0;
        for (int k = 0; k < map->grid->rank; k++)
            if (map->axis[k].source == AXIS_BY_DIM && map->axis[k].dim == d) {
                axis = emit_axis(e, &map->axis[k]);
                on = is_on_part ? distributed++ : k;
            }
        fputs(d ? ", {" : "{", e->out);
        emit_expr(e, t->lower[d]);
        fputs(", ", e->out);
        emit_expr(e, t->extent[d]);
        if (axis)
            fprintf(e->out, ", &%s, %d}", axis, on);
        else
            fputs(", NULL, 0}", e->out);
    }
    fputs("});\n", e->out);
    if (emit_is_fixed_late(e, t))
        fprintf(e->out, "    fpr_open_template(\"%s\");\n", t->name);
}

static void emit_named_array(emitter *e, const array_info *a)
{
    const variable *v = a->var;
    const dist_template *t = v->align->target;
    fprintf(e->out, "    fpr_name_array(\"%s\", &%s, \"%s\", %d, (fpr_aligned[]){", v->name,
            a->name, t->name, t->rank);
    for (int k = 0; k < t->rank; k++) {
        const align_axis *axis = &v->align->axis[k];
        fputs(k ? ", {" : "{", e->out);
        fprintf(e->out, "%d, ", axis->source == ALIGN_BY_DIM ? axis->dim : -1);
        if (axis->source == ALIGN_REPLICATED)
            fputs("0, true}", e->out);
        else
            emit_expr(e, axis->offset), fputs("}", e->out);
    }
    fputs("}, (fpr_halo[]){", e->out);
    for (int d = 0; d < v->rank; d++) {
        const expr *none = expr_int(e->planned->program->pool, 0);
        fputs("{", e->out);
        emit_expr(e, v->shadow_lower[d] ? v->shadow_lower[d] : none);
        fputs(", ", e->out);
        emit_expr(e, v->shadow_upper[d] ? v->shadow_upper[d] : none);
        fputs("}, ", e->out);
    }
    fputs("FPR_WHOLE});\n", e->out);
}

/* What is asked by a name that several have would be that of any of them. */
static void check_single(emitter *e, const char *const *names, const source_range *where, int count)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(names[i], names[k]) == 0) {
                emit_refuse(e, where[i],
                            "the program asks XcalableMP's library by names, and '%s' names "
                            "several: rename this",
                            names[i]);
                return;
            }
}

void emit_names(emitter *e)
{
    const program *p = e->planned->program;
    const layout *where = e->planned->layout;
    int count = 0, most = where->grid_count + p->template_count + e->arrays.count;
    const char **name = ARENA_ARRAY(e->ctx->arena, most + 1, const char *);
    source_range *at = ARENA_ARRAY(e->ctx->arena, most + 1, source_range);
    if (!emit_asks_of_names(e))
        return;
    for (int i = 0; i < where->grid_count; i++) {
        const proc_grid *g = where->grids[i];
        if (g->like || g->is_implied || strchr(g->name, '['))
            continue;
        name[count] = g->name, at[count++] = g->where;
        emit_nodes_name(e, g);
    }
    for (int i = 0; i < p->template_count; i++) {
        const dist_template *t = p->templates[i];
        const array_map *map = map_of(e, t);
        if (!map || !map->grid)
            continue;
        name[count] = t->name, at[count++] = t->where;
        emit_template(e, t, map);
    }
    for (int i = 0; i < e->arrays.count; i++) {
        const variable *v = e->arrays.data[i].var;
        if (!v->align || v->align->target->is_direct || v->version_of)
            continue;
        name[count] = v->name, at[count++] = v->where;
        emit_named_array(e, &e->arrays.data[i]);
    }
    check_single(e, name, at, count);
}
