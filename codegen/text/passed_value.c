#include "codegen/text/passed_value.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/text/edit.h"
#include "codegen/text/expression.h"
#include "codegen/text/names.h"
#include "codegen/text/part.h"

static bool has_name(const emitter *e, const char *name)
{
    for (int i = 0; i < e->passed.count; i++)
        if (strcmp(e->passed.data[i].name, name) == 0)
            return true;
    return false;
}

/* Places of the plan each have a parameter of their own for one variable. */
static bool is_same(const expr *a, const expr *b)
{
    const param *p = a->kind == EXPR_PARAM ? a->u.param : NULL;
    const param *q = b->kind == EXPR_PARAM ? b->u.param : NULL;
    return a == b || (p && q && strcmp(p->name, q->name) == 0 && p->where.file == q->where.file &&
                      emit_begin(p->where) == emit_begin(q->where));
}

const char *emit_passed_name(emitter *e, const expr *leaf)
{
    if (!e->at || !e->at->call || e->at->function->intrinsic)
        return NULL;
    for (int i = 0; i < e->passed.count; i++)
        if (is_same(e->passed.data[i].leaf, leaf))
            return e->passed.data[i].name;
    const char *word =
        leaf->kind == EXPR_LOOP_VAR ? emit_counter_name(e, leaf->u.var) : leaf->u.param->name;
    const char *name = arena_printf(e->ctx->arena, "%s_given", word);
    for (int i = 2; has_name(e, name); i++)
        name = arena_printf(e->ctx->arena, "%s_given_%d", word, i);
    emit_check_local(e, name);
    VEC_PUSH(e->ctx->arena, &e->passed, ((passed_value){leaf, name}));
    return name;
}

bool emit_is_passed_more(const instance *f)
{
    return f->passed_count > 0;
}

/* The name and its bracket, with more behind it; false: something else stands there. */
static bool edit_name(emitter *e, const instance *f, source_range name, const char *more)
{
    const char *text = source_text(name.file);
    size_t begin = emit_begin(name), end = begin + strlen(f->function->name);
    size_t open = emit_skip_space(text, end, source_length(name.file));
    if (strncmp(text + begin, f->function->name, end - begin) != 0 || text[open] != '(')
        return false;
    emit_edit(e, name.file, begin, open + 1, arena_printf(e->ctx->arena, "%s(%s", f->name, more));
    return true;
}

void emit_edit_passed_formals(emitter *e, const instance *f)
{
    const char *more = "";
    for (int i = 0; i < f->passed_count; i++)
        more = arena_printf(e->ctx->arena, "%slong %s, ", more, f->passed[i].name);
    if (!edit_name(e, f, f->function->where, more))
        emit_refuse_macro(e, f->function->where, f->function->where,
                          "'%s' is to be passed '%s', too, and its head is written by a macro, or "
                          "with brackets around its name: write it out",
                          f->function->name, f->passed[0].name);
}

void emit_edit_passed(emitter *e, const instance *f, const outline_name *called)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = e->out;
    e->out = open_memstream(&text, &length);
    for (int i = 0; i < f->passed_count; i++) {
        emit_expr(e, f->passed[i].leaf);
        fputs(", ", e->out);
    }
    fclose(e->out);
    e->out = out;
    const bool is_edited =
        called && called->origin == NAME_OF_FILE && edit_name(e, f, called->where, text);
    free(text);
    if (!is_edited)
        emit_refuse_macro(e, called ? called->expansion : f->function->where,
                          called ? called->where : f->function->where,
                          "'%s' is to be passed '%s', too, and a macro writes its call, or there "
                          "are brackets around its name: write it out",
                          f->function->name, f->passed[0].name);
}
