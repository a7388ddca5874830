/* Whether a program goes through the last dimension of an array by what a processor owns of it. */

#include "codegen/data/dense.h"

enum { DEEPEST = 16 }; /* loops in each other; what is deeper is not looked at */

/* How deep in loops the list has elements of the array whose last index is that of a loop divided
 * along it, or beside that; and how deep others. */
typedef struct depths {
    int along, across;
} depths;

static void note_depth(emitter *e, const array_info *a, const reference *r,
                       const loop_node *const *around, int depth, depths *out)
{
    const int d = a->var->rank - 1;
    int64_t by;
    if (!r || r->var != a->var)
        return;
    for (int i = 0; i < depth && r->sub[d].kind == SUBSCRIPT_VALUE; i++) {
        const loop_node *l = around[i];
        if (!l->split_on || !axis_map_equal(l->split_on, a->dense[d]))
            continue;
        expr_pool *pool = e->planned->program->pool;
        const expr *index = expr_add(
            pool, expr_mul(pool, l->split_c, expr_loop_var(pool, l->range.var)), l->split_d);
        if (expr_is_int(expr_sub(pool, r->sub[d].value, index), &by)) {
            out->along = depth > out->along ? depth : out->along;
            return;
        }
    }
    out->across = depth > out->across ? depth : out->across;
}

static void find_depths(emitter *e, const array_info *a, const node *list, const loop_node **around,
                        int depth, depths *out)
{
    for (const node *n = list; n && depth < DEEPEST; n = n->next) {
        const node *inner[2];
        const bool is_loop = n->kind == NODE_LOOP;
        if (n->kind == NODE_STATEMENT) {
            note_depth(e, a, n->u.stmt.write, around, depth, out);
            for (int i = 0; i < n->u.stmt.read_count; i++)
                note_depth(e, a, n->u.stmt.reads[i], around, depth, out);
        }
        if (is_loop)
            around[depth] = &n->u.loop;
        for (int i = node_below(n, inner); i-- > 0;)
            find_depths(e, a, inner[i], around, depth + is_loop, out);
    }
}

bool emit_goes_along(emitter *e, const array_info *a)
{
    const loop_node *around[DEEPEST];
    depths deep = {0};
    find_depths(e, a, e->planned->body, around, 0, &deep);
    return deep.along >= deep.across;
}
