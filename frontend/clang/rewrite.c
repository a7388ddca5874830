#include <stdlib.h>
#include <string.h>

#include "frontend/clang/rewrite_sections.h"

/* --- Edits --------------------------------------------------------------- */

static int by_offset(const void *a, const void *b)
{
    const numbered_edit *x = a, *y = b;
    if (x->edit.at != y->edit.at)
        return x->edit.at < y->edit.at ? -1 : 1;
    return x->number - y->number;
}

void rewrite_sort(rewrite_job *job)
{
    if (job->edits.count)
        qsort(job->edits.data, (size_t)job->edits.count, sizeof *job->edits.data, by_offset);
}

static void add(rewrite_job *job, rewrite_edit e)
{
    numbered_edit numbered = {e, job->edits.count};
    VEC_PUSH(job->ctx->arena, &job->edits, numbered);
}

void rewrite_add(rewrite_job *job, size_t at, size_t removed, const char *text)
{
    add(job, (rewrite_edit){.at = at, .removed = removed, .text = text, .length = strlen(text)});
}

void rewrite_move(rewrite_job *job, size_t at, const rewrite_edit *e)
{
    add(job, (rewrite_edit){.at = at,
                            .text = e->text,
                            .length = e->length,
                            .from = source_range_of(job->file->file, e->at, e->at)});
}

void rewrite_copy(rewrite_job *job, size_t at, size_t begin, size_t end)
{
    const source_file *file = job->file->file;
    add(job, (rewrite_edit){.at = at,
                            .text = source_text(file) + begin,
                            .length = end - begin,
                            .from = source_range_of(file, begin, end),
                            .is_copy = true});
}

bool rewrite_is_skipped(const rewrite_job *job, size_t at)
{
    source_range place = source_range_of(job->file->file, at, at);
    for (int i = 0; i < job->file->skipped_count; i++)
        if (source_contains(job->file->skipped[i], place))
            return true;
    return false;
}

void rewrite_fail(rewrite_job *job, const char *rule, size_t begin, size_t end, const char *text)
{
    if (rewrite_is_skipped(job, begin))
        return;
    job->has_failed = true;
    diag_report(job->ctx->diags, DIAG_ERROR, rule, source_range_of(job->file->file, begin, end),
                "%s", text);
}

/* --- The rewritten text -------------------------------------------------- */

static char *apply(fp_context *ctx, rewritten *r)
{
    size_t length = source_length(r->file);
    for (int i = 0; i < r->edit_count; i++)
        length += r->edits[i].length - r->edits[i].removed;
    char *text = arena_alloc(ctx->arena, length + 1), *to = text;
    const char *from = source_text(r->file);
    size_t at = 0;
    for (int i = 0; i < r->edit_count; i++) {
        const rewrite_edit *e = &r->edits[i];
        memcpy(to, from + at, e->at - at);
        to += e->at - at;
        memcpy(to, e->text, e->length);
        to += e->length;
        at = e->at + e->removed;
    }
    memcpy(to, from + at, source_length(r->file) - at);
    r->length = length;
    return text;
}

/* One of several in a declaration gets one of its own before that, and another
 * name in it. */
static void make_const(rewrite_job *job, const rewrite_const *c)
{
    if (c->is_alone) {
        rewrite_add(job, c->at, 0, "const ");
        return;
    }
    rewrite_add(job, c->at, 0, arena_printf(job->ctx->arena, "const %s ", c->type));
    rewrite_copy(job, c->at, c->begin, c->end);
    rewrite_add(job, c->at, 0, "; ");
    rewrite_add(job, c->begin, c->end - c->begin,
                arena_printf(job->ctx->arena, LEFTOVER_NAME "%zu", c->begin));
}

bool rewrite_source(fp_context *ctx, const user_file *file, const rewrite_wishes *wishes,
                    rewritten *out)
{
    rewrite_job job = {.ctx = ctx, .file = file, .wishes = wishes};
    rewrite_scan(&job, 0, source_length(file->file), wishes->with_sections);
    for (int i = 0; i < wishes->const_count; i++)
        make_const(&job, &wishes->consts[i]);
    rewrite_sort(&job);
    *out = (rewritten){.file = file->file, .edit_count = job.edits.count};
    out->edits = ARENA_ARRAY(ctx->arena, job.edits.count, rewrite_edit);
    for (int i = 0; i < job.edits.count; i++)
        out->edits[i] = job.edits.data[i].edit;
    out->text = apply(ctx, out);
    return !job.has_failed;
}

/* --- Places -------------------------------------------------------------- */

/* The first edit at or after the beginning of a line. */
static int first_edit(const rewritten *r, size_t line_begin)
{
    int low = 0, high = r->edit_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (r->edits[middle].at < line_begin)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void rewrite_place(const rewritten *r, int *line, int *column)
{
    size_t line_begin = source_offset(r->file, *line, 1), line_length = 0;
    source_line(r->file, *line, &line_length);
    size_t wanted = (size_t)(*column - 1), moved = 0;
    for (int i = first_edit(r, line_begin); i < r->edit_count; i++) {
        const rewrite_edit *e = &r->edits[i];
        if (e->at > line_begin + line_length)
            break;
        size_t begin = e->at - line_begin + moved;
        if (wanted < begin)
            break;
        if (wanted < begin + e->length) {
            bool is_moved = source_range_is_set(e->from);
            *line = is_moved ? e->from.line : *line;
            *column = is_moved ? e->from.column : (int)(e->at - line_begin) + 1;
            *column += e->is_copy ? (int)(wanted - begin) : 0;
            return;
        }
        moved += e->length - e->removed;
    }
    *column = (int)(wanted - moved) + 1;
}

bool rewrite_made_const(const rewritten *r, int line, int column)
{
    size_t name = source_offset(r->file, line, column);
    for (int i = 0; i < r->edit_count; i++) {
        const rewrite_edit *e = &r->edits[i];
        bool is_alone = strcmp(e->text, "const ") == 0 && e->at <= name &&
                        !memchr(source_text(r->file) + e->at, ';', name - e->at);
        bool is_moved = e->is_copy && e->from.line == line && e->from.column == column;
        if ((is_alone && !source_range_is_set(e->from)) || is_moved)
            return true;
    }
    return false;
}
