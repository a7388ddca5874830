#include "codegen/data/row_table.h"

#include "codegen/data/descriptors.h"
#include "codegen/text/edit.h"
#include "codegen/text/mention.h"

static bool is_in(source_range where, source_range whole)
{
    return where.file == whole.file && emit_begin(where) >= emit_begin(whole) &&
           emit_end(where) <= emit_end(whole);
}

/* Of a formal that gets a part of a distributed array, which the function's text has as it stands:
 * moves through all of it are not those of what a processor executes. */
static void check_part(emitter *e, const instance *f, const row_edit *one)
{
    const call_node *c = f->call;
    for (int i = 0; c && i < c->argument_count && i < f->function->formal_count; i++)
        if (f->function->formals[i] == one->table && c->arguments[i].is_part &&
            emit_array(e, c->arguments[i].array))
            emit_refuse(e, one->where,
                        "a pointer moves here through a part of '%s', which is distributed: name "
                        "its elements by subscripts",
                        c->arguments[i].array->name);
}

/* The text of moves is of indices, not of places. All is whole then (codegen_emit). */
static bool has_dense(const array_info *a)
{
    bool has = false;
    for (int d = 0; d < a->var->rank; d++)
        has |= a->dense[d] != NULL;
    return has;
}

void emit_leave_out_rows(emitter *e, const instance *f)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->row_count; i++) {
        const row_edit *one = &p->rows[i];
        if (!is_in(one->where, f->function->text))
            continue;
        const array_info *a = mention_array_of(e, one->table);
        if (!a) {
            check_part(e, f, one);
            continue;
        }
        if (!one->text)
            emit_refuse(e, one->where,
                        "a pointer that moves through '%s', which is distributed, is looked at "
                        "here, or moved for as long as this says: count elements by an integer",
                        one->table->name);
        else if (one->in_macro)
            emit_refuse_macro(e, one->where, one->where,
                              "a macro sets up rows of '%s', which is distributed: write it out",
                              one->table->name);
        else if (*one->text && has_dense(a))
            emit_refuse(e, one->where,
                        "a pointer moves here through '%s', which is distributed in cycles: name "
                        "its elements by subscripts",
                        one->table->name);
        else
            emit_edit(e, one->where.file, emit_begin(one->where), emit_end(one->where), one->text);
    }
}

/* --- Pointers through what all processors have -------------------------------------------------
 */

/* Is the pointer set there, between a place and where it moves? */
static bool is_set_between(const program *p, const row_edit *move, size_t from)
{
    for (int i = 0; i < p->row_count; i++) {
        const row_edit *one = &p->rows[i];
        if (one->sets && one->pointer == move->pointer && one->where.file == move->where.file &&
            emit_begin(one->where) >= from && emit_begin(one->where) < emit_begin(move->where))
            return true;
    }
    return false;
}

void emit_check_moves(emitter *e, const outline *o)
{
    const program *p = e->planned->program;
    const bool is_loop =
        o->kind == OUTLINE_FOR || o->kind == OUTLINE_WHILE || o->kind == OUTLINE_DO;
    for (int i = 0; i < p->row_count; i++) {
        const row_edit *one = &p->rows[i];
        if (one->pointer >= 0 && !one->sets && is_in(one->where, o->where) &&
            !mention_array_of(e, one->table) &&
            !is_set_between(p, one, emit_begin(is_loop ? o->child[0]->where : o->where)))
            emit_refuse(e, one->where,
                        "a pointer moves here through '%s', and not all processors execute all "
                        "moves: name its elements by subscripts",
                        one->table->name);
    }
}
