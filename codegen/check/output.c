/* Only the first process writes to standard output, so that what all execute is printed once. What
 * others execute, too, or alone, each of them writes in programs with XcalableMP's directives, as
 * each node does there. With HPF's it is one program that prints: theirs does not appear. */

#include <string.h>

#include "codegen/check/output.h"
#include "codegen/text/edit.h"
#include "codegen/text/mention.h"
#include "program/membership.h"

/* Does the first processor execute what the node is around: all of it, as far as that is known?
 * `is_else`: of a condition, what is executed where it does not hold. */
static bool is_for_first(emitter *e, const node *n, bool is_else)
{
    const if_node *c = &n->u.cond;
    int64_t number;
    switch (n->kind) {
    case NODE_LOOP:
        return !n->u.loop.split_on ||
               env_extent(e->env, n->u.loop.split_on->grid, n->u.loop.split_on->axis) == 1;
    case NODE_TASK:
        return members_has(e->env, &n->u.task.on, 0);
    case NODE_STATEMENT:
        return members_has(e->env, &n->u.stmt.at, 0);
    case NODE_IF:
        return !c->queries_rank || (c->node_number && expr_is_int(c->node_number, &number) &&
                                    (number == 0) != (c->is_node_other != is_else));
    case NODE_WHILE:
    case NODE_CALL:
    case NODE_COMM:
    case NODE_REFLECT:
    case NODE_REDUCE:
    case NODE_BCAST:
    case NODE_COLLECTIVE:
    case NODE_BARRIER:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_PUT:
    case NODE_GET:
    case NODE_GMOVE:
    case NODE_REMAP:
    case NODE_BREAK:
    case NODE_RETURN:
        return true;
    }
    return true;
}

typedef struct print_search {
    source_range where;
    bool names_stream, is_to_stream;
} print_search;

/* fprintf and the like say which stream. */
static bool find_stream(void *data, const outline_name *n)
{
    print_search *s = data;
    if (n->where.file != s->where.file || emit_begin(n->where) < emit_begin(s->where) ||
        emit_begin(n->where) >= emit_end(s->where))
        return false;
    s->names_stream |= strcmp(n->word, "stdout") == 0;
    s->is_to_stream |= n->use == NAME_CALL && n->word[0] == 'f';
    return false;
}

/* printf and the like; or does it name the stream, and a file, or standard error? */
static bool is_to_output(const function *f, const node *n)
{
    print_search s = {.where = n->where};
    if (n->u.stmt.is_io && f->outline)
        mention_some(f->outline, find_stream, &s);
    return n->u.stmt.is_io && (s.names_stream || !s.is_to_stream);
}

void emit_warn_of_print(emitter *e, const node *n)
{
    diag_report(e->ctx->diags, DIAG_WARNING, "spmd", n->where,
                "only the first process writes to standard output, and others execute this: what "
                "they print does not appear");
}

/* `for_others`: is what is around the list for others, too, or alone? */
static void check_list(emitter *e, const function *f, const node *list, bool for_others)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        bool is_others = for_others || !is_for_first(e, n, false);
        if (n->kind == NODE_STATEMENT && is_others && is_to_output(f, n)) {
            if (e->planned->program->spelling == DIALECT_XMP)
                VEC_PUSH(e->ctx->arena, &e->printed, n);
            else
                emit_warn_of_print(e, n);
        }
        for (int i = 0, count = node_below(n, inner); i < count; i++)
            check_list(e, n->kind == NODE_CALL ? n->u.call.callee : f, inner[i],
                       for_others || !is_for_first(e, n, i == 1));
    }
}

bool print_is_of_others(const emitter *e, const node *n)
{
    bool is = false;
    for (int i = 0; i < e->printed.count; i++)
        is |= e->printed.data[i] == n;
    return is;
}

void emit_find_prints(emitter *e)
{
    check_list(e, e->planned->entry, e->planned->body, false);
}
