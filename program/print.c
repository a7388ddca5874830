#include "program/print.h"

#include <string.h>

#include "program/tree/print.h"

static const char *origin_text(const param *p)
{
    if (p->provenance)
        return p->provenance;
    switch (p->origin) {
    case PARAM_MACRO:
        return "#define";
    case PARAM_CONSTANT:
        return "constant";
    case PARAM_VARIABLE:
        return "variable";
    case PARAM_FORMAL:
        return "formal";
    case PARAM_TRIP:
        return "trip count";
    case PARAM_STRIP:
        return "strip length";
    case PARAM_INDEX:
        return "index known at run time";
    case PARAM_SYNTHETIC:
        return "made by fpredict";
    }
    return "";
}

/* A parameter of an intrinsic function's body. */
static bool is_of_library(const param *p, const program *in)
{
    for (const function *f = in->functions; f && p->where.file; f = f->next)
        if (f->intrinsic && f->where.file == p->where.file)
            return true;
    return false;
}

static void print_params(FILE *out, const program *in)
{
    const expr_pool *pool = in->pool;
    for (int id = 0; id < expr_pool_param_count(pool); id++) {
        const param *p = expr_pool_param(pool, id);
        if (is_of_library(p, in))
            continue;
        fprintf(out, "parameter %s = ", p->name);
        if (p->value)
            expr_print(out, p->value);
        else
            fputc('?', out);
        fprintf(out, "  /* %s */\n", origin_text(p));
    }
}

/* "p[0][2:4][*]": an index, from 2 four of them, each processor's own. */
static void print_part(FILE *out, const proc_grid *grid)
{
    fprintf(out, " = %s", grid->of->name);
    for (int axis = 0; axis < grid->of->rank; axis++) {
        const grid_part *part = &grid->part[axis];
        fputc('[', out);
        if (part->kind == PART_OWN)
            fputc('*', out);
        else if (part->first)
            expr_print(out, part->first);
        if (part->kind == PART_RANGE)
            fputc(':', out);
        if (part->kind == PART_RANGE && part->count)
            expr_print(out, part->count);
        int64_t step = 1;
        if (part->kind == PART_RANGE && part->step &&
            (!expr_is_int(part->step, &step) || step != 1)) {
            fputc(':', out);
            expr_print(out, part->step);
        }
        fputc(']', out);
    }
}

static void print_grid(FILE *out, const proc_grid *grid)
{
    /* The arrangement that is implied has no other name than that. */
    fprintf(out, "processors%s%s(", grid->is_implied ? "" : " ",
            grid->is_implied ? "" : grid->name);
    for (int axis = 0; axis < grid->rank - grid->own_count; axis++) {
        fputs(axis ? ", " : "", out);
        if (grid->extent[axis])
            expr_print(out, grid->extent[axis]);
        else
            fputc('*', out);
    }
    fputc(')', out);
    if (grid->like)
        fprintf(out, ": those of %s in another shape", grid->like->name);
    if (grid->of)
        print_part(out, grid);
    fputc('\n', out);
}

/* lower : lower + extent - 1, as far as it can be said without arithmetic. */
static void print_bounds(FILE *out, const expr *lower, const expr *extent)
{
    int64_t value;
    if (!expr_is_int(lower, &value) || value != 0) {
        fputs("from ", out);
        expr_print(out, lower);
        fputs(": ", out);
    }
    expr_print(out, extent);
}

static void print_template(FILE *out, const dist_template *t)
{
    fprintf(out, "template %s(", t->name);
    for (int d = 0; d < t->rank; d++) {
        fputs(d ? ", " : "", out);
        print_bounds(out, t->lower[d], t->extent[d]);
    }
    fputc(')', out);
    if (t->is_distributed) {
        fputs(" distribute ", out);
        tree_print_distribution(out, t);
    }
    fputc('\n', out);
}

/* The C type of the usual sizes; null for another. */
static const char *type_name(const variable *v)
{
    switch (v->kind) {
    case ELEM_INT:
        return v->elem_bytes == 1   ? "char"
               : v->elem_bytes == 2 ? "short"
               : v->elem_bytes == 4 ? "int"
               : v->elem_bytes == 8 ? "long"
                                    : NULL;
    case ELEM_FLOAT:
        return v->elem_bytes == 4 ? "float" : v->elem_bytes == 8 ? "double" : NULL;
    case ELEM_OTHER:
        return NULL;
    }
    return NULL;
}

static void print_variable(FILE *out, const variable *v)
{
    const char *type = type_name(v);
    if (type)
        fprintf(out, "%s %s", type, v->name);
    else
        fprintf(out, "%d bytes %s", v->elem_bytes, v->name);
    for (int d = 0; d < v->rank; d++) {
        fputc('[', out);
        if (v->extent[d])
            expr_print(out, v->extent[d]);
        fputc(']', out);
    }
}

static void print_directives_of(FILE *out, const variable *v)
{
    if (v->align) {
        fputs(" align with ", out);
        tree_print_alignment(out, v->align);
    }
    bool has_shadow = false;
    for (int d = 0; d < v->rank; d++)
        has_shadow |= v->shadow_lower[d] || v->shadow_upper[d] || v->is_shadow_whole[d];
    for (int d = 0; has_shadow && d < v->rank; d++) {
        fputs(d ? "[" : " shadow [", out);
        if (v->is_shadow_whole[d]) {
            fputs("*]", out);
            continue;
        }
        if (v->shadow_lower[d])
            expr_print(out, v->shadow_lower[d]);
        fputc(':', out);
        if (v->shadow_upper[d])
            expr_print(out, v->shadow_upper[d]);
        fputc(']', out);
    }
}

static void print_region(FILE *out, const source_region *r)
{
    fprintf(out, "region %s, lines %d-%d", r->name, r->extent.line, r->extent.end_line);
    fprintf(out, r->parent ? ", in %s\n" : "%s\n", r->parent ? r->parent->name : "");
}

static void print_function(const program *p, FILE *out, const function *f)
{
    fprintf(out, "\n%5d  %s(", f->where.line, f->name);
    for (int i = 0; i < f->formal_count; i++) {
        fputs(i ? ", " : "", out);
        print_variable(out, f->formals[i]);
    }
    fputs(f->has_body ? ")\n" : ") without a body\n", out);
    tree_print(p->ctx, out, f->body, 1);
}

void program_print(const program *p, FILE *out)
{
    print_params(out, p);
    for (int i = 0; i < p->grid_count; i++)
        print_grid(out, p->grids[i]);
    for (int i = 0; i < p->template_count; i++)
        print_template(out, p->templates[i]);
    for (int i = 0; i < p->variable_count; i++) {
        const variable *v = p->variables[i];
        if (!variable_is_of_source(v))
            continue;
        print_variable(out, v);
        print_directives_of(out, v);
        if (v->owner)
            fprintf(out, "  /* in %s */", v->owner->name);
        fputc('\n', out);
    }
    for (int i = 0; i < p->region_count; i++)
        print_region(out, p->regions[i]);
    for (const function *f = p->functions; f; f = f->next)
        if (!f->intrinsic)
            print_function(p, out, f);
}

void layout_print(const layout *where, const program *p, FILE *out)
{
    for (int i = 0; i < where->grid_count; i++)
        print_grid(out, where->grids[i]);
    for (int i = 0; i < where->text_count; i++)
        fprintf(out, "%s%s%s\n", where->text[i], where->text_grid[i] ? " onto " : "",
                where->text_grid[i] ? where->text_grid[i]->name : "");
    for (int i = 0; i < p->variable_count; i++) {
        if (p->variables[i]->rank == 0 || !variable_is_of_source(p->variables[i]))
            continue;
        print_variable(out, p->variables[i]);
        fputs(" on ", out);
        tree_print_map(out, where->map[p->variables[i]->id]);
        fputc('\n', out);
    }
}
