#include "driver/fpredict/session.h"
#include "explore/incomplete.h"
#include "report/unknown.h"

void session_check_complete(session *s, const estimate *e)
{
    if (!s->opt->warnings_as_errors || !e->unknown_count || diag_has_errors(s->ctx->diags))
        return;
    const source_range nowhere = {0};
    diag *d = diag_report(s->ctx->diags, DIAG_ERROR, "incomplete", e->graph->entry->where,
                          "the prediction is not complete, and warnings are errors");
    const unknown_effect *const *unknowns;
    int count = explore_unknowns(s->ctx->arena, 1, &e, &unknowns);
    for (int i = 0; i < count && i < UNKNOWN_NAMED; i++)
        diag_note(d, unknowns[i]->where, "not known: %s", unknowns[i]->reason);
    if (count > UNKNOWN_NAMED)
        diag_note(d, nowhere, "and %d more, which --format json lists", count - UNKNOWN_NAMED);
}
