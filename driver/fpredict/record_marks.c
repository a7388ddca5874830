/* The sources of a compiler's command, marked (frontend/marks.h): the compiler reads texts in a
 * folder of their own, which say that they are the sources. */

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "driver/compiler_option.h"
#include "driver/fpredict/record.h"
#include "support/folder.h"

/* What the command says. */
typedef struct compiler_words {
    VEC(const char *) flags;
    VEC(int) sources;  /* which words are C sources */
    bool is_read_only; /* only preprocessed */
} compiler_words;

static bool is_c(const char *path)
{
    const size_t length = strlen(path);
    return length > 2 && strcmp(path + length - 2, ".c") == 0;
}

static compiler_words read_words(const recording *r, record_marks *out)
{
    arena *a = r->ctx->arena;
    compiler_words w = {0};
    for (int i = 1; i < r->opt->flag_count; i++) {
        const char *text = r->opt->flags[i], *value = NULL;
        if (text[0] != '-' || !text[1]) {
            if (is_c(text))
                VEC_PUSH(a, &w.sources, i);
            continue;
        }
        const compiler_option *known = compiler_option_find(text, &value);
        const int first = i;
        if (known && !value && known->form != FORM_ALONE && i + 1 < r->opt->flag_count)
            value = r->opt->flags[++i];
        if (known && known->effect == EFFECT_PREPROCESS)
            w.is_read_only = true;
        if (known && known->effect == EFFECT_OUTPUT)
            out->object = value;
        if (known && strcmp(known->name, "-MF") == 0)
            out->depends = value;
        for (int k = first; k <= i && (!known || compiler_effect_is_flag(known->effect)); k++)
            VEC_PUSH(a, &w.flags, r->opt->flags[k]);
    }
    return w;
}

/* --- What is wished for ---------------------------------------------------------- */

typedef struct wished {
    record_choice *choice;
    const source_file *file;
} wished;

static bool wants_function(const void *who, const char *name)
{
    record_choice *c = ((const wished *)who)->choice;
    bool is_wanted = false;
    for (int i = 0; i < c->functions.count; i++)
        if (fnmatch(c->functions.data[i].text, name, 0) == 0)
            is_wanted = c->functions.data[i].is_found = true;
    return is_wanted;
}

static bool wants_loop(const void *who, int line)
{
    const wished *w = who;
    bool is_wanted = w->choice->all_loops;
    for (int i = 0; i < w->choice->loops.count; i++) {
        record_loop *loop = &w->choice->loops.data[i];
        if (!source_is_named(w->file, loop->file, strlen(loop->file)) ||
            (loop->line && loop->line != line))
            continue;
        is_wanted = loop->is_found = true;
    }
    return is_wanted;
}

/* Loops of this file that it has not. */
static void report_missing(const recording *r, const wished *w)
{
    for (int i = 0; i < w->choice->loops.count; i++) {
        const record_loop *loop = &w->choice->loops.data[i];
        if (!loop->is_found && source_is_named(w->file, loop->file, strlen(loop->file)))
            diag_report(r->ctx->diags, DIAG_WARNING, "not-recorded", loop->where,
                        loop->line ? "no loop of '%s' begins there, or a macro has written it"
                                   : "'%s' has no loops",
                        source_path(w->file));
    }
}

/* Functions that none of the sources has; and main, which is entered before anything is recorded.
 */
static void report_functions(const recording *r, const record_choice *choice)
{
    for (int i = 0; i < choice->functions.count; i++) {
        const record_pattern *p = &choice->functions.data[i];
        if (strcmp(p->text, "main") == 0 && p->is_found)
            diag_report(r->ctx->diags, DIAG_WARNING, "not-recorded", p->where,
                        "'main' is entered before MPI_Init, from which on is recorded: in its "
                        "place stands the region of the program");
        else if (!p->is_found && p->where.file && !choice->is_unread)
            diag_report(r->ctx->diags, DIAG_WARNING, "not-recorded", p->where,
                        "no function that these sources define is named '%s'", p->text);
    }
}

/* --- The texts ------------------------------------------------------------------- */

static bool write_file(const recording *r, const char *path, const char *text, size_t length)
{
    FILE *to = fopen(path, "wb");
    bool is_good = to && fwrite(text, 1, length, to) == length;
    if (to)
        is_good = fclose(to) == 0 && is_good;
    return is_good || record_fail(r, "'%s' cannot be written: %s", path, strerror(errno));
}

/* Its own folder has the text under the name of the source, which names what is made of it. */
static bool write_text(const recording *r, record_marks *out, const char *source,
                       const frontend_marked *marked, const char **path)
{
    arena *a = r->ctx->arena;
    if (!out->folder) {
        const char *parent = getenv("TMPDIR");
        char *name =
            arena_printf(a, "%s/fpredict-marks-XXXXXX", parent && *parent == '/' ? parent : "/tmp");
        if (!mkdtemp(name))
            return record_fail(r, "'%s' cannot be made: %s", name, strerror(errno));
        out->folder = name;
    }
    const char *slash = strrchr(source, '/');
    *path = arena_printf(a, "%s/%d/%s", out->folder, out->made.count, slash ? slash + 1 : source);
    if (!folder_make_for(*path))
        return record_fail(r, "'%s' cannot be made: %s", *path, strerror(errno));
    VEC_PUSH(a, &out->made, *path);
    VEC_PUSH(a, &out->sources, source);
    return write_file(r, *path, marked->text, marked->length);
}

static const char *folder_of(arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_strndup(a, path, (size_t)(slash - path + 1)) : "./";
}

/* Headers beside a source are found by -iquote, which is one for all of them. */
static bool are_together(const recording *r, const compiler_words *w)
{
    arena *a = r->ctx->arena;
    for (int i = 1; i < w->sources.count; i++) {
        const char *first = r->opt->flags[w->sources.data[0]],
                   *other = r->opt->flags[w->sources.data[i]];
        if (folder_is_same_file(folder_of(a, first), folder_of(a, other)))
            continue;
        diag_report(r->ctx->diags, DIAG_WARNING, "not-recorded", (source_range){0},
                    "functions and loops of '%s' and '%s' are not recorded: they are in two "
                    "folders, and in one command could read the other one's headers; compile them "
                    "one by one",
                    first, other);
        return false;
    }
    return true;
}

static bool mark_one(const recording *r, const compiler_words *w, record_choice *choice, int word,
                     record_marks *out)
{
    const char *path = r->opt->flags[word];
    wished wish = {choice, source_open(r->ctx->sources, path)};
    const frontend_mark_wish asked = {&wish, wants_function, wants_loop};
    const frontend_options read = {.path = path,
                                   .argument_count = w->flags.count,
                                   .arguments = w->flags.data,
                                   .header_dir = session_header_dir(r->ctx)};
    frontend_marked marked;
    if (!wish.file || !frontend_mark(r->ctx, &read, &asked, &marked)) {
        choice->is_unread = true;
        return true; /* the compiler says what is wrong */
    }
    report_missing(r, &wish);
    return !marked.text || write_text(r, out, path, &marked, &out->words.data[word]);
}

bool record_mark(const recording *r, record_choice *choice, record_marks *out)
{
    arena *a = r->ctx->arena;
    *out = (record_marks){0};
    for (int i = 0; i < r->opt->flag_count; i++)
        VEC_PUSH(a, &out->words, r->opt->flags[i]);
    const compiler_words w = read_words(r, out);
    const bool is_any = choice->functions.count || choice->loops.count || choice->all_loops;
    if (!is_any || w.is_read_only || !w.sources.count || !are_together(r, &w))
        return true;
    bool is_good = true;
    for (int i = 0; i < w.sources.count && is_good; i++)
        is_good = mark_one(r, &w, choice, w.sources.data[i], out);
    if (is_good)
        report_functions(r, choice);
    return is_good;
}

/* --- Dependencies ---------------------------------------------------------------- */

/* A path as make reads it. */
static const char *as_in_make(arena *a, const char *path)
{
    char *out = arena_alloc(a, 2 * strlen(path) + 1), *to = out;
    for (; *path; path++) {
        if (*path == ' ' || *path == '#')
            *to++ = '\\';
        if (*path == '$')
            *to++ = '$';
        *to++ = *path;
    }
    *to = '\0';
    return out;
}

static void correct(const recording *r, const record_marks *m, const char *path)
{
    arena *a = r->ctx->arena;
    size_t length;
    FILE *in = path ? fopen(path, "rb") : NULL;
    char *text = in ? source_read(a, in, &length) : NULL;
    bool is_changed = false;
    if (in)
        fclose(in);
    for (int i = 0; text && i < m->made.count; i++) {
        const char *made = as_in_make(a, m->made.data[i]);
        for (char *at; (at = strstr(text, made)); is_changed = true)
            text = arena_printf(a, "%.*s%s%s", (int)(at - text), text,
                                as_in_make(a, m->sources.data[i]), at + strlen(made));
    }
    if (is_changed)
        write_file(r, path, text, strlen(text));
}

static const char *with_ending(arena *a, const char *path)
{
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    const size_t stem = dot && (!slash || dot > slash) ? (size_t)(dot - path) : strlen(path);
    return arena_printf(a, "%.*s.d", (int)stem, path);
}

void record_marks_end(const recording *r, const record_marks *m)
{
    arena *a = r->ctx->arena;
    correct(r, m, m->depends);
    if (m->object)
        correct(r, m, with_ending(a, m->object));
    for (int i = 0; i < m->made.count; i++) {
        const char *slash = strrchr(m->made.data[i], '/');
        correct(r, m, with_ending(a, slash + 1));
        /* Of a link, gcc names them so. */
        correct(r, m,
                arena_printf(a, "%s-%s", m->object ? m->object : "a", with_ending(a, slash + 1)));
    }
    if (m->folder)
        folder_remove(a, m->folder);
}
