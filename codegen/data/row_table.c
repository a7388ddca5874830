#include "codegen/data/row_table.h"

#include "codegen/data/descriptors.h"
#include "codegen/text/edit.h"
#include "codegen/text/mention.h"

static bool is_in(source_range where, source_range whole)
{
    return where.file == whole.file && emit_begin(where) >= emit_begin(whole) &&
           emit_end(where) <= emit_end(whole);
}

/* The text of moves is of indices, not of places. All is whole then (codegen_emit). */
static bool has_dense(const array_info *a)
{
    bool has = false;
    for (int d = 0; d < a->var->rank; d++)
        has |= a->dense[d] != NULL;
    return has;
}

/* Who executes what of a function. */
typedef struct executors {
    const home *some; /* of all that only some execute; null: of nothing */
    uint64_t loops;   /* variables of loops in it: loop_var_bit */
    bool is_by_all;   /* all execute something that has to do with arrays */
    bool is_divided;
} executors;

static void note_home(executors *x, const home *at)
{
    for (int k = 0; at->grid && k < at->grid->rank; k++) {
        const home_axis *h = &at->axis[k];
        if (h->is_restricted)
            x->is_divided |= h->last || (h->index->loop_vars & x->loops);
    }
    x->is_divided |= x->some && !home_equal(x->some, at);
    x->some = at;
}

static bool is_of_some(const home *at)
{
    bool is = false;
    for (int k = 0; at->grid && k < at->grid->rank; k++)
        is |= at->axis[k].is_restricted;
    return is;
}

static void find_executors(executors *x, const node *list, bool in_task)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_LOOP) {
            const loop_node *l = &n->u.loop;
            x->is_divided |= l->split_on || l->whole || l->is_placement;
            x->loops |= loop_var_bit(l->range.var);
        }
        if (n->kind == NODE_TASK)
            note_home(x, &n->u.task.on);
        if (n->kind == NODE_STATEMENT && is_of_some(&n->u.stmt.at))
            note_home(x, &n->u.stmt.at);
        else if (n->kind == NODE_STATEMENT && !in_task)
            x->is_by_all |= n->u.stmt.read_count || n->u.stmt.write;
        for (int i = 0, count = node_below(n, inner); i < count; i++)
            find_executors(x, inner[i], in_task || n->kind == NODE_TASK);
    }
}

/* Does a processor execute all of the function that has to do with arrays, or nothing? */
static bool is_undivided(const node *body)
{
    executors x = {0};
    find_executors(&x, body, false);
    return !x.is_divided && !(x.some && x.is_by_all);
}

/* The argument for a formal of the function at hand that is a part of an array; or null. */
static const argument *part_for(const instance *f, const variable *formal)
{
    const call_node *c = f ? f->call : NULL;
    for (int i = 0; c && i < c->argument_count && i < f->function->formal_count; i++)
        if (f->function->formals[i] == formal && c->arguments[i].is_part)
            return &c->arguments[i];
    return NULL;
}

/* Of a formal that gets a part of a distributed array, which the function's text has as it stands:
 * moves through all of it are right where whoever executes the call executes all of it. */
static void check_part(emitter *e, const instance *f, const row_edit *one)
{
    const argument *part = part_for(f, one->table);
    const array_info *a = part ? emit_array(e, part->array) : NULL;
    if (a && (has_dense(a) || !is_undivided(f->body)))
        emit_refuse(e, one->where,
                    "a pointer moves here through a part of '%s', which is distributed: name its "
                    "elements by subscripts",
                    part->array->name);
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
        if (one->is_head)
            continue;
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

/* --- Loops by pointers ------------------------------------------------------------------------ */

bool emit_is_walked_head(const emitter *e, const outline *o)
{
    const program *p = e->planned->program;
    bool is = false;
    if ((o->kind != OUTLINE_FOR && o->kind != OUTLINE_WHILE) || !o->head_end.file || o->in_macro)
        return false;
    for (int i = 0; i < p->row_count; i++) {
        const row_edit *one = &p->rows[i];
        if (!is_in(one->where, o->where) || emit_begin(one->where) >= emit_begin(o->head_end))
            continue;
        if (one->in_macro || !mention_array_of(e, one->table))
            return false;
        is |= one->is_head;
    }
    return is;
}

bool emit_has_walked_test(const emitter *e, const outline *o)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->row_count; i++)
        if (p->rows[i].is_head && is_in(p->rows[i].where, o->where) &&
            (!o->head_end.file || emit_begin(p->rows[i].where) < emit_begin(o->head_end)) &&
            mention_array_of(e, p->rows[i].table))
            return true;
    return false;
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
            !mention_array_of(e, one->table) && !part_for(e->at, one->table) &&
            !is_set_between(p, one, emit_begin(is_loop ? o->child[0]->where : o->where)))
            emit_refuse(e, one->where,
                        "a pointer moves here through '%s', and not all processors execute all "
                        "moves: name its elements by subscripts",
                        one->table->name);
    }
}
