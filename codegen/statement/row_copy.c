/* Rows that are copied: for (j ...) u[i][j] = v[i][j].
 *
 * A C compiler makes a call of memcpy of such a loop, where it sees that the two do not overlap: as
 * arrays of the source do, and as pointers, which they are in the program, do not. */

#include <string.h>

#include "codegen/data/descriptors.h"
#include "codegen/statement/loop.h"
#include "codegen/statement/open_loop.h"
#include "codegen/statement/row_copy.h"
#include "codegen/text/edit.h"
#include "codegen/text/expression.h"
#include "codegen/text/mention.h"
#include "codegen/text/work.h"

/* Does the next iteration access the next element in memory? */
static bool goes_along_row(const emitter *e, const loop_node *l, const reference *r)
{
    const variable *v = r->var;
    const array_info *a = emit_array(e, v);
    expr_pool *pool = e->planned->program->pool;
    if (!a || v->is_aliased || v->is_coarray || v->formal_index >= 0 || r->is_linear ||
        r->is_split || r->is_by_pointer || r->is_by_row || r->member_bytes)
        return false;
    for (int d = 0; d < v->rank; d++) {
        const bool is_last = d == v->rank - 1;
        if (r->sub[d].kind != SUBSCRIPT_VALUE || (is_last && (a->dense[d] || a->is_by_owner)))
            return false;
        const expr *rest = is_last
                               ? expr_sub(pool, r->sub[d].value, expr_loop_var(pool, l->range.var))
                               : r->sub[d].value;
        if (expr_mentions(rest, l->range.var))
            return false;
    }
    return a->apart == 0;
}

typedef struct name_check {
    const outline_name *write, *read;
    bool ok;
} name_check;

/* One element is written and one read, in subscripts are values that stay, and all of it stands in
 * the file. */
static bool check_name(void *data, const outline_name *n)
{
    name_check *c = data;
    c->ok &= n->origin == NAME_OF_FILE && !n->is_volatile && !n->has_section;
    if (n->subscript_count && n->use == NAME_WRITE && !c->write)
        c->write = n;
    else if (n->subscript_count && n->use == NAME_READ && !c->read)
        c->read = n;
    else
        c->ok &= n->use == NAME_READ && !n->subscript_count && !n->is_pointed;
    return !c->ok;
}

static const outline *only_statement(const outline *o)
{
    while (o->kind == OUTLINE_BLOCK && o->child_count == 1 && !o->in_macro)
        o = o->child[0];
    return o;
}

/* The two elements, where the statement is one assignment of the one to the other. */
static bool find_elements(const outline *o, name_check *c)
{
    *c = (name_check){.ok = true};
    if (o->kind != OUTLINE_SIMPLE || o->in_macro || o->is_beyond || !o->copies_element)
        return false;
    mention_some(o, check_name, c);
    return c->ok && c->write && c->read;
}

static bool is_of_one_type(const variable *a, const variable *b)
{
    const char *from = b->type && strncmp(b->type, "const ", 6) == 0 ? b->type + 6 : b->type;
    return a != b && a->type && from && strcmp(a->type, from) == 0 && !a->is_no_number &&
           !b->is_no_number && !strstr(from, "volatile") && !strchr(from, '*');
}

/* Upwards, one element after the other, with nothing but the assignment in it. */
static bool is_of_assignment(const loop_node *l)
{
    const node *n = l->body;
    int64_t step;
    return !l->whole && (!l->split_on || l->split_on->kind == DIST_BLOCK) &&
           l->piece == LOOP_ENTIRE && l->is_exact && !l->is_of_rows && !l->period &&
           l->direction == LOOP_UP && expr_is_int(l->range.step, &step) && step == 1 && n &&
           !n->next && !n->unknowns && n->kind == NODE_STATEMENT && n->u.stmt.write &&
           n->u.stmt.read_count == 1 && !l->range.upper->uses_coord && !n->u.stmt.is_io &&
           !n->u.stmt.draws && !n->u.stmt.exchange && !emit_is_restricted(&n->u.stmt.at);
}

/* Does the file have all of the head, so that another may stand there? It sets the loop's variable.
 */
static bool is_plain_head(const emitter *e, const outline *o, const loop_node *l)
{
    const char *type = emit_type_of_counter(e, l, o->declared_count ? o->declared[0]->type : NULL);
    if (!type || (strcmp(type, "int") != 0 && strcmp(type, "long") != 0) || !o->head_end.file)
        return false;
    for (int i = 0; i < 3; i++) {
        if (!o->head[i].file || emit_end(o->head[i]) >= emit_begin(o->head_end) ||
            emit_sets_more(o->head_names[i]))
            return false;
        for (int k = 0; k < o->head_names[i].count; k++) {
            const outline_name *n = &o->head_names[i].data[k];
            const bool is_plain = !n->subscript_count && !n->is_pointed && !n->member;
            if (n->origin != NAME_OF_FILE || n->use == NAME_CALL || n->is_volatile ||
                (n->use != NAME_READ && !is_plain))
                return false;
        }
    }
    return true;
}

bool emit_is_row_copy(const emitter *e, const node *n, const outline *o)
{
    name_check c;
    const loop_node *l = &n->u.loop;
    if (n->kind != NODE_LOOP || o->kind != OUTLINE_FOR || o->in_macro || e->options->is_shared ||
        emit_counts(e) || !is_of_assignment(l) || !is_plain_head(e, o, l))
        return false;
    const statement_node *s = &l->body->u.stmt;
    return is_of_one_type(s->write->var, s->reads[0]->var) && goes_along_row(e, l, s->write) &&
           goes_along_row(e, l, s->reads[0]) && find_elements(only_statement(o->child[0]), &c);
}

bool emit_is_in_row_copy(const emitter *e, const node *n)
{
    const open_loop *l = e->loops.count ? e->loops.data[e->loops.count - 1] : NULL;
    return l && l->is_row_copy && l->loop->u.loop.body == n;
}

void emit_behind_row(emitter *e, const loop_node *l)
{
    if (l->split_on)
        fprintf(e->out, "%s + 1", emit_last_name(e, l));
    else
        emit_operand(e, expr_add(e->planned->program->pool, l->range.upper,
                                 expr_int(e->planned->program->pool, 1)));
}

void emit_row_copy(emitter *e, const outline *o)
{
    const loop_node *l = &e->loops.data[e->loops.count - 1]->loop->u.loop;
    name_check c;
    if (!find_elements(o, &c))
        return;
    const char *to = emit_text_of(e, c.write->whole), *from = emit_text_of(e, c.read->whole);
    fprintf(e->out, "memcpy(&%s, &%s, (size_t)(", to, from);
    emit_behind_row(e, l);
    fprintf(e->out, " - %s) * sizeof %s);", l->range.var->name, to);
}
