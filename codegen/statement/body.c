/* Bodies of loops and conditions, and blocks. */

#include <stdlib.h>

#include "codegen/statement/body.h"
#include "codegen/statement/node_list.h"
#include "codegen/statement/region.h"
#include "codegen/text/edit.h"
#include "codegen/text/span.h"

void emit_block(emitter *e, const outline *o, const node *list, const node *stop)
{
    bool is_in_guard = e->has_guard;
    fputc('{', e->out);
    size_t begin = emit_begin(o->inside), end = emit_end(o->inside);
    emit_nodes(e, o->child, o->child_count, begin, end, list, stop);
    if (o->child_count == 0)
        emit_source(e, o->where.file, begin, end);
    fputc('}', e->out);
    e->has_guard = is_in_guard;
}

void emit_body(emitter *e, const outline *o, const node *list, const node *stop, const char *indent,
               bool is_before_else)
{
    if (emit_is_region(e, o)) {
        const char *inner = arena_printf(e->ctx->arena, "%s    ", indent);
        fprintf(e->out, "{\n%s", inner);
        const int count = emit_regions_begin(e, o, inner);
        emit_body(e, o, list, stop, inner, false);
        emit_regions_end(e, count, inner);
        fprintf(e->out, "\n%s}", indent);
        return;
    }
    if (o->kind == OUTLINE_BLOCK && !o->in_macro) {
        emit_block(e, o, list, stop);
        return;
    }
    bool outer = e->has_inserted, is_in_guard = e->has_guard;
    FILE *out = e->out;
    char *text = NULL;
    size_t length = 0;
    e->has_inserted = e->has_guard = false;
    e->out = open_memstream(&text, &length);
    emit_nodes(e, &o, 1, emit_begin(o->where), emit_end_of(o), list, stop);
    fclose(e->out);
    e->out = out;
    if (e->has_inserted)
        fprintf(out, "{ %s\n%s}", text, indent);
    else if (e->has_guard && is_before_else)
        fprintf(out, "{ %s }", text);
    else
        fputs(text, out);
    free(text);
    e->has_inserted |= outer;
    e->has_guard |= is_in_guard;
}
