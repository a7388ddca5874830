#include "plan/xmp/async.h"

#include <assert.h>

/* What is wrong with what is started and waited for. */

const char *async_word(const node *n)
{
    static const char *const words[] = {[NODE_REFLECT] = "reflect",
                                        [NODE_REDUCE] = "reduction",
                                        [NODE_BCAST] = "bcast",
                                        [NODE_GMOVE] = "gmove",
                                        [NODE_BARRIER] = "barrier"};
    if (n->kind == NODE_REFLECT && n->u.reflect.is_reverse)
        return "reduce_shadow";
    assert((size_t)n->kind < sizeof words / sizeof *words && words[n->kind]);
    return words[n->kind];
}

static const char *async_id_text(const async_flow *f, const expr *id)
{
    return expr_text(f->p->ctx, id);
}

void async_report_restart(const async_flow *f, const async_start *s)
{
    if (s->id->uses_loop_var) {
        diag_report(f->p->ctx->diags, DIAG_WARNING, "async", s->node->where,
                    "this %s starts again, under what may be another id (%s), before it is waited "
                    "for; one at a time is followed, and is waited for here first: less overlap "
                    "is predicted than there may be",
                    async_word(s->node), async_id_text(f, s->id));
        return;
    }
    diag_report(f->p->ctx->diags, DIAG_WARNING, "async", s->node->where,
                "this %s starts again before anything has waited for it, and is waited for here "
                "first; write 'wait_async (%s)' before it",
                async_word(s->node), async_id_text(f, s->id));
}

void async_report_left(const async_flow *f, const async_start *s)
{
    diag_report(f->p->ctx->diags, DIAG_WARNING, "async", s->node->where,
                "nothing has waited for this %s when the program ends; write 'wait_async (%s)' "
                "after it",
                async_word(s->node), async_id_text(f, s->id));
}

void async_report_unawaited(const async_flow *f, const async_start *s)
{
    diag_report(f->p->ctx->diags, DIAG_WARNING, "async", s->node->where,
                "this %s is started and never waited for; write 'wait_async (%s)' before its "
                "result is used",
                async_word(s->node), async_id_text(f, s->id));
}

void async_report_unstarted(const async_flow *f, const node *wait)
{
    const char *id = async_id_text(f, wait->u.xmp_comm.async);
    diag_report(f->p->ctx->diags, DIAG_WARNING, "async", wait->where,
                "nothing that is started before this has the id %s, and it waits for nothing; "
                "start something with 'async (%s)', or leave it out",
                id, id);
}

void async_report_early(const async_flow *f, source_range where, const variable *v,
                        const async_start *s)
{
    diag *d =
        diag_report(f->p->ctx->diags, DIAG_WARNING, "async", where,
                    "'%s' is read before the %s that updates it is waited for; write 'wait_async "
                    "(%s)' before this",
                    v->name, async_word(s->node), async_id_text(f, s->id));
    diag_note(d, s->node->where, "started here");
}
