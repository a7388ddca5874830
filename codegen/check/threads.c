/* OpenMP's directives. */

#include "codegen/check/threads.h"
#include "codegen/text/edit.h"

void emit_leave_out_threads(emitter *e)
{
    const program *p = e->planned->program;
    if (p->spelling == DIALECT_NONE) /* nothing is predicted, and all is executed as it stands */
        return;
    for (int i = 0; i < p->thread_count; i++)
        emit_edit(e, p->threads[i].file, emit_begin(p->threads[i]), emit_end(p->threads[i]), "");
    if (p->thread_count)
        diag_report(e->ctx->diags, DIAG_WARNING, "spmd", p->threads[0],
                    "OpenMP's directives are left out%s: each process is one thread, as it is "
                    "predicted",
                    p->thread_count > 1 ? ", here and further down" : "");
}
