#include "codegen/data/allocation.h"

#include "codegen/text/edit.h"
#include "codegen/text/mention.h"

static bool is_in(source_range where, source_range whole)
{
    return where.file == whole.file && emit_begin(where) >= emit_begin(whole) &&
           emit_end(where) <= emit_end(whole);
}

static bool is_plain_read(const outline_name *n)
{
    return n->use == NAME_READ || n->use == NAME_SIZEOF;
}

allocation_kind allocation_of(outline_names names, source_range value)
{
    allocation_kind kind = ALLOCATION_NONE;
    for (int i = 0; i < names.count; i++) {
        const outline_name *n = &names.data[i];
        bool is_call = n->use == NAME_CALL;
        if (!is_in(n->where, value))
            continue;
        if (n->is_conditional || (!is_call && !is_plain_read(n)) || (is_call && kind))
            return ALLOCATION_NONE;
        if (!is_call)
            continue;
        kind = n->memory == MEMORY_ZERO    ? ALLOCATION_ZERO
               : n->memory == MEMORY_UNSET ? ALLOCATION_UNSET
                                           : ALLOCATION_NONE;
        if (!kind)
            return ALLOCATION_NONE;
    }
    return kind;
}

/* The array that is all that a statement assigns, or that it frees, as a whole; or null. */
static const array_info *whole_array(emitter *e, outline_names names, name_use use)
{
    const array_info *found = NULL;
    for (int i = 0; i < names.count; i++) {
        const outline_name *n = &names.data[i];
        const array_info *a = n->use == NAME_SIZEOF ? NULL : mention_array(e, n);
        if (a && (found || n->use != use || n->subscript_count || n->is_conditional))
            return NULL;
        found = a ? a : found;
    }
    return found;
}

/* a = malloc(..) */
static const char *in_place_of_allocation(emitter *e, const outline *o)
{
    const array_info *a = whole_array(e, o->names, NAME_WRITE);
    outline_names rest = {0};
    outline_name *others = ARENA_ARRAY(e->ctx->arena, o->names.count + 1, outline_name);
    for (int i = 0; a && i < o->names.count; i++)
        if (!mention_array(e, &o->names.data[i]) || o->names.data[i].use == NAME_SIZEOF)
            others[rest.count++] = o->names.data[i];
    rest.data = others;
    allocation_kind kind = a ? allocation_of(rest, o->where) : ALLOCATION_NONE;
    if (kind && a->var->has_zero_rows)
        kind = ALLOCATION_ZERO;
    switch (kind) {
    case ALLOCATION_UNSET:
        return "";
    case ALLOCATION_ZERO:
        return arena_printf(e->ctx->arena, "fpr_fill(&%s, NULL)", a->name);
    case ALLOCATION_NONE:
        break;
    }
    return NULL;
}

/* free(a) */
static bool is_release(emitter *e, const outline *o)
{
    bool frees = false;
    for (int i = 0; i < o->names.count; i++) {
        const outline_name *n = &o->names.data[i];
        if (n->use == NAME_CALL)
            frees = !frees && n->memory == MEMORY_FREED;
        if (n->use != NAME_CALL && !is_plain_read(n))
            return false;
    }
    return frees && whole_array(e, o->names, NAME_READ);
}

/* a = NULL, a = b = NULL: what looks at that later is refused as a whole array. */
static bool is_null(emitter *e, const outline *o)
{
    for (int i = 0; i < o->names.count; i++) {
        const outline_name *n = &o->names.data[i];
        if (n->use != NAME_WRITE || n->is_pointed || n->subscript_count || n->is_conditional ||
            !mention_array(e, n))
            return false;
    }
    return o->names.count > 0;
}

/* What a function of another file puts into the memory would be lost. */
static void warn_by_name(emitter *e, outline_names names, source_range within)
{
    for (int i = 0; i < names.count; i++) {
        const outline_name *n = &names.data[i];
        if (!n->is_memory_by_name || n->memory == MEMORY_FREED || !is_in(n->where, within))
            continue;
        diag *d = diag_report(e->ctx->diags, DIAG_WARNING, "spmd", n->where,
                              "'%s' has no body here; by its name it asks for memory, and is left "
                              "out with all else that it may do",
                              n->word);
        diag_note(d, (source_range){0},
                  "assign in this file the values that the program reads first, or use malloc");
    }
}

void emit_warn_of_allocation(emitter *e, const outline_declarator *d)
{
    warn_by_name(e, d->names, d->value);
}

static void drop(emitter *e, const outline *o)
{
    const char *text = NULL;
    emit_enter_copy(e, o);
    if (o->kind == OUTLINE_SIMPLE && !o->jump)
        text = is_release(e, o) || is_null(e, o) ? "" : in_place_of_allocation(e, o);
    if (text) {
        warn_by_name(e, o->names, o->where);
        emit_edit(e, o->where.file, emit_begin(o->where), emit_end(o->where), text);
    }
    for (int i = 0; i < o->child_count; i++)
        drop(e, o->child[i]);
    emit_leave_copy(e, o);
}

void emit_drop_allocations(emitter *e)
{
    for (const function *f = e->planned->program->functions; f; f = f->next) {
        e->text_of = f;
        if (f->text.file && f->outline)
            drop(e, f->outline);
    }
    e->text_of = NULL;
}

bool emit_is_allocation(const emitter *e, const outline *o)
{
    for (int i = 0; o->kind == OUTLINE_SIMPLE && i < e->edits.count; i++) {
        const edit *one = &e->edits.data[i];
        if (emit_is_edit_here(e, one) && one->file == o->where.file &&
            one->begin == emit_begin(o->where) && one->end == emit_end(o->where))
            return true;
    }
    return false;
}
