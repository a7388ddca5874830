#include "codegen/data/row_table.h"

#include "codegen/text/edit.h"
#include "codegen/text/mention.h"

static bool is_in(source_range where, source_range whole)
{
    return where.file == whole.file && emit_begin(where) >= emit_begin(whole) &&
           emit_end(where) <= emit_end(whole);
}

void emit_leave_out_rows(emitter *e, const instance *f)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->row_count; i++) {
        const row_edit *one = &p->rows[i];
        if (!is_in(one->where, f->function->text) || !mention_array_of(e, one->table))
            continue;
        if (one->in_macro)
            emit_refuse_macro(e, one->where, one->where,
                              "a macro sets up rows of '%s', which is distributed: write it out",
                              one->table->name);
        else
            emit_edit(e, one->where.file, emit_begin(one->where), emit_end(one->where), one->text);
    }
}
