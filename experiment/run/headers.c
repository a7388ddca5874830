#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "experiment/run/words.h"
#include "support/content_hash.h"

/* What a program is made of: its sources, and the headers that lines and flags include. */

/* `#include NAME`: which header that is, a macro says. */
typedef struct named_header {
    const char *name;
    const source_file *from;
    int line;
    bool is_known; /* a definition of the macro is a header's name, or another macro */
} named_header;

/* The text of what a program is made of, in which each file stands once. */
typedef struct program_text {
    fp_context *ctx;
    const experiment *e;
    VEC(const source_file *) files;
    VEC(const char *) folders; /* of -I and its kind */
    VEC(named_header) named;
} program_text;

bool cannot_read_file(fp_context *ctx, const experiment *e, int file, const char *path)
{
    diag_report(ctx->diags, DIAG_ERROR, "experiment-file", e->file_places[file],
                "'%s' cannot be read: %s", path, strerror(errno));
    return false;
}

static const char *path_in(program_text *p, const char *name)
{
    return experiment_path(p->ctx->arena, p->e, name);
}

static void follow(program_text *p, const source_file *file);

static bool add_file(program_text *p, const char *path)
{
    const source_file *file = source_open(p->ctx->sources, path);
    if (!file)
        return false;
    for (int i = 0; i < p->files.count; i++)
        if (p->files.data[i] == file)
            return true;
    VEC_PUSH(p->ctx->arena, &p->files, file);
    follow(p, file);
    return true;
}

/* Adds the header of that name: beside the file that includes it, or in the folders. Those of the
 * system are not followed: they are the compiler's. */
static void add_header(program_text *p, const source_file *from, const char *name)
{
    arena *a = p->ctx->arena;
    const char *slash = strrchr(source_path(from), '/');
    bool is_there = add_file(p, name[0] == '/' || !slash
                                    ? name
                                    : arena_printf(a, "%.*s/%s", (int)(slash - source_path(from)),
                                                   source_path(from), name));
    for (int i = 0; i < p->folders.count && !is_there; i++)
        is_there = add_file(p, arena_printf(a, "%s/%s", p->folders.data[i], name));
}

static size_t name_length(const char *text)
{
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
        n++;
    return n;
}

/* Adds what `#include TEXT` in a line of a file means: "NAME", <NAME>, or a macro, whose
 * definitions are looked for later. False: it is none of these. */
static bool add_included(program_text *p, const source_file *from, int line, const char *text)
{
    arena *a = p->ctx->arena;
    text += strspn(text, " \t");
    const char *end =
        *text == '"' || *text == '<' ? strchr(text + 1, *text == '"' ? '"' : '>') : NULL;
    const named_header h = {arena_strndup(a, text, name_length(text)), from, line, false};
    if (end) {
        add_header(p, from, arena_strndup(a, text + 1, (size_t)(end - text - 1)));
        return true;
    }
    if (!*h.name || text[strlen(h.name)] == '(')
        return false;
    for (int i = 0; i < p->named.count; i++)
        if (strcmp(p->named.data[i].name, h.name) == 0 && p->named.data[i].from == from)
            return true;
    VEC_PUSH(a, &p->named, h);
    return true;
}

/* What follows the directive of that name in a line; null: the line is another. */
static const char *after_directive(program_text *p, const source_file *file, int line,
                                   const char *name)
{
    size_t length;
    const char *begin = source_line(file, line, &length);
    const char *text = arena_strndup(p->ctx->arena, begin, length);
    text += strspn(text, " \t");
    if (*text != '#')
        return NULL;
    text++;
    text += strspn(text, " \t");
    const size_t n = name_length(text);
    return n == strlen(name) && strncmp(text, name, n) == 0 ? text + n : NULL;
}

/* Follows the lines that include, whatever condition they stand under. */
static void follow(program_text *p, const source_file *file)
{
    static const char *const names[] = {"include", "include_next", "import"};
    for (int i = 1; i <= source_line_count(file); i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            const char *text = after_directive(p, file, i, names[k]);
            if (text && !add_included(p, file, i, text))
                VEC_PUSH(p->ctx->arena, &p->named, ((named_header){"", file, i, false}));
        }
}

/* Takes "NAME VALUE" or "NAME=VALUE" as a definition of the n-th macro that names a header. */
static void take_definition(program_text *p, int n, const char *text)
{
    const named_header h = p->named.data[n];
    text += strspn(text, " \t");
    const size_t length = strlen(h.name);
    if (length == 0 || strncmp(text, h.name, length) != 0 ||
        !(text[length] == '=' || text[length] == ' ' || text[length] == '\t'))
        return;
    const bool is_known = add_included(p, h.from, h.line, text + length + 1);
    p->named.data[n].is_known |= is_known;
}

/* Looks for definitions in the flags and in all files, which may become more. */
static void find_definitions(program_text *p)
{
    const experiment *e = p->e;
    for (int n = 0, before = -1; n < p->named.count || before != p->files.count; n++) {
        if (n == p->named.count) { /* once more: headers that were added define, too */
            n = 0;
            before = p->files.count;
        }
        for (int i = 0; i < e->flag_count; i++)
            if (strncmp(e->flags[i], "-D", 2) == 0)
                take_definition(p, n,
                                e->flags[i][2] || i + 1 == e->flag_count ? e->flags[i] + 2
                                                                         : e->flags[i + 1]);
        for (int i = 0; i < p->files.count; i++)
            for (int line = 1; line <= source_line_count(p->files.data[i]); line++) {
                const char *text = after_directive(p, p->files.data[i], line, "define");
                if (text)
                    take_definition(p, n, text);
            }
    }
}

/* A result depends on more than is known. */
static void report_unknown(program_text *p)
{
    for (int i = 0; i < p->named.count; i++) {
        const named_header *h = &p->named.data[i];
        if (h->is_known)
            continue;
        const size_t at = source_offset(h->from, h->line, 1);
        size_t length;
        source_line(h->from, h->line, &length);
        diag_report(p->ctx->diags, DIAG_WARNING, "experiment-header",
                    source_range_of(h->from, at, at + length),
                    "which header this is cannot be told: results stay when it changes; another "
                    "--database begins afresh");
    }
}

/* Files that flags include before all others: "-include NAME". */
static void add_flag_headers(program_text *p)
{
    static const char *const options[] = {"-include", "--include=", "-imacros", "--imacros="};
    const experiment *e = p->e;
    for (int i = 0; i < e->flag_count; i++)
        for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
            const size_t length = strlen(options[k]);
            if (strncmp(e->flags[i], options[k], length) != 0)
                continue;
            const char *name = e->flags[i] + length;
            if (!*name && i + 1 < e->flag_count)
                name = e->flags[i + 1];
            bool is_there = add_file(p, path_in(p, name));
            for (int d = 0; d < p->folders.count && !is_there; d++)
                is_there =
                    add_file(p, arena_printf(p->ctx->arena, "%s/%s", p->folders.data[d], name));
        }
}

static void find_folders(program_text *p)
{
    static const char *const options[] = {"-I", "-isystem", "-iquote", "-idirafter"};
    const experiment *e = p->e;
    arena *a = p->ctx->arena;
    for (int i = 0; i < e->flag_count; i++)
        for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
            const size_t length = strlen(options[k]);
            if (strncmp(e->flags[i], options[k], length) != 0)
                continue;
            const char *folder = e->flags[i] + length;
            if (!*folder)
                folder = i + 1 < e->flag_count ? e->flags[i + 1] : ".";
            VEC_PUSH(a, &p->folders, path_in(p, folder));
        }
}

/* The flags, with the folders that they name from where we are. */
static const char *const *flags_here(program_text *p)
{
    static const char *const options[] = {"-I",         "-isystem", "-iquote",
                                          "-idirafter", "-include", "-imacros"};
    const experiment *e = p->e;
    const char **out = ARENA_ARRAY(p->ctx->arena, e->flag_count, const char *);
    for (int i = 0; i < e->flag_count; i++) {
        out[i] = e->flags[i];
        for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
            const size_t length = strlen(options[k]);
            if (i && strcmp(e->flags[i - 1], options[k]) == 0)
                out[i] = path_in(p, e->flags[i]);
            else if (strncmp(e->flags[i], options[k], length) == 0 && e->flags[i][length])
                out[i] = arena_printf(p->ctx->arena, "%s%s", options[k],
                                      path_in(p, e->flags[i] + length));
        }
    }
    return out;
}

/* Adds the headers that are read with these flags, whatever macro names them; those that other
 * values of --set lead to are followed by their lines. False: not all of them are known. */
static bool add_read(program_text *p, const experiment_place *place)
{
    const experiment *e = p->e;
    bool is_known = place->list_headers != NULL;
    for (int i = 0; i < e->file_count && is_known; i++) {
        included_files all = {0};
        is_known = place->list_headers(p->ctx, path_in(p, e->files[i]), e->flag_count,
                                       flags_here(p), &all);
        for (int k = 0; k < all.count && is_known; k++)
            is_known = add_file(p, all.data[k]);
    }
    return is_known;
}

const char *program_hash(fp_context *ctx, const experiment *e, const experiment_place *place)
{
    program_text p = {.ctx = ctx, .e = e};
    arena *a = ctx->arena;
    find_folders(&p);
    for (int i = 0; i < e->file_count; i++) {
        const char *path = path_in(&p, e->files[i]);
        errno = 0;
        if (!add_file(&p, path))
            return cannot_read_file(ctx, e, i, path), NULL;
    }
    add_flag_headers(&p);
    if (p.named.count)
        find_definitions(&p);
    if (!add_read(&p, place))
        report_unknown(&p);
    const char *all = "";
    for (int i = 0; i < p.files.count; i++)
        all = arena_printf(
            a, "%s%s\n", all,
            content_hash(a, source_text(p.files.data[i]), source_length(p.files.data[i])));
    for (int i = 0; i < e->flag_count; i++)
        all = arena_printf(a, "%s%s\n", all, e->flags[i]);
    return content_hash(a, all, strlen(all));
}
