#include "codegen/data/exchange.h"

#include "codegen/data/descriptors.h"
#include "codegen/data/local_pointer.h"
#include "codegen/data/place.h"
#include "codegen/text/edit.h"
#include "codegen/text/span.h"

/* --- Which there are -------------------------------------------------------------------------- */

static bool is_known(const emitter *e, const array_exchange *x)
{
    for (int i = 0; i < e->exchanges.count; i++)
        if (e->exchanges.data[i] == x)
            return true;
    return false;
}

static array_info *info_of(emitter *e, const variable *v)
{
    for (int i = 0; i < e->arrays.count; i++)
        if (e->arrays.data[i].var == v)
            return &e->arrays.data[i];
    return NULL;
}

/* Each gets the larger halo, beyond the ends where one has it there; has one changed? */
static bool join_windows(emitter *e, array_info *a, array_info *b)
{
    expr_pool *pool = e->planned->program->pool;
    bool has_changed = false;
    for (int d = 0; d < a->var->rank; d++) {
        const expr *below = expr_max(pool, a->below[d], b->below[d]);
        const expr *above = expr_max(pool, a->above[d], b->above[d]);
        bool is_whole = a->is_whole[d] || b->is_whole[d];
        bool is_round = a->is_round[d] || b->is_round[d];
        has_changed |= a->is_round[d] != b->is_round[d] || a->below[d] != below ||
                       b->below[d] != below || a->above[d] != above || b->above[d] != above ||
                       a->is_whole[d] != b->is_whole[d];
        a->below[d] = b->below[d] = below;
        a->above[d] = b->above[d] = above;
        a->is_whole[d] = b->is_whole[d] = is_whole;
        a->is_round[d] = b->is_round[d] = is_round;
    }
    return has_changed;
}

static bool join_all(emitter *e)
{
    bool has_changed = false;
    for (int i = 0; i < e->exchanges.count; i++) {
        const array_exchange *x = e->exchanges.data[i];
        array_info *first = info_of(e, x->array[0]);
        for (int k = 1; first && k < x->count; k++) {
            array_info *other = info_of(e, x->array[k]);
            has_changed |= other && join_windows(e, first, other);
        }
    }
    return has_changed;
}

static void find(emitter *e, const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        const array_exchange *x = n->kind == NODE_STATEMENT ? n->u.stmt.exchange : NULL;
        if (x && !is_known(e, x))
            VEC_PUSH(e->ctx->arena, &e->exchanges, x);
        for (int i = node_below(n, inner); i-- > 0;)
            find(e, inner[i]);
    }
}

void emit_find_exchanges(emitter *e)
{
    find(e, e->planned->body);
    while (join_all(e))
        ;
}

/* --- The text -----------------------------------------------------------------------------------
 */

static bool is_at(source_range a, source_range b)
{
    return a.file == b.file && emit_begin(a) == emit_begin(b) && emit_end(a) == emit_end(b);
}

bool emit_is_exchange(const emitter *e, const outline *o)
{
    for (int i = 0; i < e->exchanges.count; i++)
        for (int k = 0; k < e->exchanges.data[i]->statement_count; k++)
            if (is_at(o->where, e->exchanges.data[i]->statements[k]))
                return true;
    return false;
}

/* What is declared with a pointer to another array is declared as a null pointer. */
static void drop_value(emitter *e, const outline *o)
{
    const outline_declaration *d = o->declared_count ? o->declared[0]->declared : NULL;
    for (int i = 0; d && i < d->count; i++) {
        const outline_declarator *one = &d->declarators[i];
        if (!one->value.file)
            continue;
        if (one->origin != NAME_OF_FILE || one->shares_text)
            emit_refuse_macro(e, one->where, o->where,
                              "a macro writes this exchange of pointers: write it out");
        else
            emit_edit(e, o->where.file, emit_begin(one->value), emit_end(one->value), "0");
    }
    if (!d)
        emit_refuse(e, o->where,
                    "this pointer, by which others are exchanged, is declared in a way that is not "
                    "followed: declare it by itself");
}

static void drop(emitter *e, const outline *o, const array_exchange *x)
{
    emit_enter_copy(e, o);
    for (int i = 0; i + 1 < x->statement_count && !x->keeps_text; i++) {
        if (!is_at(o->where, x->statements[i]))
            continue;
        if (o->kind == OUTLINE_DECLARATION)
            drop_value(e, o);
        else
            emit_edit(e, o->where.file, emit_begin(o->where), emit_end(o->where), "");
    }
    for (int i = 0; i < o->child_count; i++)
        drop(e, o->child[i], x);
    emit_leave_copy(e, o);
}

/* Of those that the same statements are, for other arrays. */
static bool is_first_of_text(const emitter *e, int at)
{
    for (int i = 0; i < at; i++)
        if (e->exchanges.data[i]->statements == e->exchanges.data[at]->statements)
            return false;
    return true;
}

void emit_drop_exchanges(emitter *e)
{
    for (const function *f = e->planned->program->functions; f; f = f->next) {
        e->text_of = f;
        for (int i = 0; f->text.file && f->outline && i < e->exchanges.count; i++)
            if (is_first_of_text(e, i))
                drop(e, f->outline, e->exchanges.data[i]);
    }
    e->text_of = NULL;
}

/* Takes the function's pointers to the array anew. */
static void take_pointers(emitter *e, const variable *v)
{
    for (int i = 0; i < e->pointers.count; i++) {
        pointer *p = &e->pointers.data[i];
        if (p->array->var != v)
            continue;
        fprintf(e->out, " %s = %s.at;", p->name, p->array->name);
        for (int d = 0; d < v->rank; d++)
            if (emit_has_table(p->array, d)) {
                p->has_places[d] = true;
                fprintf(e->out, " %s = %s.place[%d];", emit_places_name(e, p, d), p->array->name,
                        d);
            }
    }
}

static void emit_arrays(emitter *e, const array_exchange *x, const char *before)
{
    for (int i = 0; i < x->count; i++) {
        const array_info *a = emit_array(e, x->array[i]);
        fprintf(e->out, "%s%s%s", i ? ", " : "", before, a ? a->name : "");
    }
}

void emit_exchange(emitter *e, const outline *o, const array_exchange *x)
{
    if (e->parts)
        emit_refuse(e, o->where,
                    "only some processors exchange these pointers, or in a loop that is divided: "
                    "exchange them outside");
    fputs("{ ", e->out);
    if (x->keeps_text) {
        emit_source(e, o->where.file, emit_begin(o->where), emit_end_of(o));
        fputs(" ", e->out);
    }
    fprintf(e->out, "fpr_exchange_arrays(%d, (fpr_array *[]){", x->count);
    emit_arrays(e, x, "&");
    fputs("}, (int[]){", e->out);
    for (int i = 0; i < x->count; i++)
        fprintf(e->out, "%s%d", i ? ", " : "", x->from[i]);
    fputs("});", e->out);
    for (int i = 0; i < x->count; i++)
        take_pointers(e, x->array[i]);
    fputs(" }", e->out);
}

bool emit_is_undone(const node *n)
{
    return n->kind == NODE_STATEMENT && n->u.stmt.exchange && n->u.stmt.exchange->is_undone;
}

void emit_keep_exchanged(emitter *e, const node *body, const char *indent)
{
    while (body && !emit_is_undone(body))
        body = body->next;
    if (!body)
        return;
    fprintf(e->out, "%sconst fpr_array fpr_had[] = {", indent);
    emit_arrays(e, body->u.stmt.exchange, "");
    fputs("};\n", e->out);
}

void emit_undone(emitter *e, const node *n)
{
    const array_exchange *x = n->u.stmt.exchange;
    if (n->u.stmt.write->var != x->array[0])
        return; /* all of them are put back once */
    fprintf(e->out, "fpr_put_back(%d, (fpr_array *[]){", x->count);
    emit_arrays(e, x, "&");
    fputs("}, fpr_had);", e->out);
}

/* --- Calls --------------------------------------------------------------------------------------
 */

static bool has_pointer(const emitter *e, const array_exchange *x)
{
    if (x->is_by_value)
        return false; /* whoever calls the function sees nothing of it */
    for (int i = 0; i < x->count; i++)
        for (int k = 0; k < e->pointers.count; k++)
            if (e->pointers.data[k].array->var == x->array[i])
                return true;
    return false;
}

/* Is it among what the list executes? */
static bool has_exchange(const node *list, const array_exchange *x)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_STATEMENT && n->u.stmt.exchange == x)
            return true;
        for (int i = node_below(n, inner); i-- > 0;)
            if (has_exchange(inner[i], x))
                return true;
    }
    return false;
}

static bool calls(const node *first, const node *stop, const array_exchange *x)
{
    for (const node *n = first; n && n != stop; n = n->next)
        if (n->kind == NODE_CALL && has_exchange(n->u.call.instance, x))
            return true;
    return false;
}

bool emit_calls_exchange(const emitter *e, const node *first, const node *stop)
{
    for (int i = 0; i < e->exchanges.count; i++)
        if (has_pointer(e, e->exchanges.data[i]) && calls(first, stop, e->exchanges.data[i]))
            return true;
    return false;
}

/* Where the statement looks at elements, too, its pointers are those from before. */
static void check_elements(emitter *e, const node *first, const node *stop, const array_exchange *x)
{
    for (const node *n = first; n != stop; n = n->next)
        for (int i = 0; n->kind == NODE_STATEMENT && i < x->count; i++)
            if (emit_mentions_in(n, x->array[i]))
                emit_refuse(e, n->where,
                            "this statement calls a function that exchanges '%s', and names "
                            "elements of it: write it as two",
                            x->array[i]->name);
}

bool emit_exchanged_pointers(emitter *e, const node *first, const node *stop)
{
    bool is_any = false;
    for (int i = 0; i < e->exchanges.count; i++) {
        const array_exchange *x = e->exchanges.data[i];
        if (!has_pointer(e, x) || !calls(first, stop, x))
            continue;
        check_elements(e, first, stop, x);
        for (int k = 0; k < x->count; k++)
            take_pointers(e, x->array[k]);
        is_any = true;
    }
    return is_any;
}
