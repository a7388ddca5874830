#include "codegen/check/exchanged_pointers.h"

#include "codegen/text/edit.h"

static void check(emitter *e, const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_LOOP && n->u.loop.period)
            emit_refuse(e, n->where,
                        "the pointers that this loop exchanges name the same arrays in every %s "
                        "iteration only: set them to these in 'main', and name the arrays by them "
                        "only from there on; or write the iterations between one after the other, "
                        "with the arrays themselves",
                        n->u.loop.period == 2   ? "second"
                        : n->u.loop.period == 3 ? "third"
                                                : "so many");
        for (int i = 0, count = node_below(n, inner); i < count; i++)
            check(e, inner[i]);
    }
}

void emit_check_exchanged_pointers(emitter *e)
{
    check(e, e->planned->body);
}
