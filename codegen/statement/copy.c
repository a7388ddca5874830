/* Compiler-generated statements: copies between versions of an array, and between a scalar
 * that a loop carries and the array that stands for it. */

#include "codegen/statement/copy.h"
#include "codegen/data/local_pointer.h"
#include "codegen/statement/loop.h"
#include "codegen/statement/owner_test.h"
#include "codegen/text/work.h"

void emit_copy_statement(emitter *e, const node *n)
{
    const statement_node *s = &n->u.stmt;
    work own = {0};
    if (emit_is_restricted(&s->at))
        emit_add_node(e, &own, n);
    const char *count = emit_work_text(e, &own);
    if (s->at.grid && (!e->only_counts || *count)) {
        fputs("if (", e->out);
        emit_owner_test(e, &s->at);
        fputs(") ", e->out);
    }
    if (e->only_counts) {
        fputs(count, e->out);
        return;
    }
    if (*count)
        fprintf(e->out, "{ %s ", count);
    if (s->write)
        emit_element(e, s->write);
    else
        fputs(s->scalar->name, e->out);
    fputs(" = ", e->out);
    if (s->read_count)
        emit_element(e, s->reads[0]);
    else
        fputs(s->scalar_reads[0]->name, e->out);
    fputs(*count ? "; }" : ";", e->out);
}
