#include "codegen/text/fixed_template.h"

#include <string.h>

#include "codegen/text/edit.h"

bool emit_is_fixed_late(const emitter *e, const dist_template *t)
{
    const program *p = e->planned->program;
    bool is_asked = false;
    for (int i = 0; i < p->library_count; i++)
        is_asked |= strcmp(p->library[i].name, "xmp_template_fixed") == 0;
    return is_asked && t->fixed_at.file && t->fixed_in;
}

/* Does a statement, or a block, end or begin before the place, so that another may stand there? */
static bool is_between_statements(const source_file *file, size_t at)
{
    const char *text = source_text(file);
    while (at > 0 && strchr(" \t\r\n", text[at - 1]))
        at--;
    return at > 0 && strchr(";{}", text[at - 1]);
}

void emit_fixed_templates(emitter *e, const source_file *file, size_t begin, size_t end)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->template_count; i++) {
        const dist_template *t = p->templates[i];
        if (!emit_is_fixed_late(e, t) || t->fixed_at.file != file ||
            emit_begin(t->fixed_at) < begin || emit_begin(t->fixed_at) >= end)
            continue;
        if (!is_between_statements(file, begin))
            emit_refuse(e, t->fixed_at,
                        "the program asks whether '%s' is fixed, which is written here: let this "
                        "'template_fix' follow a statement, without a comment between the two",
                        t->name);
        fprintf(e->out, "    fpr_fix_template(\"%s\");\n", t->name);
    }
}
