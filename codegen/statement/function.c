/* Functions, as each place calls them. */

#include <stdlib.h>
#include <string.h>

#include "codegen/data/declaration.h"
#include "codegen/data/descriptors.h"
#include "codegen/data/exchange.h"
#include "codegen/data/followed_pointer.h"
#include "codegen/data/local_pointer.h"
#include "codegen/data/row_table.h"
#include "codegen/data/whole_names.h"
#include "codegen/statement/body.h"
#include "codegen/statement/function.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/expression.h"
#include "codegen/text/mention.h"
#include "codegen/text/names.h"
#include "codegen/text/passed_value.h"

void emit_declare(emitter *e, const char *type, const char *name)
{
    for (int i = 0; i < e->locals.count; i++)
        if (strcmp(e->locals.data[i].name, name) == 0)
            return;
    emit_check_local(e, name);
    VEC_PUSH(e->ctx->arena, &e->locals, ((local){type, name}));
}

const instance *emit_instance_of(const emitter *e, const call_node *c)
{
    for (int i = 0; i < e->instances.count; i++)
        if (e->instances.data[i].call == c)
            return &e->instances.data[i];
    return NULL;
}

const char *emit_instance_name(const emitter *e, const call_node *c)
{
    const instance *at = e->at;
    if (at && at->call && !c->instance && c->callee == at->function) /* which calls itself */
        return at->name;
    const instance *called = emit_instance_of(e, c);
    return called ? called->name : NULL;
}

/* --- One function ---------------------------------------------------------------------------- */

static void lay_own(emitter *e, const array_info *a)
{
    emit_array_layout(e, a, "    ");
    if (a->is_zeroed)
        fprintf(e->out, "    fpr_fill(&%s, NULL);\n", a->name);
    emit_whole_name(e, a);
}

/* What the function makes and returns, where that is passed for it; or null. */
static const variable *made_by(const instance *f)
{
    int last = emit_formals_of(f) - 1;
    const variable *formal = last < 0 ? NULL : f->function->formals[last];
    return formal && formal->is_made ? formal : NULL;
}

/* What has the type of the function that is called: its name, or that of a formal that is it. */
static const char *type_of_callee(emitter *e, const node *call)
{
    const char *name = call->u.call.callee->name;
    const outline_name *n = mention_of_call(e, call);
    if (!n || n->origin != NAME_OF_FILE)
        return name;
    size_t at = emit_begin(n->where), end = emit_end(n->where);
    const char *text = source_text(n->where.file) + at;
    bool is_name = end - at == strlen(name) && strncmp(text, name, end - at) == 0;
    return is_name ? name : arena_printf(e->ctx->arena, "*%.*s", (int)(end - at), text);
}

/* The head of its text, without what ends it. */
static const char *head_of(emitter *e, const instance *f)
{
    size_t length = f->head;
    while (length && f->text[length - 1] != ')')
        length--;
    return arena_strndup(e->ctx->arena, f->text, length);
}

/* Functions of other files that have another name in the program: theirs are of the same type. */
static void declare_callees(emitter *e, const instance *f, const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        bool is_call = n->kind == NODE_CALL;
        for (int i = 0, count = is_call ? 0 : node_below(n, inner); i < count; i++)
            declare_callees(e, f, inner[i]);
        const function *callee = is_call ? n->u.call.callee : NULL;
        const char *name = is_call ? emit_instance_name(e, &n->u.call) : NULL;
        if (!name || callee->intrinsic || callee->text.file == f->function->text.file ||
            strcmp(name, callee->name) == 0)
            continue;
        const instance *called = emit_instance_of(e, &n->u.call);
        if (called && emit_is_passed_more(called))
            emit_declare(e, "extern", head_of(e, called));
        else
            emit_declare(e,
                         arena_printf(e->ctx->arena, "extern __typeof__(%s)", type_of_callee(e, n)),
                         name);
    }
}

static void emit_prologue(emitter *e, const instance *f)
{
    for (int i = 0; i < e->pointers.count; i++) {
        const pointer *p = &e->pointers.data[i];
        if (p->array->var->owner == f->function)
            lay_own(e, p->array);
        emit_pointer(e, p, "    ");
    }
    for (int i = 0; i < e->arrays.count; i++) {
        const array_info *a = &e->arrays.data[i];
        if (a->var->owner == f->function && !emit_is_pointed_to(e, a) &&
            emit_reaches(f->body, a->var))
            lay_own(e, a);
    }
    const array_info *made = made_by(f) ? mention_array_of(e, made_by(f)) : NULL;
    if (made && made_by(f)->has_zero_rows)
        fprintf(e->out, "    fpr_fill(&%s, NULL);\n", made->name);
    const program *p = e->planned->program;
    for (int i = 0; i < p->variable_count; i++)
        if (emit_is_copy(e, p->variables[i]) && emit_mentions(f->body, p->variables[i]))
            emit_copy(e, p->variables[i], "    ");
    emit_keep_exchanged(e, f->body, "    ");
    declare_callees(e, f, f->body);
    for (int i = 0; i < e->locals.count; i++)
        fprintf(e->out, "    %s %s;\n", e->locals.data[i].type, e->locals.data[i].name);
}

/* Has a macro's body the name, so that no other can be put there? */
static bool is_named_by_macro(const function *f)
{
    size_t length = strlen(f->name), at = emit_begin(f->where);
    return at + length > source_length(f->where.file) ||
           strncmp(source_text(f->where.file) + at, f->name, length) != 0;
}

/* The name, and those of formals whose place the pointers take. */
static void edit_head(emitter *e, const instance *f)
{
    size_t name = emit_begin(f->function->where);
    if (emit_is_passed_more(f))
        emit_edit_passed_formals(e, f);
    else if (!is_named_by_macro(f->function))
        emit_edit(e, f->function->where.file, name, name + strlen(f->function->name), f->name);
    for (int i = 0; i < emit_formals_of(f); i++) {
        const variable *formal = f->function->formals[i];
        if (!formal || formal->is_made || !f->call->arguments[i].array ||
            !emit_is_pointer_name(e, formal->name))
            continue;
        size_t at = emit_begin(formal->where);
        emit_edit(e, formal->where.file, at, at + strlen(formal->name),
                  arena_printf(e->ctx->arena, "%s_whole", formal->name));
    }
}

/* The head of a function that has another name here; of the program's main it is known. */
static void emit_head_of_macro(emitter *e, const instance *f)
{
    const source_file *file = f->function->text.file;
    if (strcmp(f->name, f->function->name) == 0)
        emit_source(e, file, emit_begin(f->function->text),
                    emit_begin(f->function->outline->where));
    else if (!f->call && f->function->formal_count == 0)
        fprintf(e->out, "int %s(void)\n", f->name);
    else
        emit_refuse_macro(
            e, f->function->where, f->function->where,
            "a macro writes the head of '%s', which has another name in the program: write "
            "it out",
            f->function->name);
}

/* A function of <hpf.h>, as its macros call it: arrays, extents, and the rest. The text has
 * HPF_T for the type of the elements. */
static void emit_intrinsic_head(emitter *e, const instance *f)
{
    const function *fn = f->function;
    const char *element = NULL, *between = "";
    for (int i = 0; i < fn->formal_count; i++)
        if (fn->formals[i]->rank)
            element = fn->formals[i]->type;
    if (strncmp(element, "const ", 6) == 0)
        element += 6;
    bool is_int = strcmp(element, "int") == 0, is_float = strcmp(element, "float") == 0;
    fprintf(e->out, "#define HPF_T %s\n#define HPF_LEAST %s\n#define HPF_MOST %s\n", element,
            is_int     ? "INT_MIN"
            : is_float ? "(-FLT_MAX)"
                       : "(-DBL_MAX)",
            is_int     ? "INT_MAX"
            : is_float ? "FLT_MAX"
                       : "DBL_MAX");
    emit_source(e, fn->text.file, emit_begin(fn->text), emit_begin(fn->where));
    fprintf(e->out, "%s(", f->name);
    for (int arrays = 1; arrays >= 0; arrays--)
        for (int i = 0; i < fn->formal_count; i++) {
            const variable *v = fn->formals[i];
            if ((v->rank > 0) != arrays)
                continue;
            fprintf(e->out, arrays ? "%svoid *%s_whole" : "%s%s %s", between,
                    arrays ? v->name : v->type, v->name);
            between = ", ";
        }
    fputs(")\n{\n", e->out);
    for (int i = 0; i < fn->formal_count; i++) {
        const variable *v = fn->formals[i];
        if (!v->rank || emit_array(e, f->call->arguments[i].array))
            continue;
        fprintf(e->out, v->rank > 1 ? "    HPF_T (*%s)" : "    HPF_T *%s", v->name);
        for (int d = 1; d < v->rank; d++) {
            fputs("[", e->out);
            emit_expr(e, v->extent[d]);
            fputs("]", e->out);
        }
        fprintf(e->out, " = %s_whole;\n", v->name);
    }
}

/* Text is written file by file: a statement that an #include inserts has no place in it. */
static void check_file(emitter *e, const outline *o)
{
    for (int i = 0; i < o->child_count; i++)
        if (o->child[i]->where.file != o->where.file)
            emit_refuse(e, o->child[i]->where,
                        "this file is included in the middle of a function; write its text there");
        else
            check_file(e, o->child[i]);
}

static bool ends_with_return(const outline *o)
{
    return o->child_count && o->child[o->child_count - 1]->kind == OUTLINE_RETURN;
}

/* What the text has by the function's name would be another in a form of it. */
static void check_own_name(emitter *e, const instance *f)
{
    static const char *const words[] = {"__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"};
    const function *fn = f->function;
    const char *text = source_text(fn->text.file);
    bool is_renamed = !fn->intrinsic && strcmp(f->name, fn->name) != 0;
    for (size_t i = 0; is_renamed && i < sizeof words / sizeof *words; i++) {
        const char *at = strstr(text + emit_begin(fn->outline->where), words[i]);
        size_t begin = at ? (size_t)(at - text) : 0;
        if (at && begin < emit_end(fn->text))
            emit_refuse(
                e, source_range_of(fn->text.file, begin, begin + strlen(words[i])),
                !f->call
                    ? "'%s' has another name here: write its name instead of '%s'"
                    : "'%s' is here in several forms, of other names: write its name instead of "
                      "'%s'",
                fn->name, words[i]);
    }
}

/* A function with more formals than the source's has another name, which that may declare. */
static void keep_passed(emitter *e, instance *f)
{
    f->passed_count = e->passed.count;
    if (!f->passed_count)
        return;
    f->passed =
        arena_copy(e->ctx->arena, e->passed.data, (size_t)f->passed_count * sizeof *f->passed);
    if (strcmp(f->name, f->function->name) == 0)
        f->name = arena_printf(e->ctx->arena, "%s_1", f->name);
}

static char *emit_function(emitter *e, instance *f)
{
    char *body = NULL, *prologue = NULL, *whole = NULL;
    size_t length = 0;
    const source_file *file = f->function->text.file;
    const outline *o = f->function->outline;
    e->at = f;
    e->text_of = f->function;
    e->file = file;
    e->locals.count = 0;
    e->passed.count = 0;
    e->flags = e->operands = 0;
    check_file(e, o);
    check_own_name(e, f);
    emit_find_pointers(e, f);
    int outside = e->edits.count;
    const variable *made = made_by(f);
    if (made)
        emit_drop_made(e, made);
    emit_leave_out_followed(e, f);
    emit_leave_out_rows(e, f);
    e->out = open_memstream(&body, &length);
    emit_block(e, o, f->body, NULL);
    fclose(e->out);
    e->edits.count = outside;
    e->known_at.count = 0;

    e->out = open_memstream(&prologue, &length);
    e->is_before_body = true;
    emit_prologue(e, f);
    e->is_before_body = false;
    fclose(e->out);
    keep_passed(e, f);

    e->out = open_memstream(&whole, &length);
    int edits = e->edits.count;
    if (f->function->intrinsic) {
        emit_intrinsic_head(e, f);
    } else {
        edit_head(e, f);
        if (is_named_by_macro(f->function))
            emit_head_of_macro(e, f);
        else
            emit_source(e, file, emit_begin(f->function->text), emit_begin(o->where));
        fflush(e->out);
        f->head = length;
        fputs("{\n", e->out);
    }
    e->edits.count = edits;
    fputs(prologue, e->out);
    fwrite(body + 1, 1, strlen(body + 1) - 1, e->out);
    if (!f->call && !ends_with_return(o) && strcmp(f->function->name, "main") == 0)
        fputs("    return 0;\n", e->out); /* which C has it do by this name only */
    fputs("}", e->out);
    if (f->function->intrinsic)
        fputs("\n#undef HPF_T\n#undef HPF_LEAST\n#undef HPF_MOST\n", e->out);
    fclose(e->out);
    free(body);
    free(prologue);
    e->text_of = NULL;
    return whole;
}

/* --- All of them -------------------------------------------------------------------------------
 */

int emit_instance_count(const emitter *e, const function *f)
{
    int count = 0;
    for (int i = 0; i < e->instances.count; i++)
        count +=
            emit_is_same_text(e->instances.data[i].function, f) && !e->instances.data[i].is_shared;
    return count;
}

static const char *text_after_name(const instance *f)
{
    const char *name = strstr(f->text, f->name);
    return name ? name + strlen(f->name) : NULL;
}

/* `from`: the function that calls it; null: the entry. */
static void add_instance(emitter *e, const function *f, const function *from, const call_node *c,
                         const node *body)
{
    int count = emit_instance_count(e, f);
    instance fresh = {.function = f, .call = c, .body = body};
    if (f->intrinsic)
        fresh.called_from = from->text.file;
    fresh.name = !c ? arena_printf(e->ctx->arena, "program_%s", f->name)
                 : f->intrinsic
                     ? arena_printf(e->ctx->arena, "%s_by_%d", f->intrinsic, e->instances.count + 1)
                 : count ? arena_printf(e->ctx->arena, "%s_%d", f->name, count + 1)
                         : f->name;
    char *text = emit_function(e, &fresh);
    fresh.text = arena_strdup(e->ctx->arena, text);
    free(text);
    /* The same as an earlier one, but for its name? */
    for (int i = 0; i < e->instances.count; i++) {
        const instance *other = &e->instances.data[i];
        if (emit_is_same_text(other->function, f) && other->called_from == fresh.called_from &&
            text_after_name(other) && text_after_name(&fresh) &&
            strcmp(text_after_name(other), text_after_name(&fresh)) == 0) {
            fresh.name = other->name;
            fresh.is_shared = true;
        }
    }
    VEC_PUSH(e->ctx->arena, &e->instances, fresh);
}

/* Is it a call of a function that a file has, and not <hpf.h>? */
static bool is_of_file(const node *n)
{
    return n->kind == NODE_CALL && n->u.call.callee && !n->u.call.callee->intrinsic;
}

/* Those that are called, before who calls them. */
static void find_instances(emitter *e, const function *in, const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        for (int i = 0, count = node_below(n, inner); i < count; i++)
            find_instances(e, is_of_file(n) ? n->u.call.callee : in, inner[i]);
        if (n->kind != NODE_CALL || !n->u.call.instance)
            continue;
        add_instance(e, n->u.call.callee, in, &n->u.call, n->u.call.instance);
    }
}

/* Does the instance have the function's text, but for the line that ends after its brace? */
static bool reads_as_written(const instance *x)
{
    const function *f = x->function;
    const char *text = source_text(f->text.file), *brace = "{\n";
    size_t begin = emit_begin(f->text), inside = emit_begin(f->outline->where) + 1;
    size_t head = inside - 1 - begin, rest = emit_end(f->text) - inside;
    return strlen(x->text) == head + strlen(brace) + rest &&
           strncmp(x->text, text + begin, head) == 0 &&
           strncmp(x->text + head, brace, strlen(brace)) == 0 &&
           strncmp(x->text + head + strlen(brace), text + inside, rest) == 0;
}

bool emit_is_as_written(const emitter *e, const function *f)
{
    if (f->has_distributed && !emit_instance_count(e, f))
        return false; /* left out */
    for (int i = 0; i < e->instances.count; i++) {
        const instance *x = &e->instances.data[i];
        if (emit_is_same_text(x->function, f) && !x->is_shared && !reads_as_written(x))
            return false;
    }
    return true;
}

void emit_instances_of(emitter *e, const function *f)
{
    bool is_first = true;
    for (int i = 0; i < e->instances.count; i++) {
        const instance *x = &e->instances.data[i];
        if (!emit_is_same_text(x->function, f) || x->is_shared)
            continue;
        fprintf(e->out, "%s%s", is_first ? "" : "\n\n", x->text);
        is_first = false;
    }
}

static bool is_call_of(void *data, const outline_name *n)
{
    return n->use == NAME_CALL && n->function && emit_is_same_text(n->function, data);
}

/* Is the function called in the file before it is defined there? Its forms may need types that are
 * defined in between. */
static bool is_called_before(const emitter *e, const function *f)
{
    for (const function *g = e->planned->program->functions; g; g = g->next)
        if (g->text.file == f->text.file && emit_begin(g->text) < emit_begin(f->text) &&
            g->outline && mention_some(g->outline, is_call_of, (void *)f))
            return true;
    return false;
}

void emit_prototypes(emitter *e)
{
    for (int i = 0; i < e->instances.count; i++) {
        const instance *x = &e->instances.data[i];
        if (x->is_shared || x->name == x->function->name || !x->call || x->function->intrinsic ||
            x->function->text.file != e->file || !is_called_before(e, x->function))
            continue;
        fprintf(e->out, "%.*s;\n", (int)x->head, x->text);
    }
}

void emit_intrinsics(emitter *e)
{
    for (int i = 0; i < e->instances.count; i++)
        if (e->instances.data[i].called_from == e->file && !e->instances.data[i].is_shared)
            fprintf(e->out, "%s\n", e->instances.data[i].text);
}

void emit_find_instances(emitter *e)
{
    find_instances(e, e->planned->entry, e->planned->body);
    add_instance(e, e->planned->entry, NULL, NULL, e->planned->body);
}
