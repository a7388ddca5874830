#include <string.h>

#include "driver/fpredict/session.h"
#include "support/format.h"

/* Which of the program's files --at means: those that are compiled, and headers with code. A
 * name may leave out folders that it lies in. */

typedef VEC(const source_file *) file_list;

static void add_file(fp_context *ctx, file_list *all, const source_file *file)
{
    for (int i = 0; i < all->count; i++)
        if (strcmp(source_path(all->data[i]), source_path(file)) == 0)
            return;
    VEC_PUSH(ctx->arena, all, file);
}

static file_list files_with_code(const session *s)
{
    file_list all = {0};
    for (int i = 0; i < s->program->file_count; i++)
        add_file(s->ctx, &all, s->program->files[i]);
    for (const function *f = s->program->functions; f; f = f->next)
        if (f->where.file)
            add_file(s->ctx, &all, f->where.file);
    return all;
}

static const char *names_of(fp_context *ctx, const file_list *files)
{
    const char **names = ARENA_ARRAY(ctx->arena, files->count, const char *);
    for (int i = 0; i < files->count; i++)
        names[i] = arena_printf(ctx->arena, "'%s'", source_path(files->data[i]));
    return format_list(ctx->arena, files->count, names, "and");
}

static const source_file *find_file(const session *s, const char *name)
{
    const source_range nowhere = {0};
    file_list all = files_with_code(s), found = {0};
    for (int i = 0; i < all.count; i++) {
        if (strcmp(source_path(all.data[i]), name) == 0)
            return all.data[i];
        if (source_is_named(all.data[i], name, strlen(name)))
            VEC_PUSH(s->ctx->arena, &found, all.data[i]);
    }
    if (found.count == 1)
        return found.data[0];
    if (found.count)
        diag_report(s->ctx->diags, DIAG_ERROR, NULL, nowhere,
                    "--at %s: which one? The program has %s", name, names_of(s->ctx, &found));
    else
        diag_report(s->ctx->diags, DIAG_ERROR, NULL, nowhere,
                    "--at %s: the program has no code in such a file, but in %s", name,
                    names_of(s->ctx, &all));
    return NULL;
}

bool session_find_lines(const session *s, source_lines *lines)
{
    const options *opt = s->opt;
    const source_file *file = opt->at_file ? find_file(s, opt->at_file) : s->program->file;
    if (!file)
        return false;
    *lines = (source_lines){file, opt->at_first, opt->at_last};
    if (opt->at_first <= source_line_count(file))
        return true;
    const source_range nowhere = {0};
    diag_report(s->ctx->diags, DIAG_ERROR, NULL, nowhere, "--at %d: '%s' has %s", opt->at_first,
                source_path(file),
                format_plural(s->ctx->arena, source_line_count(file), "line", "lines"));
    return false;
}
