/* What has another name in the program than in the source: arrays, and functions. */

#include <stdlib.h>
#include <string.h>

#include "codegen/data/descriptors.h"
#include "codegen/data/exchange.h"
#include "codegen/data/followed_pointer.h"
#include "codegen/data/local_pointer.h"
#include "codegen/data/own_part.h"
#include "codegen/data/place.h"
#include "codegen/data/row_argument.h"
#include "codegen/data/struct_member.h"
#include "codegen/statement/function.h"
#include "codegen/statement/rename.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/mention.h"
#include "codegen/text/passed_value.h"

static bool is_known(const reference *r)
{
    for (int d = 0; d < r->var->rank; d++)
        if (r->sub[d].kind != SUBSCRIPT_VALUE)
            return false;
    return true;
}

/* The element stands in the place of what the source has there. */
static void replace(emitter *e, const reference *r, source_range place)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = e->out;
    e->out = open_memstream(&text, &length);
    emit_element(e, r);
    fclose(e->out);
    e->out = out;
    emit_edit(e, place.file, emit_begin(place), emit_end(place), arena_strdup(e->ctx->arena, text));
    free(text);
}

void emit_edit_linear(emitter *e, const reference *r)
{
    const outline_name *n = mention_of(e, r->where, r->var);
    const expr *row = r->var->extent[r->var->rank - 1];
    bool is_sum = row->kind == EXPR_ADD;
    if (!emit_is_told(r))
        emit_refuse(e, r->where,
                    "which row and column of '%s' this is is not known: write its subscript as "
                    "row * %s%s%s + column",
                    r->var->name, is_sum ? "(" : "", expr_text(e->ctx, row), is_sum ? ")" : "");
    else if (!n || !n->subscript_count)
        emit_refuse(e, r->where,
                    "an element of '%s', which is distributed in %d dimensions, is not written "
                    "as %s[index] here: write it so",
                    r->var->name, r->var->rank, r->var->name);
    else if (mention_is_in_file(n))
        replace(e, r, n->whole);
    else
        emit_refuse_macro(e, n->expansion, r->where,
                          "a macro names '%s', which is distributed in more dimensions than it is "
                          "declared with, among other things: write it out",
                          r->var->name);
}

static void edit_reference(emitter *e, const reference *r)
{
    const variable *v = r->var;
    bool is_named = v->text.file || emit_is_member(v);
    if (!r->where.file || !is_named || !emit_array(e, v))
        return;
    if (r->is_by_row) {
        emit_check_row_element(e, r);
        return;
    }
    if (r->is_by_pointer || r->is_split)
        VEC_PUSH(e->ctx->arena, &e->known_at, r->where);
    if (r->is_by_pointer) {
        emit_edit_followed(e, r);
        return;
    }
    if (r->is_split) {
        emit_edit_linear(e, r);
        return;
    }
    const outline_name *n = mention_of(e, r->where, v);
    if (n && n->subscript_count == v->rank && emit_is_apart(e, r)) {
        emit_edit_apart(e, r, n);
        return;
    }
    if (n && n->origin != NAME_OF_MACRO)
        emit_edit_subscripts(e, r, n);
    const char *head = n ? emit_head_text(e, n, v) : NULL;
    if (!head || mention_edit(e, n, head))
        return;
    if (n->is_whole_use && is_known(r))
        replace(e, r, n->expansion);
    else
        emit_refuse_macro(
            e, n->expansion, r->where,
            emit_is_member(v)
                ? "a macro names '%s', which is distributed, among other things: write it "
                  "out"
                : "'%s' has another distribution here than it is declared with, and a "
                  "macro names it: write it out",
            v->name);
}

void emit_edit_references(emitter *e, int count, const reference *const *reads)
{
    for (int i = 0; i < count; i++)
        edit_reference(e, reads[i]);
}

typedef struct call_count {
    const outline_name *n;
    int count;
} call_count;

static bool count_call(void *data, const outline_name *n)
{
    call_count *c = data;
    c->count += n->use == NAME_CALL && n->function && n->origin == NAME_OF_ARGUMENT &&
                n->where.file == c->n->where.file &&
                emit_begin(n->where) == emit_begin(c->n->where);
    return false;
}

/* Is the name an argument of a macro that has it in several calls? They may be of several forms. */
static bool is_repeated_by_macro(const emitter *e, const outline_name *n)
{
    call_count c = {n, 0};
    if (n->origin == NAME_OF_ARGUMENT)
        mention_some(e->at->function->outline, count_call, &c);
    return c.count > 1;
}

static bool is_below(const node *list, const node *call)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        for (int i = 0, count = n->kind == NODE_CALL ? 0 : node_below(n, inner); i < count; i++)
            if (is_below(inner[i], call))
                return true;
        if (n == call)
            return true;
    }
    return false;
}

/* Of a loop of which plan/ has made two, each has a text: the one without the call? */
static bool is_other_piece(const node *n, const node *call)
{
    const node *inner[2];
    const bool is_piece = (n->kind == NODE_LOOP && n->u.loop.piece != LOOP_ENTIRE) ||
                          (n->kind == NODE_WHILE && n->u.whil.piece != LOOP_ENTIRE);
    for (int i = is_piece ? node_below(n, inner) : 0; i-- > 0;)
        if (is_below(inner[i], call))
            return false;
    return is_piece;
}

/* Has the text one call where the plan has several, of other forms? As that of a loop's condition,
 * which is evaluated once more at the end. */
static bool has_other_form(const emitter *e, const node *list, const node *call)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        const bool is_call = n->kind == NODE_CALL;
        if (is_other_piece(n, call))
            continue;
        for (int i = 0, count = is_call ? 0 : node_below(n, inner); i < count; i++)
            if (has_other_form(e, inner[i], call))
                return true;
        if (is_call && n->copy == call->copy && n->u.call.callee == call->u.call.callee &&
            n->where.file == call->where.file && emit_begin(n->where) == emit_begin(call->where) &&
            emit_instance_name(e, &n->u.call) != emit_instance_name(e, &call->u.call))
            return true;
    }
    return false;
}

void emit_edit_callee(emitter *e, const node *call)
{
    const char *name = emit_instance_name(e, &call->u.call);
    const function *f = call->u.call.callee;
    const outline_name *n = name ? mention_of_call(e, call) : NULL;
    emit_row_arguments(e, call);
    if (!e->takes_pointers && emit_calls_exchange(e, call, call->next))
        emit_refuse(e, call->where,
                    "'%s', which is called here, exchanges arrays by their pointers: assign what "
                    "it returns to a variable before",
                    f->name);
    if (!e->takes_pointers && own_part_is_passed(call, call->next))
        emit_refuse(e, call->where,
                    "'%s' gets each node's own part of an array: call it in a statement of its own",
                    f->name);
    if (name && has_other_form(e, e->at->body, call))
        emit_refuse(e, call->where,
                    "'%s' is executed here by several forms, of other messages: assign what it "
                    "returns to a variable, in statements before and at the end of the loop",
                    f->name);
    const instance *called = emit_instance_of(e, &call->u.call);
    if (called && emit_is_passed_more(called)) {
        emit_edit_passed(e, called, n);
        return;
    }
    if (!n || (strcmp(name, f->name) == 0 && !is_repeated_by_macro(e, n)))
        return;
    if (f->intrinsic && n->origin == NAME_OF_MACRO) {
        size_t begin = emit_begin(n->expansion);
        emit_edit(e, n->expansion.file, begin, begin + (size_t)n->macro_length, name);
    } else if (is_repeated_by_macro(e, n) || !mention_edit(e, n, name)) {
        emit_refuse_macro(
            e, n->expansion, n->where,
            "a macro calls '%s', of which the program has several forms: write the call "
            "out",
            f->name);
    }
}
