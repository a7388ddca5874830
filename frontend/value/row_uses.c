/* Which memory rows of tables lie in, and what is known of the tables: value/row_table.h. */

#include "frontend/value/memory_function.h"
#include "frontend/value/row_pass.h"

/* --- What is known of a pointer ------------------------------------------------------------- */

static bool is_number(const c_type *type)
{
    return type && (type->kind == TYPE_INT || type->kind == TYPE_FLOAT ||
                    type->kind == TYPE_DOUBLE || type->kind == TYPE_RECORD);
}

/* The pointer to elements, or the array of them, that an expression names. */
static const decl *memory_named(const row_pass *w, const syntax *s)
{
    s = syntax_without_casts(s);
    const decl *d = s && s->kind == SYNTAX_NAME ? s->decl : NULL;
    bool is = d && d->kind == DECL_VARIABLE && d->element && !w->is_table[d->id] &&
              is_number(d->element) && d->rank > 0;
    return is ? d : NULL;
}

bool row_is_null_asked(const syntax *around, int i)
{
    if (!around)
        return false;
    if (around->kind == SYNTAX_UNARY)
        return around->op == OPERATOR_NOT;
    if (around->kind == SYNTAX_IF || around->kind == SYNTAX_CONDITIONAL)
        return i == 0;
    if (around->kind != SYNTAX_BINARY)
        return false;
    return around->op == OPERATOR_LOGICAL_AND || around->op == OPERATOR_LOGICAL_OR ||
           ((around->op == OPERATOR_EQ || around->op == OPERATOR_NE) &&
            row_is_zero(around->child[1 - i]));
}

const decl *row_own_memory(const row_pass *w, const syntax *value, const syntax **rows)
{
    value = syntax_without_casts(value);
    bool is_address = value && value->kind == SYNTAX_UNARY && value->op == OPERATOR_ADDRESS &&
                      value->child[0]->kind == SYNTAX_SUBSCRIPT;
    const syntax *sum = is_address ? value->child[0] : value; /* &a[n] */
    bool is_sum = is_address || (sum && sum->kind == SYNTAX_BINARY && sum->op == OPERATOR_ADD);
    const syntax *base = is_sum ? syntax_without_casts(sum->child[0]) : NULL;
    const decl *d = base && base->kind == SYNTAX_NAME ? base->decl : NULL;
    *rows = is_sum ? sum->child[1] : NULL;
    return d && w->is_table[d->id] && d->kind == DECL_VARIABLE && row_levels(d) == 1 ? d : NULL;
}

/* --- Tables ---------------------------------------------------------------------------------- */

static void agree(row_pass *w, const decl *table, const syntax **known, const syntax *found)
{
    if (*known && found && !row_is_same(*known, found))
        w->facts[table->id].is_unlike = true;
    if (!*known)
        *known = found;
}

/* The pointers to rows are set to `value`. */
static void note_table(row_pass *w, const decl *d, const syntax *value, const row_place *at)
{
    row_facts *f = &w->facts[d->id];
    const syntax *call = syntax_without_casts(value);
    const decl *callee =
        call && call->kind == SYNTAX_CALL && syntax_callee_name(call) ? call->child[0]->decl : NULL;
    if (callee && callee->body && w->is_table[callee->id]) {
        f->made_by = call;
        return;
    }
    if (!row_asks(value))
        return;
    agree(w, d, &f->extent[0], row_count(w, value, d->type->target->bytes));
    f->in = at->function;
    f->depth = at->depth;
}

/* A pointer to elements is set. */
static void note_memory(row_pass *w, const decl *d, const syntax *value, const row_place *at)
{
    row_memory *m = &w->memory[d->id];
    const syntax *rows;
    const decl *own = row_own_memory(w, value, &rows);
    memory_use use = row_asks(value);
    if (!own && !use)
        return;
    m->known++;
    m->allocations++;
    m->is_zero |= use == MEMORY_ZERO;
    m->in = at->function;
    m->depth = at->depth;
    if (own) {
        m->is_of_several |= m->table && m->table != own;
        m->table = own;
        agree(w, own, &w->facts[own->id].extent[0], rows);
    }
}

static void note_maker(row_pass *w, const syntax *s, const row_place *at)
{
    row_maker k;
    if (!row_maker_of(w, s, &k))
        return;
    row_facts *f = &w->facts[k.table->id];
    if (!k.is_fresh || k.index[k.level - 1])
        agree(w, k.table, &f->extent[k.level], k.columns);
    if (k.between)
        agree(w, k.table, &f->extent[1], k.between);
    if (k.rows)
        agree(w, k.table, &f->extent[0], k.rows);
    if (!k.memory)
        return;
    row_memory *m = &w->memory[k.memory->id];
    m->is_of_several |= (m->table && m->table != k.table) || (m->moves && m->moved_in != at->loop);
    m->table = k.table;
    m->known++;
}

static void note_assignment(row_pass *w, const syntax *s, const row_place *at)
{
    const syntax *left = s->child[0];
    const decl *d = left->kind == SYNTAX_NAME ? left->decl : NULL;
    const decl *memory = memory_named(w, left);
    if (d && w->is_table[d->id] && d->kind == DECL_VARIABLE && s->op == OPERATOR_NONE)
        note_table(w, d, s->child[1], at);
    else if (memory && s->op == OPERATOR_NONE)
        note_memory(w, memory, s->child[1], at);
    note_maker(w, s, at);
}

/* p += M as a part of each iteration of a `for`. */
static void note_moves(row_pass *w, const syntax *s, const syntax *loop)
{
    bool is_list =
        s && (s->kind == SYNTAX_BLOCK || (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA));
    for (int i = 0; is_list && i < s->child_count; i++)
        note_moves(w, s->child[i], loop);
    const decl *d = s && s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_ADD
                        ? memory_named(w, s->child[0])
                        : NULL;
    if (!d || d->type->kind != TYPE_POINTER)
        return;
    row_memory *m = &w->memory[d->id];
    m->known++;
    m->moves++;
    m->move_by = s->child[1];
    m->moved_in = loop;
}

static void note_operand(row_pass *w, const syntax *around, int i)
{
    const decl *d = memory_named(w, around->child[i]);
    bool is_freed = around->kind == SYNTAX_CALL && i == 1 && syntax_callee_name(around) &&
                    memory_use_of(around->child[0]->decl) == MEMORY_FREED;
    if (d && (is_freed || row_is_null_asked(around, i)))
        w->memory[d->id].known++;
}

static void count(row_pass *w, const syntax *s, row_place at)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    if (s->kind == SYNTAX_NAME && s->decl)
        w->memory[s->decl->id].uses++;
    if (s->kind == SYNTAX_ASSIGN)
        note_assignment(w, s, &at);
    row_place inner = at;
    if (s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO) {
        inner.loop = s->kind == SYNTAX_FOR ? s : NULL;
        inner.depth++;
    }
    for (int i = 0; i < s->child_count; i++) {
        const decl *d = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        const syntax *child = syntax_part(s, i);
        if (d && d->init && !d->is_static && w->is_table[d->id]) {
            note_table(w, d, d->init, &at);
        } else if (d && d->init && memory_named(w, s->child[i])) {
            note_memory(w, d, d->init, &at);
            w->memory[d->id].uses++;
        } else if (!d && child) {
            note_operand(w, s, i);
        }
        count(w, child, inner);
    }
}

static void find_moves(row_pass *w, const syntax *s)
{
    if (!s)
        return;
    if (s->kind == SYNTAX_FOR) {
        note_moves(w, s->child[2], s);
        note_moves(w, s->child[3], s);
    }
    for (int i = 0; i < s->child_count; i++)
        find_moves(w, syntax_part(s, i));
}

void row_count_uses(row_pass *w)
{
    for (int i = 0; i < w->source->function_count; i++)
        find_moves(w, w->source->functions[i]->body);
    for (int i = 0; i < w->source->function_count; i++) {
        const decl *f = w->source->functions[i];
        count(w, f->body, (row_place){.function = f});
    }
    for (int i = 0; i < w->source->decl_count; i++) {
        const decl *d = w->source->decls[i];
        if (!d->function && d->init)
            count(w, d->init, (row_place){0});
    }
}

/* --- Memory ---------------------------------------------------------------------------------- */

static bool outlives_calls(const decl *d)
{
    return !d->function || d->is_static;
}

/* Is the memory there as long as the table is, and no longer? */
static bool lives_like(const decl *memory, const decl *table)
{
    return !outlives_calls(memory) || outlives_calls(table) || decl_is_main(table->function);
}

bool row_begins_zero(const row_facts *f, const decl *in, int depth)
{
    bool is_once = decl_is_main(in) && depth == 0; /* as new memory is */
    return f->in ? in == f->in && depth == f->depth : is_once;
}

bool row_is_memory(const row_pass *w, const decl *d)
{
    if (!d || d->kind != DECL_VARIABLE || !d->element || w->is_named[d->id])
        return false;
    const row_memory *m = &w->memory[d->id];
    const row_facts *f = m->table ? &w->facts[m->table->id] : NULL;
    bool is_pointer = d->type->kind == TYPE_POINTER;
    bool is_plain = f && m->uses == m->known && !m->is_of_several && m->moves <= 1 &&
                    !d->is_replaceable && !d->type->is_volatile && !d->has_cleanup &&
                    d->element->bytes == row_element(m->table)->bytes &&
                    (!d->is_external || m->table->is_external) && lives_like(d, m->table);
    if (!is_plain || (is_pointer ? m->allocations != 1 : d->init != NULL))
        return false;
    /* Arrays that outlive functions are 0 when the program begins. */
    if (!is_pointer && outlives_calls(d))
        return !f->in || (decl_is_main(f->in) && f->depth == 0);
    return !m->is_zero || row_begins_zero(f, m->in, m->depth);
}
