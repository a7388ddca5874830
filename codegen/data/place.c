#include "codegen/data/place.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/data/dense.h"
#include "codegen/data/descriptors.h"
#include "codegen/data/followed_pointer.h"
#include "codegen/data/local_pointer.h"
#include "codegen/text/edit.h"
#include "codegen/text/expression.h"
#include "codegen/text/mention.h"

/* A vector's would be as large as what it saves. */
bool emit_has_table(const array_info *a, int d)
{
    return a->dense[d] && a->var->rank > 1;
}

const char *emit_places_name(const emitter *e, const pointer *p, int d)
{
    return arena_printf(e->ctx->arena, "%s_at%d", p->name, d);
}

static const expr *cell_of(const emitter *e, const array_info *a, const reference *r, int d)
{
    return r->sub[d].kind == SUBSCRIPT_VALUE
               ? expr_add(e->planned->program->pool, r->sub[d].value, a->dense[d]->offset)
               : NULL;
}

/* --- Loops over places ---------------------------------------------------------------------- */

static bool is_local(const emitter *e, const reference *r, const axis_map *map, const expr *cell)
{
    const array_info *a = r ? emit_array(e, r->var) : NULL;
    for (int d = 0; a && d < r->var->rank; d++)
        if (a->dense[d] && axis_map_equal(a->dense[d], map) && cell_of(e, a, r, d) == cell)
            return true;
    return false;
}

static bool is_any_local(const emitter *e, int count, const reference *const *list,
                         const axis_map *map, const expr *cell)
{
    for (int i = 0; i < count; i++)
        if (is_local(e, list[i], map, cell))
            return true;
    return false;
}

bool emit_has_local(const emitter *e, const node *list, const axis_map *map, const expr *cell)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        bool is = false;
        if (n->kind == NODE_STATEMENT)
            is = is_local(e, n->u.stmt.write, map, cell) ||
                 is_any_local(e, n->u.stmt.read_count, n->u.stmt.reads, map, cell);
        else if (n->kind == NODE_IF)
            is = is_any_local(e, n->u.cond.read_count, n->u.cond.reads, map, cell);
        for (int i = n->kind == NODE_CALL ? 0 : node_below(n, inner); i-- > 0 && !is;)
            is = emit_has_local(e, inner[i], map, cell);
        if (is)
            return true;
    }
    return false;
}

static const char *beside_name(const emitter *e, const array_info *a, const local_index *x,
                               int64_t by)
{
    for (int i = e->beside_indices.count; i-- > 0;) {
        const beside_index *b = &e->beside_indices.data[i];
        if (b->along == x->name && b->array == a && b->by == by)
            return arena_printf(e->ctx->arena, "%s + %s", x->name, b->name);
    }
    return NULL;
}

/* What counts along in a loop around; or null. */
static const char *local_name(const emitter *e, const array_info *a, const reference *r, int d)
{
    const expr *cell = cell_of(e, a, r, d);
    for (int i = e->local_indices.count; i-- > 0 && cell;) {
        const local_index *x = &e->local_indices.data[i];
        int64_t by;
        if (!axis_map_equal(x->map, a->dense[d]))
            continue;
        if (x->cell == cell)
            return x->name;
        const char *name = NULL;
        if (emit_is_by_owner(a, d) &&
            expr_is_int(expr_sub(e->planned->program->pool, cell, x->cell), &by))
            name = beside_name(e, a, x, by);
        if (name)
            return name;
    }
    return NULL;
}

/* --- Beside a loop's places ----------------------------------------------------------------- */

static void add_beside(emitter *e, const reference *r, const local_index *x)
{
    const array_info *a = r ? emit_array(e, r->var) : NULL;
    const int d = a ? a->var->rank - 1 : 0;
    int64_t by, block = 1;
    if (!a || !emit_is_by_owner(a, d) || !axis_map_equal(a->dense[d], x->map) ||
        (x->map->block && (!expr_is_int(x->map->block, &block) || block != 1)))
        return;
    const expr *cell = cell_of(e, a, r, d);
    if (!cell || !expr_is_int(expr_sub(e->planned->program->pool, cell, x->cell), &by) || by == 0 ||
        beside_name(e, a, x, by))
        return;
    VEC_PUSH(e->ctx->arena, &e->beside_indices,
             ((beside_index){x->name, a, by,
                             arena_printf(e->ctx->arena, "%s_%s%s%lld", x->name, a->name,
                                          by < 0 ? "less" : "", (long long)(by < 0 ? -by : by))}));
}

void emit_find_beside(emitter *e, const node *list, const local_index *x)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_STATEMENT) {
            add_beside(e, n->u.stmt.write, x);
            for (int i = 0; i < n->u.stmt.read_count; i++)
                add_beside(e, n->u.stmt.reads[i], x);
        }
        for (int i = 0; n->kind == NODE_IF && i < n->u.cond.read_count; i++)
            add_beside(e, n->u.cond.reads[i], x);
        for (int i = n->kind == NODE_CALL ? 0 : node_below(n, inner); i-- > 0;)
            emit_find_beside(e, inner[i], x);
    }
}

/* --- The order of the text ------------------------------------------------------------------ */

/* Does the text have the array before its subscripts, unlike i[a]? */
static bool is_in_order(const outline_name *n)
{
    size_t from = emit_end(n->head);
    for (int d = 0; d < n->subscript_count; d++) {
        if (emit_begin(n->subscript[d]) < from)
            return false;
        from = emit_end(n->subscript[d]);
    }
    return true;
}

static void refuse_order(emitter *e, const outline_name *n)
{
    emit_refuse(e, n->where, "a subscript stands before '%s' here: write it after the array",
                n->word);
}

/* --- Elements apart ------------------------------------------------------------------------- */

static bool has_same_subscripts(const reference *a, const reference *b)
{
    for (int d = 0; d < a->var->rank; d++)
        if (a->sub[d].kind != b->sub[d].kind || a->sub[d].value != b->sub[d].value)
            return false;
    return true;
}

bool emit_is_apart(const emitter *e, const reference *r)
{
    for (int i = 0; i < e->apart.count; i++)
        if (e->apart.data[i]->ref->var == r->var && has_same_subscripts(e->apart.data[i]->ref, r))
            return true;
    return false;
}

static const char *before_apart(emitter *e, const reference *r)
{
    return arena_printf(e->ctx->arena, "(*(%s *)fpr_element(&%s, (long[]){", r->var->type,
                        emit_array(e, r->var)->name);
}

bool emit_apart(emitter *e, const reference *r)
{
    if (!emit_is_apart(e, r))
        return false;
    fputs(before_apart(e, r), e->out);
    for (int d = 0; d < r->var->rank; d++) {
        fputs(d ? ", " : "", e->out);
        emit_expr(e, r->sub[d].value);
    }
    fputs("}))", e->out);
    return true;
}

void emit_edit_apart(emitter *e, const reference *r, const outline_name *n)
{
    if (!is_in_order(n)) {
        refuse_order(e, n);
        return;
    }
    size_t from = emit_begin(n->whole);
    for (int d = 0; d < r->var->rank; d++) {
        emit_edit(e, n->whole.file, from, emit_begin(n->subscript[d]),
                  d ? ", " : before_apart(e, r));
        from = emit_end(n->subscript[d]);
    }
    emit_edit(e, n->whole.file, from, emit_end(n->whole), "}))");
}

/* --- Subscripts ----------------------------------------------------------------------------- */

static const char *text_of(emitter *e, const expr *x)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = e->out;
    e->out = open_memstream(&text, &length);
    emit_expr(e, x);
    fclose(e->out);
    e->out = out;
    const char *kept = arena_strdup(e->ctx->arena, text);
    free(text);
    return kept;
}

/* What stands before an index, for its place; after it stands ")" or "]". */
static const char *before_index(emitter *e, const array_info *a, int d)
{
    if (!emit_has_table(a, d) && emit_is_by_owner(a, d))
        return arena_printf(e->ctx->arena, "fpr_by_owner(&%s, %d, &%s, %s, ", a->name, d,
                            emit_axis(e, a->dense[d]), text_of(e, a->dense[d]->offset));
    if (!emit_has_table(a, d))
        return arena_printf(e->ctx->arena, "fpr_place_at(&%s, %d, ", a->name, d);
    for (int i = 0; i < e->pointers.count; i++) {
        pointer *p = &e->pointers.data[i];
        if (p->array != a)
            continue;
        p->has_places[d] = true;
        return arena_printf(e->ctx->arena, "%s[", emit_places_name(e, p, d));
    }
    return arena_printf(e->ctx->arena, "%s.place[%d][", a->name, d);
}

static const char *after_index(const array_info *a, int d)
{
    return emit_has_table(a, d) ? "]" : ")";
}

void emit_subscripts(emitter *e, const reference *r)
{
    const array_info *a = emit_array(e, r->var);
    for (int d = 0; d < r->var->rank; d++) {
        bool is_dense = a && a->dense[d];
        const char *along = is_dense ? local_name(e, a, r, d) : NULL;
        fputc('[', e->out);
        if (along) {
            fputs(along, e->out);
        } else {
            fputs(is_dense ? before_index(e, a, d) : "", e->out);
            emit_expr(e, r->sub[d].value);
            fputs(is_dense ? after_index(a, d) : "", e->out);
        }
        fputc(']', e->out);
    }
}

const char *emit_element_text(emitter *e, const reference *r)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = e->out;
    e->out = open_memstream(&text, &length);
    emit_element(e, r);
    fclose(e->out);
    e->out = out;
    const char *kept = arena_strdup(e->ctx->arena, text);
    free(text);
    return kept;
}

/* Where the text is another for a dense array, this one has it as it stands. */
static void keep_brackets(emitter *e, const outline_name *n)
{
    const char *text = source_text(n->whole.file);
    for (int i = 0; i < e->brackets.count; i++) {
        size_t at = e->brackets.data[i].at;
        if (e->brackets.data[i].name == n)
            emit_edit(e, n->whole.file, at, at + 1, arena_strndup(e->ctx->arena, text + at, 1));
    }
}

/* What stands between subscripts stays, `(a)[(i)][j]`: of a dense dimension the index alone is
 * another. `along`: by dimension, what counts along with the places. */
static void edit_dense(emitter *e, const array_info *a, const outline_name *n,
                       const char *const *along)
{
    const source_file *file = n->whole.file;
    const char *closing = ""; /* of the one before, which has had an edit */
    size_t from = emit_end(n->head);
    bool is_open = false;
    for (int d = 0; d <= a->var->rank; d++) {
        const bool is_last = d == a->var->rank, is_dense = !is_last && a->dense[d];
        const bool counts_along = is_dense && along[d];
        size_t begin = is_last ? emit_end(n->whole) : emit_begin(n->subscript[d]);
        const char *before = counts_along ? along[d] : is_dense ? before_index(e, a, d) : "";
        if (is_dense || is_open)
            emit_edit(e, file, from, counts_along ? emit_end(n->subscript[d]) : begin,
                      arena_printf(e->ctx->arena, "%s%.*s%s", closing, (int)(begin - from),
                                   source_text(file) + from, before));
        is_open = is_dense;
        closing = is_dense && !counts_along ? after_index(a, d) : "";
        from = is_last ? begin : emit_end(n->subscript[d]);
    }
}

void emit_edit_subscripts(emitter *e, const reference *r, const outline_name *n)
{
    const array_info *a = emit_array(e, r->var);
    const char *along[MAX_RANK] = {NULL};
    bool is_dense = false;
    keep_brackets(e, n);
    if (!a || n->subscript_count != r->var->rank)
        return;
    for (int d = 0; d < r->var->rank; d++) {
        along[d] = a->dense[d] ? local_name(e, a, r, d) : NULL;
        is_dense |= a->dense[d] != NULL;
    }
    if (!is_dense || is_in_order(n))
        edit_dense(e, a, n, along);
    else if (emit_is_told(r))
        emit_edit(e, n->whole.file, emit_begin(n->whole), emit_end(n->whole),
                  emit_element_text(e, r));
    else
        refuse_order(e, n);
}

static const bracket_place *bracket_of(const emitter *e, const outline_name *n)
{
    for (int i = 0; i < e->brackets.count; i++)
        if (e->brackets.data[i].name == n)
            return &e->brackets.data[i];
    return NULL;
}

static bool has_edit(const emitter *e, const bracket_place *b)
{
    for (int i = 0; i < e->edits.count; i++)
        if (e->edits.data[i].file == b->file && e->edits.data[i].begin <= b->at &&
            e->edits.data[i].end > b->at && emit_is_edit_here(e, &e->edits.data[i]))
            return true;
    return false;
}

/* Wherever it is: the table says. What is apart it does not know. */
static bool edit_repeated(void *data, const outline_name *n)
{
    emitter *e = data;
    const char *const along[MAX_RANK] = {NULL};
    const bracket_place *b = bracket_of(e, n);
    const array_info *a = b && !has_edit(e, b) ? mention_array(e, n) : NULL;
    if (!a || a->apart || n->has_section || n->subscript_count != a->var->rank)
        return false;
    if (is_in_order(n))
        edit_dense(e, a, n, along);
    else
        refuse_order(e, n);
    return false;
}

/* The statement in which something is looked for that it names again. */
typedef struct repetition {
    emitter *e;
    const outline *statement;
} repetition;

/* An element that the statement names again, `high = a[k]` after `a[k] > high`, reads there as it
 * does the first time; so does a pointer that a call gets again, `high = f(p)` after `f(p) > high`.
 */
static bool edit_again(void *data, const outline_name *n)
{
    const repetition *in = data;
    emitter *e = in->e;
    const source_file *file = n->whole.file;
    bool is_passed = n->is_argument && !n->subscript_count && emit_is_followed_here(e, n);
    if (n->origin != NAME_OF_FILE || (!n->subscript_count && !is_passed) || n->use == NAME_ADDRESS)
        return false;
    size_t begin = emit_begin(n->whole), end = emit_end(n->whole);
    const edit *same = NULL;
    for (int i = 0; i < e->edits.count; i++) {
        const edit *one = &e->edits.data[i];
        if (one->file != file || !emit_is_edit_here(e, one))
            continue;
        bool is_head = one->begin == begin && one->end == emit_end(n->head) && one->end < end;
        if (is_head) /* another name of the array alone */
            continue;
        if (one->begin < end && one->end > begin)
            return false;
        bool is_of_statement = one->begin >= emit_begin(in->statement->where) &&
                               one->end <= emit_end(in->statement->where);
        if (is_of_statement && one->end - one->begin == end - begin &&
            strncmp(source_text(file) + one->begin, source_text(file) + begin, end - begin) == 0)
            same = one;
    }
    for (int i = 0; i < e->known_at.count; i++)
        if (e->known_at.data[i].file == file && emit_begin(e->known_at.data[i]) == begin)
            return false;
    const array_info *a = mention_array(e, n);
    if (same)
        emit_edit(e, file, begin, end, same->text);
    else if ((!is_passed && emit_is_followed_here(e, n)) ||
             (a && a->var->is_flat && n->subscript_count != a->var->rank))
        emit_refuse(e, n->where,
                    "an element of a distributed array is named here otherwise than before in the "
                    "statement: write it as there");
    return false;
}

void emit_edit_repeated(emitter *e, const outline *o)
{
    if (e->brackets.count)
        mention_some(o, edit_repeated, e);
}

void emit_edit_again(emitter *e, const outline *o)
{
    repetition in = {e, o};
    mention_some(o, edit_again, &in);
}
