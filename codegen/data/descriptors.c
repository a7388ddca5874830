/* Grids, templates and arrays as the run-time library keeps them. */

#include <string.h>

#include "codegen/data/dense.h"
#include "codegen/data/descriptors.h"
#include "codegen/data/halo.h"
#include "codegen/data/inquiry.h"
#include "codegen/data/place.h"
#include "codegen/data/struct_member.h"
#include "codegen/data/whole_names.h"
#include "codegen/text/emitter.h"
#include "codegen/text/expression.h"
#include "codegen/text/names.h"

/* --- Grids and axes --------------------------------------------------------------------- */

/* Cells of one number have one owner under CYCLIC, and under BLOCK(m), whatever the template's
 * extent is; but loops over an axis, and what an array owns on it, end with the template. */
static bool is_one_axis(const axis_map *a, const axis_map *b)
{
    return axis_map_equal(a, b) && a->extent == b->extent;
}

const char *emit_axis(emitter *e, const axis_map *map)
{
    for (int i = 0; i < e->axes.count; i++)
        if (is_one_axis(e->axes.data[i].map, map))
            return e->axes.data[i].name;
    int same = 0;
    for (int i = 0; i < e->axes.count; i++)
        same += e->axes.data[i].map->grid == map->grid && e->axes.data[i].map->axis == map->axis;
    const char *name =
        arena_printf(e->ctx->arena, "%s_axis%d", emit_grid_name(e, map->grid), map->axis);
    if (same)
        name = arena_printf(e->ctx->arena, "%s_%d", name, same + 1);
    VEC_PUSH(e->ctx->arena, &e->axes, ((axis_name){map, name}));
    return name;
}

/* --- Arrays ------------------------------------------------------------------------ */

static const array_map *map_of(const emitter *e, const variable *v)
{
    const array_map *map = e->planned->layout->map[v->id];
    return map && map->grid ? map : NULL;
}

/* A version that every processor has the whole of has memory beside the others. */
static const array_map *map_everywhere(emitter *e, const array_map *like)
{
    array_map *map = ARENA_NEW(e->ctx->arena, array_map);
    map->grid = like->grid;
    for (int k = 0; k < like->grid->rank; k++)
        map->axis[k].source = AXIS_REPLICATED;
    return map;
}

const array_info *emit_array(const emitter *e, const variable *v)
{
    for (int i = 0; i < e->arrays.count; i++)
        if (e->arrays.data[i].var == v)
            return &e->arrays.data[i];
    return NULL;
}

/* "temporary of a" as one word. */
static const char *joined(arena *a, const char *name)
{
    char *word = arena_strdup(a, name);
    for (char *c = word; *c; c++)
        if (*c == ' ')
            *c = '_';
    return word;
}

const char *emit_copy_name(const emitter *e, const variable *v)
{
    const program *p = e->planned->program;
    int same = 0;
    for (int i = 0; i < v->id && i < p->variable_count; i++)
        same += p->variables[i]->name == v->name;
    const char *name = joined(e->ctx->arena, v->name);
    return same ? arena_printf(e->ctx->arena, "%s_%d", name, same + 1) : name;
}

bool emit_is_copy(const emitter *e, const variable *v)
{
    return v->rank > 0 && !v->text.file && !v->version_of && v->formal_index < 0 &&
           !emit_is_member(v) && !map_of(e, v);
}

/* Does it have a value before the function begins? */
static bool is_constant(const expr *x)
{
    if (x->kind == EXPR_PARAM)
        return x->u.param->origin != PARAM_VARIABLE && x->u.param->origin != PARAM_FORMAL &&
               x->u.param->origin != PARAM_INDEX;
    if (x->kind == EXPR_COUNT || x->uses_loop_var)
        return false;
    for (int i = 0; !expr_is_leaf(x->kind) && i < x->u.op.count; i++)
        if (!is_constant(x->u.op.operand[i]))
            return false;
    return true;
}

void emit_copy(emitter *e, const variable *v, const char *indent)
{
    const char *name = emit_copy_name(e, v), *between = "";
    fprintf(e->out, "%sstatic void *room_of_%s;\n%s%s ", indent, name, indent, v->type);
    fprintf(e->out, v->rank > 1 ? "(*%s)" : "*%s", name);
    for (int d = 0; d < v->rank; d++) {
        if (!is_constant(v->extent[d]))
            emit_refuse(e, v->where,
                        "the size of a temporary for '%s' is known only at run time; "
                        "give the array constant extents",
                        v->name);
        if (d == 0)
            continue;
        fputc('[', e->out);
        emit_expr(e, v->extent[d]);
        fputc(']', e->out);
    }
    fprintf(e->out, " = room_of_%s = fpr_realloc(room_of_%s, (size_t)(", name, name);
    for (int d = 0; d < v->rank; d++, between = ") * (")
        fputs(between, e->out), emit_expr(e, v->extent[d]);
    fprintf(e->out, ") * sizeof(%s));\n", v->type);
}

/* Functions and arrays of several files may have one name. */
static const char *descriptor_name(const emitter *e, const char *name)
{
    arena *a = e->ctx->arena;
    const char *plain = arena_printf(a, "%s_", name), *unique = plain;
    for (int same = 2, i = 0; i < e->arrays.count; i++)
        if (strcmp(e->arrays.data[i].name, unique) == 0) {
            unique = arena_printf(a, "%s%d", plain, same++);
            i = -1; /* from the beginning */
        }
    return unique;
}

/* Of several versions of an array, or an array beside a scalar, each has its own. */
static void add_array(emitter *e, const variable *v, const array_map *map)
{
    arena *a = e->ctx->arena;
    const char *plain = emit_is_member(v) ? emit_member_name(e, v) : v->name;
    const char *name = v->owner ? arena_printf(a, "%s_%s", v->owner->name, plain) : plain;
    int same = 0;
    for (int i = 0; i < e->arrays.count; i++)
        same += e->arrays.data[i].var->name == v->name && e->arrays.data[i].var->owner == v->owner;
    bool is_temporary = strchr(name, ' ') != NULL;
    if (is_temporary)
        name = joined(a, name);
    if ((!v->text.file && !is_temporary && !emit_is_member(v)) || same)
        name = arena_printf(a, "%s_%s%d", name, v->text.file ? "v" : "of", same + 1);
    array_info info = {.var = v,
                       .map = map,
                       .name = descriptor_name(e, name),
                       .own_name = v->text.file && !same ? v->name : name};
    VEC_PUSH(a, &e->arrays, info);
}

static bool has_open_extent(const variable *v)
{
    for (int d = 0; d < v->rank; d++)
        if (!v->extent[d])
            return true;
    return false;
}

void emit_find_arrays(emitter *e)
{
    const program *p = e->planned->program;
    emit_find_redistributions(e, e->planned->body);
    for (int i = 0; i < p->variable_count; i++) {
        const variable *v = p->variables[i];
        const array_map *map = map_of(e, v);
        if (!map && v->version_of && map_of(e, v->version_of))
            map = map_everywhere(e, map_of(e, v->version_of));
        if (v->rank == 0 || v->formal_index >= 0 || v->is_message || !map)
            continue;
        if (v->is_elsewhere)
            emit_refuse(e, v->where,
                        "'%s' is distributed, and none of these files defines it: generate them "
                        "together with the file that does, whose statements may name it, too",
                        v->name);
        if (has_open_extent(v)) {
            emit_refuse(e, v->where,
                        "nothing tells how many elements '%s' has: give it memory by 'malloc', or "
                        "declare its extents",
                        v->name);
            continue;
        }
        add_array(e, v, map);
        emit_find_windows(e, &e->arrays.data[e->arrays.count - 1]);
    }
}

/* --- Descriptors -------------------------------------------------------------------- */

/* The ranks of a part, in C order. */
static void emit_ranks(emitter *e, const proc_grid *g)
{
    int at[MAX_RANK] = {0};
    fputs(", (int[]){", e->out);
    for (int d = 0, shown = 0; d >= 0;) {
        fprintf(e->out, "%s%d", shown++ ? ", " : "", env_rank_at(e->env, g, at));
        d = g->rank - 1;
        while (d >= 0 && ++at[d] == env_extent(e->env, g, d))
            at[d--] = 0;
    }
    fputs("}", e->out);
}

static void emit_grid(emitter *e, const proc_grid *g)
{
    fprintf(e->out, "    %s = fpr_arrange%s(%d, (int[]){", emit_grid_name(e, g),
            g->of ? "_part" : "", g->rank);
    for (int d = 0; d < g->rank; d++)
        fprintf(e->out, "%s%d", d ? ", " : "", env_extent(e->env, g, d));
    fputs("}", e->out);
    if (g->of)
        emit_ranks(e, g);
    fputs(");\n", e->out);
}

/* Arrays are laid out before the program begins: what it computes of sizes by then is not there. */
static void emit_block_size(emitter *e, const expr *size)
{
    bool ok = true;
    const param *p = size->kind == EXPR_PARAM ? size->u.param : NULL;
    if (p && p->origin == PARAM_VARIABLE && p->value)
        size = p->value;
    else if (p && p->origin == PARAM_VARIABLE)
        size = expr_int(e->planned->program->pool, expr_eval(e->env, size, &ok));
    if (!ok)
        emit_refuse(e, p->where,
                    "nothing tells the value of '%s' before the program runs, and arrays are laid "
                    "out by it: give it an initialiser, or say --set %s=VALUE",
                    p->name, p->name);
    else
        emit_expr(e, size);
}

/* As many as there are processors, of memory that the program asks for only when it runs. */
static void emit_sizes(emitter *e, const axis_map *m)
{
    const gen_sizes *sizes = m->sizes;
    const int procs = env_extent(e->env, m->grid, m->axis);
    const int count = sizes->is_open && procs < sizes->count ? procs : sizes->count;
    fputs("(long[]){", e->out);
    for (int i = 0; i < count; i++) {
        bool ok = true;
        const int64_t size = sizes->is_open ? expr_eval(e->env, sizes->size[i], &ok) : 0;
        fputs(i ? ", " : "", e->out);
        if (sizes->is_open && ok)
            fprintf(e->out, "%lld", (long long)size);
        else
            emit_block_size(e, sizes->size[i]);
    }
    fputs("}", e->out);
}

static void emit_axis_setup(emitter *e, const axis_name *a)
{
    const axis_map *m = a->map;
    if (m->sizes) {
        fprintf(e->out, "    %s = fpr_distribute_sizes(&%s, %d, ", a->name,
                emit_grid_name(e, m->grid), m->axis);
    } else {
        fprintf(e->out, "    %s = fpr_distribute(&%s, %d, %s, ", a->name,
                emit_grid_name(e, m->grid), m->axis,
                m->kind == DIST_CYCLIC ? "FPR_CYCLIC" : "FPR_BLOCK");
    }
    emit_expr(e, m->lower);
    fputs(", ", e->out);
    emit_expr(e, m->extent);
    fputs(", ", e->out);
    if (m->sizes) {
        emit_sizes(e, m);
    } else if (m->block) {
        emit_expr(e, m->block);
    } else {
        fputs("0", e->out);
    }
    fputs(");\n", e->out);
}

static bool is_home(const home *at, const proc_grid *g)
{
    return at->grid == g;
}

/* Does a node say that processors of the grid execute it? */
static bool is_executed_on(const node *list, const proc_grid *g)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        bool is = (n->kind == NODE_TASK && is_home(&n->u.task.on, g)) ||
                  (n->kind == NODE_STATEMENT && is_home(&n->u.stmt.at, g));
        for (int i = node_below(n, inner); i-- > 0 && !is;)
            is = is_executed_on(inner[i], g);
        if (is)
            return true;
    }
    return false;
}

static bool is_used(const emitter *e, const proc_grid *g)
{
    for (int i = 0; i < e->axes.count; i++)
        if (e->axes.data[i].map->grid == g)
            return true;
    for (int i = 0; i < e->arrays.count; i++)
        if (e->arrays.data[i].map->grid == g)
            return true;
    for (int i = 0; i < e->planned->comm_count; i++)
        if (is_home(&e->planned->comms[i]->group, g) || is_home(&e->planned->comms[i]->from, g))
            return true;
    bool is_named = !g->like && !g->is_implied && emit_asks_of_names(e);
    return is_named || (g->of && is_executed_on(e->planned->body, g));
}

/* Everybody executes what nobody owns, so everybody must have a place in each arrangement. */
static void check_grid(emitter *e, const proc_grid *g)
{
    if (!g->of && env_grid_size(e->env, g) != env_procs(e->env))
        emit_refuse(
            e, g->where,
            "'%s' has %d of the %d processors; give all processor arrangements the same number",
            g->name, env_grid_size(e->env, g), env_procs(e->env));
}

/* Those of arrays that no function says anything of. */
static void find_axes(emitter *e)
{
    for (int i = 0; i < e->arrays.count; i++) {
        const array_map *map = e->arrays.data[i].map;
        for (int k = 0; k < map->grid->rank; k++)
            if (map->axis[k].source != AXIS_REPLICATED)
                emit_axis(e, &map->axis[k]);
    }
}

/* The file that lays the array out: there its type and its values are known. */
static const source_file *file_of(const emitter *e, const array_info *a)
{
    const program *p = e->planned->program;
    const variable *v = a->var->version_of ? a->var->version_of : a->var;
    for (int i = 0; i < p->file_count; i++)
        if (p->files[i] == v->text.file)
            return v->text.file;
    return p->file;
}

static bool lays_out(const emitter *e, const source_file *file)
{
    bool has_any = file == e->planned->program->file;
    for (int i = 0; i < e->arrays.count && !has_any; i++) {
        const array_info *a = &e->arrays.data[i];
        has_any = (!a->var->owner || a->values) && file_of(e, a) == file;
    }
    return has_any;
}

const char *emit_lay_out_name(const emitter *e, const source_file *file)
{
    const program *p = e->planned->program;
    int number = 1;
    if (!lays_out(e, file))
        return NULL;
    while (p->files[number - 1] != file)
        number++;
    return file == p->file ? "lay_out" : arena_printf(e->ctx->arena, "lay_out_%d", number);
}

/* What all files share is defined in that of main. */
static void declare_descriptors(emitter *e)
{
    const program *p = e->planned->program;
    const layout *where = e->planned->layout;
    const char *storage = p->file_count == 1 ? "static " : e->file == p->file ? "" : "extern ";
    for (int i = 0; i < where->grid_count; i++)
        if (is_used(e, where->grids[i]))
            fprintf(e->out, "%sfpr_grid %s;\n", storage, emit_grid_name(e, where->grids[i]));
    for (int i = 0; i < e->axes.count; i++)
        fprintf(e->out, "%sfpr_axis %s;\n", storage, e->axes.data[i].name);
    for (int i = 0; i < e->arrays.count; i++)
        fprintf(e->out, "%sfpr_array %s;\n", storage, e->arrays.data[i].name);
}

static void lay_out_arrays(emitter *e)
{
    for (int i = 0; i < e->arrays.count; i++) {
        const array_info *a = &e->arrays.data[i];
        if (file_of(e, a) != e->file)
            continue;
        if (!a->var->owner)
            emit_array_layout(e, a, "    ");
        if (a->values)
            fprintf(e->out, "    fpr_fill(&%s, %s);\n", a->name, a->values);
    }
}

/* Grids and templates in the file of main, which then has the other files lay out theirs. */
static void emit_lay_out(emitter *e)
{
    const program *p = e->planned->program;
    const layout *where = e->planned->layout;
    const char *name = emit_lay_out_name(e, e->file);
    bool is_first = e->file == p->file;
    for (int i = 0; i < p->file_count && is_first; i++)
        if (p->files[i] != p->file && emit_lay_out_name(e, p->files[i]))
            fprintf(e->out, "void %s(void);\n", emit_lay_out_name(e, p->files[i]));
    if (!name)
        return;
    fprintf(e->out, "\n%svoid %s(void)\n{\n", is_first ? "static " : "", name);
    for (int i = 0; i < where->grid_count && is_first; i++)
        if (is_used(e, where->grids[i]))
            emit_grid(e, where->grids[i]);
    for (int i = 0; i < e->axes.count && is_first; i++)
        emit_axis_setup(e, &e->axes.data[i]);
    lay_out_arrays(e);
    for (int i = 0; i < p->file_count && is_first; i++)
        if (p->files[i] != p->file && emit_lay_out_name(e, p->files[i]))
            fprintf(e->out, "    %s();\n", emit_lay_out_name(e, p->files[i]));
    if (is_first) {
        emit_names(e);
        emit_whole_names(e);
    }
    fputs("}\n\n", e->out);
}

void emit_check_grids(emitter *e)
{
    const layout *where = e->planned->layout;
    find_axes(e);
    emit_find_named_axes(e);
    for (int i = 0; i < where->grid_count; i++)
        if (is_used(e, where->grids[i]))
            check_grid(e, where->grids[i]);
}

void emit_descriptors(emitter *e)
{
    e->at = NULL;
    declare_descriptors(e);
    emit_lay_out(e);
}

static void emit_alignment(emitter *e, const axis_map *m)
{
    switch (m->source) {
    case AXIS_REPLICATED:
        fputs("{NULL, -1, 0, 0}", e->out);
        return;
    case AXIS_BY_DIM:
        fprintf(e->out, "{&%s, %d, ", emit_axis(e, m), m->dim);
        emit_expr(e, m->stride);
        break;
    case AXIS_FIXED:
        fprintf(e->out, "{&%s, -1, 0", emit_axis(e, m));
        break;
    }
    fputs(", ", e->out);
    emit_expr(e, m->offset);
    fputs("}", e->out);
}

void emit_array_layout(emitter *e, const array_info *a, const char *indent)
{
    const variable *v = a->var;
    const array_map *map = a->map;
    if (a->why_whole)
        fprintf(e->out, "%s/* '%s' is whole in cycles: %s */\n", indent, v->name, a->why_whole);
    if (a->apart)
        fprintf(e->out, "%s%s.apart = %lld;\n", indent, a->name, (long long)a->apart);
    fprintf(e->out, "%sfpr_array_layout(&%s, \"%s\", sizeof(%s), %d, (long[]){", indent, a->name,
            v->name, v->type, v->rank);
    for (int d = 0; d < v->rank; d++) {
        fputs(d ? ", " : "", e->out);
        emit_expr(e, v->extent[d]);
    }
    fprintf(e->out, "}, &%s,\n%s        (fpr_alignment[]){", emit_grid_name(e, map->grid), indent);
    for (int k = 0; k < map->grid->rank; k++) {
        fputs(k ? ", " : "", e->out);
        emit_alignment(e, &map->axis[k]);
    }
    fputs("}, (fpr_halo[]){", e->out);
    for (int d = 0; d < v->rank; d++) {
        fputs(d ? ", " : "", e->out);
        if (emit_is_by_owner(a, d)) {
            fputs("FPR_BY_OWNER", e->out);
            continue;
        }
        if (a->dense[d]) {
            fprintf(e->out, "FPR_DENSE(%lld)", (long long)a->received[d]);
            continue;
        }
        const bool has_ends = a->is_whole[d] && a->is_round[d];
        if (a->is_whole[d] && !has_ends) {
            fputs("FPR_WHOLE", e->out);
            continue;
        }
        fputs(has_ends ? "FPR_WHOLE_ROUND(" : "{", e->out);
        emit_expr(e, a->below[d]);
        fputs(", ", e->out);
        emit_expr(e, a->above[d]);
        fputs(has_ends ? ")" : a->is_round[d] ? ", true}" : "}", e->out);
    }
    fputs("});\n", e->out);
}

static void emit_places(emitter *e, const pointer *p, const char *indent)
{
    for (int d = 0; d < p->array->var->rank; d++)
        if (p->has_places[d])
            fprintf(e->out, "%sconst int *%s = %s.place[%d];\n", indent, emit_places_name(e, p, d),
                    p->array->name, d);
}

/* What a pointer to the whole array points at has no first extent: indices begin anywhere. */
void emit_pointer(emitter *e, const pointer *p, const char *indent)
{
    const array_info *a = p->array;
    const variable *v = a->var;
    if (v->rank == 1 && !p->is_whole) {
        fprintf(e->out, "%s%s *%s = %s.at;\n", indent, v->type, p->name, a->name);
        emit_places(e, p, indent);
        return;
    }
    fprintf(e->out, "%s%s (*%s)%s", indent, v->type, p->name, p->is_whole ? "[]" : "");
    for (int d = 1; d < v->rank; d++)
        fprintf(e->out, "[%s.count[%d]]", a->name, d);
    fprintf(e->out, " = %s.at;\n", a->name);
    emit_places(e, p, indent);
}
