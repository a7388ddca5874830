/* The text of a simple statement, and what goes around it. */

#include "codegen/statement/simple_text.h"
#include "codegen/check/output.h"
#include "codegen/communication/written_marks.h"
#include "codegen/data/own_part.h"
#include "codegen/text/edit.h"
#include "codegen/text/span.h"

void emit_text_of_simple(emitter *e, const outline *o, const node *first, const node *stop,
                         const char *count)
{
    bool is_marked = false, is_printed = false;
    for (const node *n = first; n != stop; n = n->next) {
        is_marked |= write_is_marked(e, n);
        is_printed |= print_is_of_others(e, n);
        if (print_is_of_others(e, n) && o->kind != OUTLINE_SIMPLE)
            emit_warn_of_print(e, n);
    }
    is_printed &= o->kind == OUTLINE_SIMPLE;
    bool is_braced = *count || is_marked || is_printed || own_part_is_passed(first, stop);
    if (is_braced)
        fprintf(e->out, "{ %s%s%s", count, *count ? " " : "",
                is_printed ? "fpr_print_begin(); " : "");
    emit_source(e, o->where.file, emit_begin(o->where), emit_end_of(o));
    for (const node *n = first; n != stop; n = n->next)
        emit_write_mark(e, n);
    for (const node *n = first; n != stop; n = n->next)
        own_part_end(e, n);
    if (is_braced)
        fputs(is_printed ? " fpr_print_end(); }" : " }", e->out);
}
