#include "validate/page.h"

#include "report/subject.h"
#include "report/text.h"

void page_paragraph(const page *p, const char *text, bool is_item)
{
    arena *a = p->ctx->arena;
    const char *indent = is_item && !p->is_markdown ? "  " : "";
    if (p->is_markdown)
        text = arena_printf(a, "%s%s", is_item ? "- " : "", text_markdown(a, text));
    text_paragraph(p->ctx, p->out, indent, 0, text, p->style.width);
}

void page_heading(const page *p, const char *text)
{
    fputc('\n', p->out);
    style_on(p->out, p->style, STYLE_BOLD);
    page_paragraph(p, p->is_markdown ? arena_printf(p->ctx->arena, "%s.", text) : text, false);
    style_off(p->out, p->style);
    fputc('\n', p->out);
}

void page_table(const page *p, const table *t)
{
    if (p->is_markdown)
        table_print_markdown(t, p->out);
    else
        table_print(t, p->out, "  ", p->style.width, p->style.color);
}

const char *page_percent(const page *p, double fraction)
{
    double value = 100 * fraction;
    return arena_printf(p->ctx->arena, "%.*f %%", value < 9.995 ? 2 : 1, value);
}

const char *page_case(const page *p, const validate_case *c)
{
    if (p->is_serial)
        return *c->size ? c->size : "as it is";
    return arena_printf(p->ctx->arena, "%s%s%s, on %s", c->distribution, *c->size ? ", " : "",
                        c->size, c->procs);
}
