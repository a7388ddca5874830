/* What the text says of a distributed array as one thing, of which a processor has a part: its
 * size, and where it begins. Where all is said of elements, there is nothing to do. */

#include <string.h>

#include "codegen/check/whole_array.h"
#include "codegen/data/descriptors.h"
#include "codegen/data/local_pointer.h"
#include "codegen/data/struct_member.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/expression.h"
#include "codegen/text/mention.h"
#include "codegen/text/part.h"

/* --- Sizes -------------------------------------------------------------------------------- */

/* An object of the type of the array, or of a part of it that has `from` subscripts, reads well
 * wherever an argument of a macro may be put. */
static const char *object_of_type(emitter *e, const variable *v, int from)
{
    const char *type = arena_printf(e->ctx->arena, "%s (*)", v->type);
    return arena_printf(e->ctx->arena, "(*(%s)0)",
                        emit_bracketed(e, type, v->rank - from, v->extent + from));
}

/* Is the name all that stands in the brackets after sizeof, where a type may stand, too? */
static bool is_alone_in_brackets(const outline_name *n)
{
    const char *text = source_text(n->head.file);
    size_t at = emit_begin(n->head);
    return at > 1 && text[at - 1] == '(' && text[at - 2] != '(' && text[emit_end(n->head)] == ')';
}

static const char *type_of(emitter *e, const outline_name *n, const variable *v)
{
    bool is_dereferenced = n->var->is_whole_pointer && !n->is_first; /* *a */
    if (n->origin == NAME_OF_FILE && !is_dereferenced && is_alone_in_brackets(n))
        return emit_bracketed(e, v->type, v->rank, v->extent);
    return arena_printf(e->ctx->arena, is_dereferenced ? "(&%s)" : "%s", object_of_type(e, v, 0));
}

/* Where a part begins, `t[2]` of *t[2] and (t[2])[1]; 0: what is in the way is one of its
 * subscripts, (*t)[2] and (*(t + 1))[2], or its brackets are not all of the part's, *(t)[2]. Of a
 * pointer to the whole array, (*w)[2], the first `*` is none. */
static size_t begin_of_part(const outline_name *n)
{
    const char *text = source_text(n->whole.file);
    const size_t begin = emit_begin(n->whole), head = emit_begin(n->head);
    const char skipped = text[begin] == '*' ? '*' : '(';
    size_t at = emit_skip_space(text, begin, head);
    bool is_star_left = n->var->is_whole_pointer && skipped == '(';
    while (at < head && (text[at] == skipped || (text[at] == '*' && is_star_left))) {
        is_star_left &= text[at] != '*';
        at = emit_skip_space(text, at + 1, head);
    }
    return at < head ? 0 : skipped == '*' ? head : begin;
}

static bool edit_size(void *data, const outline_name *n)
{
    emitter *e = data;
    const array_info *a = n->use == NAME_SIZEOF ? mention_array(e, n) : NULL;
    if (!a || emit_is_member(a->var))
        return false;
    const variable *v = a->var->version_of ? a->var->version_of : a->var;
    const bool is_part = n->subscript_count > 0 && !v->is_row_table;
    const bool is_element = n->subscript_count >= v->rank && !n->is_first;
    if (is_element && (n->subscript_count > v->rank || !mention_is_in_file(n) || !begin_of_part(n)))
        return false;
    if (is_part && mention_is_in_file(n) && begin_of_part(n))
        emit_edit(e, n->whole.file, begin_of_part(n), emit_end(n->whole),
                  object_of_type(e, v, n->subscript_count));
    else if (n->subscript_count && n->subscript_count < v->rank)
        emit_refuse(e, n->where,
                    "'sizeof' is asked of a part of '%s', which is distributed: write the "
                    "type and the number of its elements",
                    v->name);
    else if (!mention_edit(e, n, type_of(e, n, v)))
        emit_refuse_macro(
            e, n->expansion, n->where,
            "a macro asks for the 'sizeof' of '%s', which is distributed: write it out", v->name);
    return false;
}

void emit_edit_sizes(emitter *e)
{
    for (const function *f = e->planned->program->functions; f; f = f->next) {
        e->text_of = f;
        if (f->text.file)
            mention_edit_each(e, f->outline, edit_size, e);
    }
    e->text_of = NULL;
}

/* --- Tests for memory ------------------------------------------------------------------------ */

/* Each processor has memory for its part, whether the function at hand uses it or not. */
static bool edit_test(void *data, const outline_name *n)
{
    emitter *e = data;
    const array_info *a = n->is_null_test ? mention_array(e, n) : NULL;
    if (a && !mention_edit(e, n, arena_printf(e->ctx->arena, "%s.memory", a->name)))
        emit_refuse_macro(e, n->expansion, n->where,
                          "a macro asks whether '%s', which is distributed, has memory: write it "
                          "out",
                          a->var->name);
    return false;
}

void emit_edit_tests(emitter *e)
{
    for (const function *f = e->planned->program->functions; f; f = f->next) {
        e->text_of = f;
        if (f->text.file)
            mention_edit_each(e, f->outline, edit_test, e);
    }
    e->text_of = NULL;
}

/* --- Addresses ------------------------------------------------------------------------------ */

static bool passes(const node *call, const variable *v)
{
    for (int i = 0; i < call->u.call.argument_count; i++) {
        const argument *a = &call->u.call.arguments[i];
        const variable *actual = a->own ? a->own : a->array;
        if (call->u.call.instance && actual &&
            (actual == v || actual->version_of == v || actual == v->version_of))
            return true;
    }
    return false;
}

/* Does one of the calls get the whole array, and is planned for it? What a macro writes is one
 * text, so that calls may stand in branches and loops of it. */
static bool is_passed(const node *first, const node *stop, const variable *v)
{
    for (const node *n = first; n != stop; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_CALL) {
            if (passes(n, v))
                return true;
            continue;
        }
        for (int i = node_below(n, inner); i-- > 0;)
            if (is_passed(inner[i], NULL, v))
                return true;
    }
    return false;
}

/* Is there a call by which the function calls itself, and that stays as it is? */
static bool calls_itself(const node *first, const node *stop)
{
    for (const node *n = first; n != stop; n = n->next) {
        const node *inner[2];
        for (const unknown_effect *u = n->unknowns; u; u = u->next)
            if (u->is_kept)
                return true;
        for (int i = node_below(n, inner); i-- > 0;)
            if (calls_itself(inner[i], NULL))
                return true;
    }
    return false;
}

typedef struct addressing {
    emitter *e;
    const node *first, *stop;
} addressing;

static bool is_edited(const emitter *e, const outline_name *n)
{
    for (int i = 0; i < e->edits.count; i++)
        if (e->edits.data[i].file == n->expansion.file && emit_is_edit_here(e, &e->edits.data[i]) &&
            e->edits.data[i].begin == emit_begin(n->expansion))
            return true;
    return false;
}

/* a[0] of a pointer to a whole array, of which the program has no size, is *a. */
static void edit_first(emitter *e, const outline_name *n, const variable *v)
{
    const char *head = n->is_first ? emit_head_text(e, n, v) : NULL;
    if (head && !mention_edit(e, n, head))
        emit_refuse_macro(e, n->expansion, n->where,
                          "a macro names '%s[0]', of a pointer to a whole array, which is "
                          "distributed: write (*%s)",
                          n->word, n->word);
}

/* &a, for a function that has *x of it: here `a` is a pointer. Its value is not looked at. */
static void pass_address(emitter *e, const outline_name *n, const variable *v)
{
    if (n->use != NAME_ADDRESS || v->is_row_table || n->var->is_whole_pointer)
        return;
    if (!mention_edit(e, n, object_of_type(e, v, 0)))
        emit_refuse_macro(e, n->expansion, n->where,
                          "a macro passes '%s', which is distributed, to a function: write it out",
                          v->name);
}

/* The function's head has the type of the source, pointers to rows, and its body elements of its
 * own: what is passed is not looked at. */
static void pass_table(emitter *e, const outline_name *n, const variable *v)
{
    bool is_value = v->is_row_table && n->is_argument && n->use == NAME_READ;
    if (is_value && !mention_edit(e, n, arena_printf(e->ctx->arena, "(void *)%s", n->word)))
        emit_refuse_macro(e, n->expansion, n->where,
                          "a macro passes '%s', which is distributed, to a function: write it out",
                          v->name);
}

static bool check_mention(void *data, const outline_name *n)
{
    addressing *s = data;
    emitter *e = s->e;
    const array_info *a = n->use == NAME_SIZEOF ? NULL : mention_array(e, n);
    if (!a || n->is_null_test || mention_is_left_out(e, n))
        return false;
    if (emit_is_member(a->var) && n->origin != NAME_OF_FILE && n->expansion.file &&
        emit_end(n->head) >= emit_end(n->expansion) && !is_edited(e, n)) {
        emit_refuse_macro(
            e, n->expansion, n->where,
            "a macro names '%s', which is distributed, among other things: write it out",
            a->var->name);
        return false;
    }
    edit_first(e, n, a->var);
    if (n->subscript_count > 0)
        return false;
    if (is_passed(s->first, s->stop, a->var)) {
        pass_table(e, n, a->var);
        pass_address(e, n, a->var);
        return false;
    }
    const char *name = n->member ? a->var->name : n->word;
    const char *what =
        calls_itself(s->first, s->stop)
            ? "'%s' is distributed, and the function passes it on to itself: name an array there "
              "that is declared outside of the function, or write the recursion as a loop"
            : "'%s' is named as a whole, of which each processor has a part: say what is "
              "done with its elements in a loop";
    if (n->origin == NAME_OF_FILE)
        emit_refuse(e, n->where, what, name);
    else /* it may write several statements: among them one that allocates it */
        emit_refuse_macro(e, n->expansion, n->where, what, name);
    return false;
}

void emit_check_addresses(emitter *e, outline_names names, const node *first, const node *stop)
{
    addressing s = {e, first, stop};
    mention_some_of(names, check_mention, &s);
}
