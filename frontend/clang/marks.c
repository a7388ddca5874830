/* Marks of functions and loops. A mark is a variable whose attribute `cleanup` ends the region, so
 * that return, goto and break end it as well; gcc and clang have that. */

#include <stdlib.h>
#include <string.h>

#include "frontend/clang/import.h"
#include "frontend/clang/marks.h"
#include "frontend/marks.h"

static const char declarations[] =
    "int fpredict_record_enter(const char *, const char *, int, int); "
    "void fpredict_record_leave(int *);\n";

typedef struct insertion {
    size_t at;
    int number; /* of those at one place the order */
    const char *text;
} insertion;

typedef struct marking {
    fp_context *ctx;
    const frontend_mark_wish *wish;
    const source_file *file;
    const char *path; /* as a string of C */
    VEC(insertion) insertions;
    frontend_marked *out;
} marking;

static const char *quoted(arena *a, const char *text)
{
    char *out = arena_alloc(a, 2 * strlen(text) + 3), *to = out;
    *to++ = '"';
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            *to++ = '\\';
        *to++ = *text;
    }
    memcpy(to, "\"", 2);
    return out;
}

static void insert(marking *m, size_t at, const char *text)
{
    VEC_PUSH(m->ctx->arena, &m->insertions, ((insertion){at, m->insertions.count, text}));
}

/* The variable is named by its place, so that none hides another one. */
static const char *mark_of(const marking *m, size_t at, const char *name, int line,
                           bool is_function)
{
    return arena_printf(m->ctx->arena,
                        "int fpredict_mark_%zu __attribute__((cleanup(fpredict_record_leave))) = "
                        "fpredict_record_enter(%s, %s, %d, %d);",
                        at, quoted(m->ctx->arena, name), m->path, line, is_function);
}

/* --- Loops --- */

static void mark_loop(marking *m, const marks_loop *loop)
{
    arena *a = m->ctx->arena;
    const size_t at = loop->mark;
    const char *mark =
        mark_of(m, loop->begin, arena_printf(a, "loop %d", loop->line), loop->line, false);
    const int line = source_range_of(m->file, at, at).line;
    /* A directive begins a line, which keeps its number. */
    insert(m, at,
           loop->is_before_line ? arena_printf(a, "{ %s\n#line %d %s\n", mark, line, m->path)
                                : arena_printf(a, "{ %s ", mark));
    insert(m, loop->end, " }");
    VEC_PUSH(a, &m->out->loops, loop->line);
}

static void mark_loops(marking *m, const marks_function *f)
{
    for (int i = 0; i < f->loops.count; i++) {
        const marks_loop *loop = &f->loops.data[i];
        if (!m->wish->wants_loop(m->wish->who, loop->line))
            continue;
        const source_range where = source_range_of(m->file, loop->begin, loop->begin + 1);
        if (loop->is_nested)
            diag_report(m->ctx->diags, DIAG_WARNING, "not-recorded", where,
                        "the loop is not recorded: a directive before a loop around it may "
                        "take both as one");
        else if (marks_is_entered(f, loop))
            diag_report(m->ctx->diags, DIAG_WARNING, "not-recorded", where,
                        "the loop is not recorded: a label in it is reached from outside");
        else if (loop->hindrance)
            diag_report(m->ctx->diags, DIAG_WARNING, "not-recorded", where,
                        "the loop is not recorded: %s", loop->hindrance);
        else
            mark_loop(m, loop);
    }
}

static void mark_function(marking *m, const marks_function *f)
{
    if (f->body && m->wish->wants_function(m->wish->who, f->name))
        insert(m, f->body,
               arena_printf(m->ctx->arena, " %s", mark_of(m, f->body, f->name, f->line, true)));
    mark_loops(m, f);
}

/* --- The text --- */

static int by_place(const void *a, const void *b)
{
    const insertion *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->number - y->number;
}

static void write_text(marking *m)
{
    arena *a = m->ctx->arena;
    const char *head = arena_printf(a, "%s#line 1 %s\n", declarations, m->path);
    size_t length = strlen(head) + source_length(m->file);
    for (int i = 0; i < m->insertions.count; i++)
        length += strlen(m->insertions.data[i].text);
    char *text = arena_alloc(a, length + 1), *to = text;
    qsort(m->insertions.data, (size_t)m->insertions.count, sizeof *m->insertions.data, by_place);
    to = stpcpy(to, head);
    size_t at = 0;
    for (int i = 0; i < m->insertions.count; i++) {
        const insertion *one = &m->insertions.data[i];
        memcpy(to, source_text(m->file) + at, one->at - at);
        to = stpcpy(to + (one->at - at), one->text);
        at = one->at;
    }
    memcpy(to, source_text(m->file) + at, source_length(m->file) - at);
    m->out->text = text;
    m->out->length = length;
}

bool frontend_mark(fp_context *ctx, const frontend_options *options, const frontend_mark_wish *wish,
                   frontend_marked *out)
{
    *out = (frontend_marked){0};
    marking m = {.ctx = ctx,
                 .wish = wish,
                 .file = source_open(ctx->sources, options->path),
                 .path = quoted(ctx->arena, options->path),
                 .out = out};
    marks_functions found;
    if (!m.file || !marks_find(ctx, options, m.file, &found))
        return false;
    for (int i = 0; i < found.count; i++)
        mark_function(&m, &found.data[i]);
    if (m.insertions.count)
        write_text(&m);
    return true;
}
