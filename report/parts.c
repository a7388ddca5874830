#include "report/parts.h"

#include "support/format.h"

enum { NOTES_MOST = 3 };

/* Is this part the first on its line, other than the communication's own? */
static bool is_new_line(const communication *c, int part)
{
    const source_range at = c->parts[part].where;
    if (at.file == c->where.file && at.line == c->where.line)
        return false;
    for (int i = 0; i < part; i++)
        if (c->parts[i].where.file == at.file && c->parts[i].where.line == at.line)
            return false;
    return true;
}

const char *parts_lines(fp_context *ctx, const communication *c)
{
    int others = 0, last = 0;
    for (int i = 0; i < c->part_count; i++) {
        others += is_new_line(c, i);
        last = is_new_line(c, i) ? c->parts[i].where.line : last;
    }
    if (others == 0)
        return arena_printf(ctx->arena, "%d", c->where.line);
    return others == 1 ? arena_printf(ctx->arena, "%d, %d", c->where.line, last)
                       : arena_printf(ctx->arena, "%d, …", c->where.line);
}

const char *parts_kind(fp_context *ctx, const communication *c)
{
    const char *name = comm_kind_name(c->kind);
    return c->is_mixed ? arena_printf(ctx->arena, "%s …", name) : name;
}

void parts_note(fp_context *ctx, diag *d, const communication *c)
{
    int said = 0, left = 0;
    for (int i = 0; i < c->part_count; i++) {
        const comm_part *part = &c->parts[i];
        bool is_own = part->where.file == c->where.file && part->where.line == c->where.line;
        if (is_own || !source_range_is_set(part->where))
            continue;
        if (said++ >= NOTES_MOST)
            left++;
        else
            diag_note(d, part->where, "the same messages carry %s (%s)", part->references,
                      comm_kind_name(part->kind));
    }
    if (left > 0)
        diag_note(d, c->where, "and what %s",
                  format_plural(ctx->arena, left, "other reads", "others read"));
}

const char *parts_elsewhere(fp_context *ctx, const estimate *e, const source_file *file, int line)
{
    const char *text = NULL;
    for (int i = 0; i < e->comm_count; i++) {
        const communication *c = e->comms[i].comm;
        for (int k = 0; c && e->comms[i].messages > 0 && k < c->part_count; k++) {
            const comm_part *part = &c->parts[k];
            if (part->where.file != file || part->where.line != line || c->where.line == line)
                continue;
            text = arena_printf(ctx->arena, "%s%s%s (%s) comes with the messages of line %d",
                                text ? text : "", text ? "; " : "", part->references,
                                comm_kind_name(part->kind), c->where.line);
        }
    }
    return text;
}
