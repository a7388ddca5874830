/* Sizes of templates that the program reads, and `--set` says. */

#include <inttypes.h>
#include <string.h>

#include "codegen/check/given_size.h"
#include "codegen/check/settled_size.h"
#include "codegen/data/allocation.h"
#include "codegen/text/edit.h"
#include "codegen/text/mention.h"

/* A size, and where its function does what with it and with arrays. */
typedef struct sight {
    emitter *e;
    const param *size;
    int id;             /* of its declaration; -1: not found */
    size_t last_write;  /* where the last one ends */
    size_t first_array; /* where the first mention of an array begins */
} sight;

static bool see(void *data, const outline_name *n)
{
    sight *s = data;
    const size_t begin = emit_begin(n->where), end = emit_end(n->where);
    if (n->id == s->id && n->use != NAME_READ && n->use != NAME_SIZEOF && end > s->last_write)
        s->last_write = end;
    if (n->use != NAME_SIZEOF && mention_array(s->e, n) && begin < s->first_array)
        s->first_array = begin;
    return false;
}

/* The statement in which a size changes ends later than the name stands: n = atoi(argv[1]). */
static void look_at(sight *s, const outline *o)
{
    const size_t before = s->last_write;
    if (o->kind == OUTLINE_SIMPLE && emit_is_allocation(s->e, o))
        return;
    for (int i = 0; i < 3; i++)
        mention_some_of(o->head_names[i], see, s);
    mention_some_of(o->names, see, s);
    for (int i = 0; i < o->child_count; i++)
        look_at(s, o->child[i]);
    if (s->last_write != before && emit_end(o->where) > s->last_write && o->kind != OUTLINE_BLOCK)
        s->last_write = emit_end(o->where);
}

static int declaration_of(const outline *o, const param *size)
{
    int id = -1;
    for (int i = 0; i < o->names.count && id < 0; i++)
        if (emit_begin(o->names.data[i].where) == emit_begin(size->where))
            id = o->names.data[i].id;
    for (int i = 0; i < o->child_count && id < 0; i++)
        id = declaration_of(o->child[i], size);
    return id;
}

/* Has the size its value where the directive stands, and was it not used with another before? */
static bool is_settled_at(emitter *e, const function *f, const param *size, size_t directive)
{
    sight s = {.e = e, .size = size, .id = -1, .first_array = SIZE_MAX};
    if (!f->outline || size->where.file != f->text.file)
        return false;
    s.id = declaration_of(f->outline, size);
    if (s.id < 0)
        return false;
    look_at(&s, f->outline);
    return s.last_write <= directive && s.last_write <= s.first_array;
}

static bool is_size_of(const dist_template *t, const param *p)
{
    for (int d = 0; d < t->rank; d++)
        if ((t->extent[d] && emit_depends_on_size(t->extent[d], p)) ||
            (t->lower[d] && emit_depends_on_size(t->lower[d], p)))
            return true;
    return false;
}

/* The function in which it gets its bounds; null: at file scope. */
static const function *sized_in(const dist_template *t)
{
    return t->fixed_at.file ? t->fixed_in : t->owner;
}

/* The lines of directives that give it its bounds; null: none. */
static const source_range *lines_of(const program *p, const dist_template *t)
{
    const source_range *where = t->fixed_at.file ? &t->fixed_at : &t->where;
    for (int i = 0; i < p->directive_count; i++) {
        const source_range *lines = &p->directives[i];
        if (lines->file == where->file && emit_begin(*lines) <= emit_begin(*where) &&
            emit_begin(*where) < emit_end(*lines))
            return lines;
    }
    return NULL;
}

/* The comparisons at these lines; "" where none is. */
static const char *comparisons_at(emitter *e, const source_range *lines)
{
    const program *p = e->planned->program;
    const char *text = "";
    for (int k = 0; k < expr_pool_param_count(p->pool); k++) {
        const param *size = expr_pool_param(p->pool, k);
        bool ok = true, is_here = false;
        if (size->value || size->origin != PARAM_VARIABLE)
            continue;
        const int64_t value = expr_eval(e->env, expr_param(p->pool, size), &ok);
        for (int i = 0; ok && !is_here && i < p->template_count; i++) {
            const dist_template *t = p->templates[i];
            is_here = sized_in(t) && lines_of(p, t) == lines && is_size_of(t, size) &&
                      is_settled_at(e, sized_in(t), size, emit_begin(*lines));
        }
        if (!is_here)
            continue;
        VEC_PUSH(e->ctx->arena, &e->given, size);
        text = arena_printf(e->ctx->arena, "%s%sfpr_expect(\"%s\", %s, %" PRId64 ");\n", text,
                            emit_indent(e, lines->file, emit_begin(size->where)), size->name,
                            size->name, value);
    }
    return text;
}

static bool is_given(const emitter *e, const param *size)
{
    for (int i = 0; i < e->given.count; i++)
        if (e->given.data[i] == size)
            return true;
    return false;
}

static bool is_asked(const emitter *e, const param *size)
{
    for (int i = 0; i < e->asked->count; i++)
        if (strcmp(e->asked->set[i].name, size->name) == 0)
            return true;
    return false;
}

/* Is anything that is distributed as large as it says? */
static bool is_size_here(const emitter *e, const param *size)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->template_count; i++)
        if (is_size_of(p->templates[i], size))
            return true;
    for (int i = 0; i < e->arrays.count; i++)
        if (emit_is_laid_out_by(&e->arrays.data[i], size))
            return true;
    return false;
}

/* After the statement that gives the size its value, where a blank follows that. */
static bool compare_after(emitter *e, const param *size, const settled_size *at, int64_t value)
{
    const source_file *file = at->after->where.file;
    const size_t end = emit_begin(at->after->end);
    const char *text = source_text(file) + end;
    if (at->after->in_macro || end >= source_length(file) || (*text != ' ' && *text != '\n'))
        return false;
    const char *first = *text == '\n' ? "\n" : "",
               *indent = *text == '\n' ? emit_indent(e, file, emit_begin(at->after->where)) : " ";
    e->text_of = at->in->twin_of ? at->in : NULL;
    emit_edit(e, file, end, end + 1,
              arena_printf(e->ctx->arena, "%s%sfpr_expect(\"%s\", %s, %" PRId64 ");%c", first,
                           indent, size->name, at->text, value, *text));
    e->text_of = NULL;
    return true;
}

/* Those of no template that stands where they can be compared. */
static void compare_settled(emitter *e)
{
    const program *p = e->planned->program;
    for (int k = 0; k < expr_pool_param_count(p->pool); k++) {
        const param *size = expr_pool_param(p->pool, k);
        bool ok = true;
        settled_size at;
        if (size->value || size->origin != PARAM_VARIABLE || is_given(e, size) ||
            !is_asked(e, size) || !is_size_here(e, size))
            continue;
        const int64_t value = expr_eval(e->env, expr_param(p->pool, size), &ok);
        if (ok && emit_find_settled(e, size, &at) && compare_after(e, size, &at, value))
            VEC_PUSH(e->ctx->arena, &e->given, size);
    }
}

void emit_check_given_sizes(emitter *e)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->directive_count; i++) {
        const source_range *lines = &p->directives[i];
        const char *text = comparisons_at(e, lines);
        if (*text)
            emit_edit(e, lines->file, emit_begin(*lines), emit_end(*lines), text);
    }
    compare_settled(e);
}
