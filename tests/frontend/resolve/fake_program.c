#include "tests/frontend/resolve/fake_program.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/directive/token.h"
#include "frontend/resolve/executable.h"
#include "frontend/resolve/margins.h"
#include "frontend/resolve/on.h"
#include "frontend/resolve/reduction.h"
#include "frontend/resolve/remap.h"
#include "tests/said.h"

/* --- Names ------------------------------------------------------------------- */

typedef struct scope {
    fake_program *p;
    const function *owner;
    const loop_var *loops[5];
} scope;

static bool find(void *data, const char *name, source_range at, meaning *out)
{
    scope *s = data;
    const fake_name *best = NULL;
    for (int i = 0; i < s->p->known.count; i++) {
        const fake_name *n = &s->p->known.data[i];
        bool is_seen = n->name == name && n->line <= at.line && (!n->owner || n->owner == s->owner);
        if (is_seen && (!best || n->owner || !best->owner))
            best = n;
    }
    if (best) {
        *out = best->is;
        return true;
    }
    if (strlen(name) != 1 || name[0] < 'i' || name[0] > 'm')
        return false;
    const loop_var **v = &s->loops[name[0] - 'i'];
    if (!*v)
        *v = expr_new_loop_var(s->p->pool, name, at);
    *out = (meaning){.kind = MEANING_DECLARED, .value = expr_loop_var(s->p->pool, *v)};
    return true;
}

/* int m[3] = {1, 2, N}; an array without a list has unknown elements. */
static int elements(void *data, const char *name, source_range at, const expr *const **out)
{
    scope *s = data;
    meaning m = {0};
    int64_t count = 0;
    if (!find(data, name, at, &m) || !m.var || m.var->rank != 1 || m.var->kind != ELEM_INT)
        return -1;
    if (!m.var->extent[0] || !expr_is_int(m.var->extent[0], &count))
        return 0;
    for (int i = 0; i < s->p->lists.count; i++) {
        if (s->p->lists.data[i].var == m.var)
            *out = s->p->lists.data[i].value;
    }
    return (int)count;
}

static int list(void *data, const char *const **names)
{
    scope *s = data;
    VEC(const char *) known = {0};
    for (int i = 0; i < s->p->known.count; i++) {
        const fake_name *n = &s->p->known.data[i];
        if (!n->owner || n->owner == s->owner)
            VEC_PUSH(s->p->ctx->arena, &known, n->name);
    }
    *names = known.data;
    return known.count;
}

/* As of a 64-bit machine. */
static bool type(void *data, const char *name, named_type *out)
{
    (void)data;
    static const struct {
        const char *name;
        int bytes;
    } basics[] = {{"char", 1}, {"short", 2}, {"int", 4}, {"long", 8}, {"long long", 8}};
    for (size_t i = 0; i < sizeof basics / sizeof *basics; i++)
        if (strcmp(name, basics[i].name) == 0) {
            *out = (named_type){basics[i].bytes, true, {.bytes = basics[i].bytes}};
            return true;
        }
    *out = (named_type){.bytes = 8};
    return strcmp(name, "double") == 0 || strcmp(name, "void *") == 0;
}

static void enter(fake_program *p, const function *owner)
{
    scope *s = ARENA_NEW(p->ctx->arena, scope);
    s->p = p;
    s->owner = owner;
    directive_names *names = ARENA_NEW(p->ctx->arena, directive_names);
    *names = (directive_names){
        .data = s, .owner = owner, .find = find, .type = type, .list = list, .elements = elements};
    p->names = names;
}

static void add(fake_program *p, const directive_token *name, meaning is)
{
    is.where = name->where;
    fake_name n = {name->text, name->where.line, p->names->owner, is};
    VEC_PUSH(p->ctx->arena, &p->known, n);
}

/* --- Lines -------------------------------------------------------------------- */

typedef struct cursor {
    const directive_token *at, *end;
} cursor;

static bool is_next(const cursor *c, const char *text)
{
    return c->at < c->end && strcmp(c->at->text, text) == 0;
}

/* The expression up to a closing token. */
static const expr *read_until(fake_program *p, cursor *c, const char *close)
{
    directive_expr e = {.tokens = c->at};
    int depth = 0;
    while (c->at < c->end && !(depth == 0 && is_next(c, close))) {
        depth += is_next(c, "(") - is_next(c, ")");
        e.count++;
        c->at++;
    }
    if (e.count == 0)
        return NULL;
    e.where = token_span(e.tokens[0].where, e.tokens[e.count - 1].where);
    return expr_read(p->reader, p->names, e);
}

static const expr *as_param(fake_program *p, param_origin origin, const directive_token *name,
                            const expr *value)
{
    param *made = expr_new_param(p->pool, origin, name->text, name->where);
    made->value = value;
    return expr_param(p->pool, made);
}

static void read_macro(fake_program *p, cursor c)
{
    const directive_token *name = c.at++;
    meaning is = {.kind = MEANING_MACRO};
    source_range body = name->where;
    size_t length;
    source_line(p->file, body.line, &length);
    if (is_next(&c, "(") && c.at->where.column == name->where.end_column) {
        VEC(const char *) formals = {0};
        for (c.at++; c.at < c.end && !is_next(&c, ")"); c.at++) {
            if (c.at->kind == TOKEN_NAME)
                VEC_PUSH(p->ctx->arena, &formals, c.at->text);
        }
        is.is_function_like = true;
        is.formal_count = formals.count;
        is.formals = formals.data;
        body = c.at->where;
    }
    size_t begin = source_offset(p->file, body.line, body.end_column);
    size_t end = source_offset(p->file, body.line, (int)length + 1);
    is.body = arena_strndup(p->ctx->arena, source_text(p->file) + begin, end - begin);
    add(p, name, is);
}

/* {e, ..}; without a list the elements are not known. */
static void read_list(fake_program *p, cursor *c, const directive_token *name, const variable *v)
{
    int64_t count = 0;
    if (v->rank != 1 || !v->extent[0] || !expr_is_int(v->extent[0], &count))
        return;
    fake_list fresh = {v, ARENA_ARRAY(p->ctx->arena, (int)count, const expr *)};
    bool has_list = is_next(c, "{");
    for (int i = 0; i < (int)count; i++) {
        const expr *value = has_list ? expr_int(p->pool, 0) : NULL;
        if (has_list && !is_next(c, "}")) {
            c->at++;
            directive_expr e = {.tokens = c->at};
            for (; c->at < c->end && !is_next(c, ",") && !is_next(c, "}"); c->at++)
                e.count++;
            e.where = name->where;
            value = expr_read(p->reader, p->names, e);
        }
        param *made =
            expr_new_param(p->pool, PARAM_VARIABLE,
                           arena_printf(p->ctx->arena, "%s[%d]", name->text, i), name->where);
        made->value = value;
        fresh.value[i] = expr_param(p->pool, made);
    }
    VEC_PUSH(p->ctx->arena, &p->lists, fresh);
}

static void read_variable(fake_program *p, cursor *c, elem_kind kind)
{
    const directive_token *name = c->at++;
    variable *v = ARENA_NEW(p->ctx->arena, variable);
    v->kind = kind;
    v->name = name->text;
    v->where = name->where;
    v->owner = p->names->owner;
    v->formal_index = -1;
    while (is_next(c, "[") && v->rank < MAX_RANK) {
        c->at++;
        v->extent[v->rank++] = read_until(p, c, "]");
        c->at += c->at < c->end;
    }
    meaning is = {.kind = MEANING_DECLARED, .var = v};
    c->at += is_next(c, "=") && v->rank > 0;
    if (kind == ELEM_INT && v->rank > 0)
        read_list(p, c, name, v);
    if (is_next(c, "=")) {
        c->at++;
        const expr *value = read_until(p, c, ";");
        is.value = value ? as_param(p, PARAM_VARIABLE, name, value) : NULL;
    }
    add(p, name, is);
    if (v->rank > 0)
        VEC_PUSH(p->ctx->arena, &p->arrays, v);
}

static void read_function(fake_program *p, cursor c)
{
    function *f = ARENA_NEW(p->ctx->arena, function);
    f->name = c.at->text;
    enter(p, f);
    for (c.at++; c.at < c.end; c.at++) {
        if (is_next(&c, "float") && c.at + 1 < c.end) {
            c.at++;
            read_variable(p, &c, ELEM_FLOAT);
        }
    }
}

directive *fake_parse(fp_context *ctx, source_range text)
{
    token_list words = {0};
    token_scan(ctx, text, &words);
    return directive_parse_tokens(ctx, words.data, words.count);
}

static void add_pragma(fake_program *p, source_range text)
{
    for (directive *d = fake_parse(p->ctx, text); d; d = d->next) {
        fake_pragma one = {d, p->names};
        VEC_PUSH(p->ctx->arena, &p->pragmas, one);
        if (directive_is_declaration(d->kind))
            directive_table_add(p->table, d, p->names);
        else if (d->kind == DIRECTIVE_REDISTRIBUTE)
            directive_table_note(p->table, d, p->names);
    }
}

/* Reads the line that begins at *line; *line becomes its last one. */
static void read_line(fake_program *p, int *line)
{
    size_t length = 0;
    const char *text = source_line(p->file, *line, &length);
    source_range where = {p->file, *line, 1, *line, (int)length + 1};
    while (length > 0 && text[length - 1] == '\\' && *line < source_line_count(p->file)) {
        text = source_line(p->file, ++*line, &length);
        where.end_line = *line;
        where.end_column = (int)length + 1;
    }
    token_list tokens = {0};
    token_scan(p->ctx, where, &tokens);
    cursor c = {tokens.data, tokens.data + tokens.count};
    if (tokens.count < 2) {
        if (tokens.count == 1 && is_next(&c, "}"))
            enter(p, NULL);
        return;
    }
    const char *second = tokens.data[1].text;
    bool is_hash = is_next(&c, "#");
    if (is_hash && strcmp(second, "pragma") == 0) {
        where.line = tokens.data[1].where.line;
        where.column = tokens.data[1].where.end_column;
        add_pragma(p, where);
    } else if (is_hash && strcmp(second, "define") == 0 && tokens.count > 2) {
        c.at += 2;
        read_macro(p, c);
    } else if (is_next(&c, "enum") && tokens.count > 4) {
        const directive_token *name = &tokens.data[2];
        c.at += 4;
        const expr *value = read_until(p, &c, "}");
        add(p, name,
            (meaning){.kind = MEANING_DECLARED, .value = as_param(p, PARAM_CONSTANT, name, value)});
    } else if (is_next(&c, "void")) {
        c.at++;
        read_function(p, c);
    } else if (is_next(&c, "float") || is_next(&c, "int")) {
        elem_kind kind = is_next(&c, "int") ? ELEM_INT : ELEM_FLOAT;
        c.at++;
        read_variable(p, &c, kind);
    }
}

/* --- Meaning -------------------------------------------------------------------- */

static const char *clause_text(const fake_program *p, const on_clause *on)
{
    arena *a = p->ctx->arena;
    const char *name = on->target  ? on->target->name
                       : on->nodes ? on->nodes->name
                                   : on->ref->var->name;
    int rank = on->target  ? on->target->rank
               : on->nodes ? on->nodes->rank - on->nodes->own_count
                           : on->ref->var->rank;
    const char *text = arena_printf(a, "%s", name);
    for (int k = 0; k < rank; k++) {
        const char *index = on->index[k]    ? expr_text(p->ctx, on->index[k])
                            : on->is_own[k] ? "*"
                                            : ":";
        if (on->step[k] > 1)
            text = arena_printf(a, "%s[%s..%s by %lld]", text, index,
                                expr_text(p->ctx, on->last[k]), (long long)on->step[k]);
        else
            text = on->last[k]
                       ? arena_printf(a, "%s[%s..%s]", text, index, expr_text(p->ctx, on->last[k]))
                       : arena_printf(a, "%s[%s]", text, index);
    }
    return text;
}

static const char *items_text(const fake_program *p, int count, const reduction *items)
{
    const char *text = "";
    for (int i = 0; i < count; i++)
        text = arena_printf(p->ctx->arena, "%s %d:%s", text, (int)items[i].op, items[i].var->name);
    return text;
}

static void describe_loop(fake_program *p, const fake_pragma *one, FILE *out)
{
    const directive_loop *loop = &one->d->u.loop;
    on_clause on;
    int count;
    const reduction *items;
    const variable *const *news;
    loop_reach reach[MAX_RANK];
    if (loop->reach.kind != DIRECTIVE_REACH_NONE)
        directive_reaches(p->table, loop, one->names, reach);
    if (loop->has_on && directive_on(p->table, &loop->on, one->names, &on))
        fprintf(out, " on %s", clause_text(p, &on));
    if (directive_reductions(p->table, loop, one->names, &count, &items) && count > 0)
        fprintf(out, " reduction%s", items_text(p, count, items));
    if (directive_news(p->table, loop, one->names, &count, &news)) {
        for (int i = 0; i < count; i++)
            fprintf(out, " new %s", news[i]->name);
    }
}

static void describe_reflect(fake_program *p, const fake_pragma *one, FILE *out)
{
    int count;
    const reflect_node *nodes;
    if (!directive_reflects(p->table, one->d, one->names, &count, &nodes))
        return;
    for (int i = 0; i < count; i++) {
        fprintf(out, " %s", nodes[i].var->name);
        for (int k = 0; k < nodes[i].var->rank && nodes[i].width_lower[k]; k++)
            fprintf(out, " %s:%s", expr_text(p->ctx, nodes[i].width_lower[k]),
                    expr_text(p->ctx, nodes[i].width_upper[k]));
        fputs(nodes[i].is_orthogonal ? " orthogonal" : "", out);
    }
}

static void describe_xmp_comm(fake_program *p, const fake_pragma *one, FILE *out)
{
    xmp_comm_node s;
    if (!directive_executable(p->table, one->d, one->names, &s))
        return;
    fputs(items_text(p, s.count, s.items), out);
    if (s.from_explicit)
        fprintf(out, " from %s", clause_text(p, s.from_explicit));
    if (s.on_explicit)
        fprintf(out, " on %s", clause_text(p, s.on_explicit));
}

static void describe_waits(fake_program *p, const fake_pragma *one, FILE *out)
{
    int count;
    const xmp_comm_node *waits;
    if (!directive_waits(p->table, one->d, one->names, &count, &waits))
        return;
    for (int i = 0; i < count; i++)
        fprintf(out, " %s", expr_text(p->ctx, waits[i].async));
    if (waits[0].on_explicit)
        fprintf(out, " on %s", clause_text(p, waits[0].on_explicit));
}

static void describe_post(fake_program *p, const fake_pragma *one, FILE *out)
{
    xmp_comm_node s;
    if (!directive_post(p->table, one->d, one->names, &s))
        return;
    if (s.on_explicit)
        fprintf(out, " %s", clause_text(p, s.on_explicit));
    if (s.tag)
        fprintf(out, " tag %s", expr_text(p->ctx, s.tag));
}

static void describe(fake_program *p, const fake_pragma *one, FILE *out)
{
    const directive *d = one->d;
    on_clause on;
    remap_node remap;
    const expr *trips;
    if (directive_is_declaration(d->kind))
        return;
    fprintf(out, "%s", d->word);
    if (d->kind == DIRECTIVE_LOOP || d->kind == DIRECTIVE_INDEPENDENT ||
        d->kind == DIRECTIVE_ON_HOME)
        describe_loop(p, one, out);
    else if (d->kind == DIRECTIVE_REFLECT)
        describe_reflect(p, one, out);
    else if (d->kind == DIRECTIVE_REDUCTION || d->kind == DIRECTIVE_BCAST ||
             d->kind == DIRECTIVE_BARRIER)
        describe_xmp_comm(p, one, out);
    else if (d->kind == DIRECTIVE_POST || d->kind == DIRECTIVE_WAIT)
        describe_post(p, one, out);
    else if (d->kind == DIRECTIVE_WAIT_ASYNC)
        describe_waits(p, one, out);
    else if (d->kind == DIRECTIVE_TASK && directive_on(p->table, &d->u.task, one->names, &on))
        fprintf(out, " on %s", clause_text(p, &on));
    else if (d->kind == DIRECTIVE_TRIP && (trips = directive_trips(p->table, d, one->names)))
        fprintf(out, " %s", expr_text(p->ctx, trips));
    else if ((d->kind == DIRECTIVE_REDISTRIBUTE || d->kind == DIRECTIVE_REALIGN) &&
             directive_remap(p->table, d, one->names, &remap))
        fprintf(out, " %s", remap.var ? remap.var->name : remap.target->name);
    else if (d->kind == DIRECTIVE_PROBABILITY)
        fprintf(out, " %g", d->u.probability);
    else if (d->kind == DIRECTIVE_REGION)
        fprintf(out, " %s", d->u.region.text);
    fputc('\n', out);
}

fake_program *fake_program_read(const char *path, const char *text, size_t length)
{
    fp_context *ctx = fp_context_new();
    fake_program *p = ARENA_NEW(ctx->arena, fake_program);
    p->ctx = ctx;
    p->pool = expr_pool_new(ctx);
    p->reader = expr_reader_new(ctx, p->pool);
    p->table = directive_table_new(ctx, p->pool, p->reader);
    p->file = source_add(ctx->sources, path, text, length);
    enter(p, NULL);
    for (int line = 1; line <= source_line_count(p->file); line++)
        read_line(p, &line);
    directive_table_resolve(p->table);
    free(fake_program_text(p)); /* ask for everything, so that it is diagnosed */
    return p;
}

void fake_program_free(fake_program *p)
{
    fp_context_free(p->ctx);
}

char *fake_program_diags(const fake_program *p)
{
    return said(p->ctx->diags, DIAG_REMARK);
}

/* --- Mappings --------------------------------------------------------------------- */

static void print_template(const fake_program *p, const dist_template *t, FILE *out)
{
    static const char *const kinds[] = {"*", "block", "cyclic", "gen_block"};
    fprintf(out, "%s%s", t->is_direct ? "direct " : "", t->name);
    for (int d = 0; d < t->rank && t->extent[d]; d++)
        fprintf(out, "[%s+%s]", expr_text(p->ctx, t->lower[d]), expr_text(p->ctx, t->extent[d]));
    for (int d = 0; t->is_distributed && d < t->rank; d++) {
        fprintf(out, " %s", kinds[t->format[d].kind]);
        if (t->format[d].block)
            fprintf(out, "(%s)", expr_text(p->ctx, t->format[d].block));
        for (int i = 0; t->format[d].sizes && i < t->format[d].sizes->count; i++)
            fprintf(out, "%s%s", i ? "," : ":", expr_text(p->ctx, t->format[d].sizes->size[i]));
    }
    if (t->is_distributed)
        fprintf(out, " onto %s", t->grid->name);
    fputc('\n', out);
}

static void print_array(const fake_program *p, const variable *v, FILE *out)
{
    fprintf(out, "%s:", v->name);
    for (int k = 0; v->align && k < v->align->target->rank; k++) {
        const align_axis *x = &v->align->axis[k];
        if (k == 0)
            fprintf(out, " %s", v->align->target->name);
        if (x->source == ALIGN_BY_DIM)
            fprintf(out, "[%s*d%d+%s]", expr_text(p->ctx, x->stride), x->dim,
                    expr_text(p->ctx, x->offset));
        else if (x->source == ALIGN_FIXED)
            fprintf(out, "[%s]", expr_text(p->ctx, x->offset));
        else
            fputs("[*]", out);
    }
    for (int d = 0; d < v->rank && v->shadow_lower[d]; d++)
        fprintf(out, "%s%s:%s", d ? "," : " shadow ", expr_text(p->ctx, v->shadow_lower[d]),
                expr_text(p->ctx, v->shadow_upper[d]));
    fputc('\n', out);
}

/* " = p[2][1:4:1][*]": an index; first, count and step; own. */
static void print_part(const fake_program *p, const proc_grid *g, FILE *out)
{
    fprintf(out, " = %s", g->of->name);
    for (int k = 0; k < g->of->rank; k++) {
        const grid_part *part = &g->part[k];
        if (part->kind == PART_OWN)
            fputs("[*]", out);
        else if (part->kind == PART_INDEX)
            fprintf(out, "[%s]", expr_text(p->ctx, part->first));
        else
            fprintf(out, "[%s:%s:%s]", part->first ? expr_text(p->ctx, part->first) : "",
                    part->count ? expr_text(p->ctx, part->count) : "",
                    part->step ? expr_text(p->ctx, part->step) : "");
    }
}

char *fake_program_text(const fake_program *p)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const proc_grid *const *grids;
    const dist_template *const *templates;
    int grid_count = directive_table_grids(p->table, &grids);
    int template_count = directive_table_templates(p->table, &templates);
    for (int i = 0; i < grid_count; i++) {
        fprintf(out, "%s", grids[i]->name);
        for (int d = 0; d < grids[i]->rank - grids[i]->own_count; d++)
            fprintf(out, "[%s]",
                    grids[i]->extent[d] ? expr_text(p->ctx, grids[i]->extent[d]) : "*");
        if (grids[i]->of)
            print_part(p, grids[i], out);
        fputc('\n', out);
    }
    for (int i = 0; i < template_count; i++)
        print_template(p, templates[i], out);
    for (int i = 0; i < p->arrays.count; i++)
        print_array(p, p->arrays.data[i], out);
    for (int i = 0; i < p->pragmas.count; i++)
        describe((fake_program *)p, &p->pragmas.data[i], out);
    fclose(out);
    return text;
}
