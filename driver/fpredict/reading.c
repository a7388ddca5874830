#include <errno.h>
#include <string.h>

#include "driver/fpredict/macro_text.h"
#include "driver/fpredict/session.h"
#include "frontend/frontend.h"

/* Reading the files of a program. A macro is a name in the tree as far as can be, so that one
 * reading serves all its values; where its number had to be used, or where it decides an #if, its
 * value of --set is put into the text, as -DNAME=VALUE would, and that is read again: for each
 * value, where there are several. */

static const source_range nowhere = {0};

/* --- Flags --------------------------------------------------------------- */

/* Those of --file-flags; returns how many. */
static int own_flags(fp_context *ctx, const options *opt, int file, const char *const **flags)
{
    VEC(const char *) words = {0};
    for (const char *at = file < opt->file_flags.count ? opt->file_flags.data[file] : ""; *at;) {
        size_t length = strcspn(at, "\n");
        VEC_PUSH(ctx->arena, &words, arena_strndup(ctx->arena, at, length));
        at += length + (at[length] == '\n');
    }
    *flags = words.data;
    return words.count;
}

/* The flags of the file: its own, or those of --build, first, which those after `--` add to. */
static bool find_flags(fp_context *ctx, const options *opt, int file, frontend_options *out)
{
    const char *const *own;
    int count = own_flags(ctx, opt, file, &own);
    bool is_built = opt->build && strcmp(out->path, "-") != 0;
    if (is_built && !frontend_database_flags(ctx, opt->build, out->path, &count, &own))
        return false;
    const char **all = ARENA_ARRAY(ctx->arena, count + opt->flag_count + 1, const char *);
    for (int i = 0; i < count + opt->flag_count; i++)
        all[i] = i < count ? own[i] : opt->flags[i - count];
    out->argument_count = count + opt->flag_count;
    out->arguments = all;
    return true;
}

/* Fills in how the file is read; false after reporting that it cannot be. */
static bool open_file(session *s, const char *path, int file, frontend_options *out)
{
    fp_context *ctx = s->ctx;
    const options *opt = s->opt;
    *out = (frontend_options){.path = path,
                              .header_dir = session_header_dir(ctx),
                              .quiet_compiler = opt->quiet_compiler,
                              .pragma_severity = opt->pragma_severity};
    if (strcmp(path, "-") == 0) {
        out->text = source_read(ctx->arena, stdin, &out->text_length);
        if (!out->text) {
            diag_report(ctx->diags, DIAG_ERROR, NULL, nowhere, "standard input: %s",
                        strerror(errno));
            return false;
        }
    } else if (!source_open(ctx->sources, path)) {
        diag_report(ctx->diags, DIAG_ERROR, NULL, nowhere, "cannot read '%s': %s", path,
                    strerror(errno));
        return false;
    }
    return find_flags(ctx, opt, file, out);
}

/* --- Which values stand in the text ------------------------------------------ */

/* A file of the program as it was written: those that are compiled, then their headers. */
static const source_file *written_file(const session *s, int i)
{
    const program *p = s->as_written;
    if (!p)
        return i < s->opt->files.count
                   ? source_open(s->ctx->sources,
                                 s->opt->files.count == 1 ? s->opt->file : s->opt->files.data[i])
                   : NULL;
    return i < p->file_count                     ? p->files[i]
           : i < p->file_count + p->header_count ? p->headers[i - p->file_count]
                                                 : NULL;
}

typedef bool (*file_question)(const source_file *file, const char *name);

static bool any_file(const session *s, file_question asks, const char *name)
{
    bool found = false;
    const source_file *file;
    for (int i = 0; !found && (file = written_file(s, i)); i++)
        found = asks(file, name);
    return found;
}

/* -DNAME, -DNAME=VALUE or -D NAME among the flags? */
static bool is_flag(const frontend_source *source, const char *name)
{
    const size_t size = strlen(name);
    for (int f = 0; f < source->count; f++)
        for (int i = 0; i < source->files[f].argument_count; i++) {
            const char *flag = source->files[f].arguments[i];
            const bool is_apart = i > 0 && strcmp(source->files[f].arguments[i - 1], "-D") == 0;
            if (!is_apart && strncmp(flag, "-D", 2) != 0)
                continue;
            flag += is_apart ? 0 : 2;
            if (strncmp(flag, name, size) == 0 && (flag[size] == '\0' || flag[size] == '='))
                return true;
        }
    return false;
}

static bool is_macro(const session *s, const frontend_source *source, const char *name)
{
    return any_file(s, macro_text_is_defined, name) || is_flag(source, name);
}

static bool is_fixed(const program *p, const char *name)
{
    for (int f = 0; f < p->fixed_count; f++)
        if (p->fixed[f].name == name)
            return true;
    return false;
}

/* Has what was reported an error that says that the name is not declared? libclang tells no number
 * of a diagnostic, so its text says which it is. */
static bool is_undeclared(const session *s, const diag_list *said, const char *name)
{
    const char *const *texts = diag_texts(s->ctx->arena, said, DIAG_ERROR);
    for (int i = 0; i < diag_count(said, DIAG_ERROR); i++)
        if (strstr(texts[i], "undeclared identifier") &&
            strstr(texts[i], arena_printf(s->ctx->arena, "'%s'", name)))
            return true;
    return false;
}

static bool is_word(const char *name)
{
    return name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] ==
           '\0';
}

static bool belongs_in_text(const session *s, const frontend_source *source, const set_values *set,
                            const diag_list *said)
{
    const program *p = s->as_written;
    const char *name = set->name;
    const bool may_read_again = s->opt->command == COMMAND_ESTIMATE ||
                                s->opt->command == COMMAND_ANNOTATE ||
                                (s->opt->command == COMMAND_COMPARE && !set->is_tuned);
    const bool is_typed = strcmp(s->opt->file, "-") == 0; /* there is no reading it again */
    if ((set->count != 1 && (!may_read_again || is_typed)) || !is_word(name))
        return false;
    if (!p)
        return !is_macro(s, source, name) &&
               (any_file(s, macro_text_is_asked, name) || is_undeclared(s, said, name));
    if (!is_fixed(p, name) && session_param(p, name))
        return false;
    return is_macro(s, source, name) ||
           (!session_param(p, name) && any_file(s, macro_text_is_asked, name)) ||
           (is_fixed(p, name) && session_is_given_once(s, set));
}

/* Finds s->is_in_text; false: there are none. */
static bool choose_text(session *s, const frontend_source *source, const diag_list *said)
{
    const int count = s->opt->sets.count;
    bool *is_in_text = ARENA_ARRAY(s->ctx->arena, count + 1, bool), any = false;
    s->reading_count = 1;
    for (int i = 0; i < count; i++) {
        const set_values *set = &s->opt->sets.data[i];
        is_in_text[i] = belongs_in_text(s, source, set, said);
        s->reading_count *= is_in_text[i] ? set->count : 1;
        any = any || is_in_text[i];
    }
    s->is_in_text = is_in_text;
    return any;
}

/* --- Putting them there ------------------------------------------------------ */

/* The value of a set in the present reading. */
static int64_t value_now(const session *s, int set)
{
    int rest = s->reading;
    for (int i = s->opt->sets.count; i-- > set + 1;)
        rest /= s->is_in_text[i] ? s->opt->sets.data[i].count : 1;
    return s->opt->sets.data[set].values[rest % s->opt->sets.data[set].count];
}

bool session_is_read(const session *s, const bindings *values)
{
    for (int i = 0; s->is_in_text && i < values->count; i++)
        if (s->is_in_text[i] && values->set[i].value != value_now(s, i))
            return false;
    return true;
}

/* What the file reads, from how it was written. */
static void put_in_file(session *s, const frontend_source *source, const source_file *file)
{
    arena *a = s->ctx->arena;
    change_list changes = {0};
    for (int i = 0; i < s->opt->sets.count; i++) {
        const set_values *set = &s->opt->sets.data[i];
        source_change one;
        if (!s->is_in_text[i])
            continue;
        if (is_macro(s, source, set->name))
            macro_text_set(a, file, set->name, value_now(s, i), &changes);
        else if (s->as_written && session_param(s->as_written, set->name) &&
                 session_param(s->as_written, set->name)->where.file == file &&
                 session_value_change(s, set, value_now(s, i), &one))
            change_list_add(a, &changes, one);
    }
    if (changes.count > 0)
        source_replace(s->ctx->sources, file, changes.count, changes.data);
}

/* -D as well, of what flags say, or nothing in the files. */
static void put_in_flags(session *s, const frontend_source *source, frontend_options *out)
{
    arena *a = s->ctx->arena;
    const int most = out->argument_count + s->opt->sets.count;
    const char **all = ARENA_ARRAY(a, most + 1, const char *);
    for (int i = 0; i < out->argument_count; i++)
        all[i] = out->arguments[i];
    int count = out->argument_count;
    for (int i = 0; i < s->opt->sets.count; i++) {
        const char *name = s->opt->sets.data[i].name;
        const bool is_variable = s->as_written && session_param(s->as_written, name) &&
                                 session_param(s->as_written, name)->origin != PARAM_MACRO;
        if (s->is_in_text[i] && !is_variable &&
            (is_flag(source, name) || !any_file(s, macro_text_is_defined, name)))
            all[count++] = arena_printf(a, "-D%s=%lld", name, (long long)value_now(s, i));
    }
    out->argument_count = count;
    out->arguments = all;
}

static void put_in_text(session *s, const frontend_source *source, frontend_options *files)
{
    const source_file *file;
    for (int i = 0; (file = written_file(s, i)); i++)
        put_in_file(s, source, file);
    for (int i = 0; i < source->count; i++)
        put_in_flags(s, source, &files[i]);
}

/* A macro that only #if asks for is no parameter by itself. */
static void name_all(const session *s)
{
    expr_pool *pool = s->program->pool;
    for (int i = 0; i < s->opt->sets.count; i++) {
        const char *name = s->opt->sets.data[i].name;
        if (!s->is_in_text[i])
            continue;
        const param *p = session_param(s->program, name);
        if (!p) {
            param *fresh = expr_new_param(pool, PARAM_MACRO, name, nowhere);
            fresh->value = expr_int(pool, value_now(s, i));
            p = fresh;
        }
        expr_mark_in_text(pool, p);
    }
}

/* --- Reading ---------------------------------------------------------------- */

/* A --set of a macro whose value is in the tree as a number, or decided an #if, changes only part
 * of the program. */
static void report_fixed(const session *s, const fixed_name *fixed, const set_values *set)
{
    const char *name = fixed->name;
    if (set->is_tuned)
        diag_report(s->ctx->diags, DIAG_WARNING, "set", fixed->where,
                    "--tune %s does not reach this use of '%s', for which the program must be read "
                    "anew: say '--set %s=' with the same values, each of which is compared by "
                    "itself",
                    name, name, name);
    else
        diag_report(s->ctx->diags, DIAG_WARNING, "set", fixed->where,
                    "--set %s does not reach this use of '%s': change it in the source or, "
                    "if it is a macro, compile with -D%s=VALUE after '--'",
                    name, name, name);
}

static void warn_of_fixed(const session *s)
{
    const program *p = s->program;
    for (int f = 0; f < p->fixed_count; f++)
        for (int i = 0; i < s->opt->sets.count; i++)
            if (p->fixed[f].name == s->opt->sets.data[i].name &&
                !(s->is_in_text && s->is_in_text[i]))
                report_fixed(s, &p->fixed[f], &s->opt->sets.data[i]);
}

/* The first reading: what of --set must stand in the text is known only then. */
static void read_as_written(session *s, const frontend_source *source, bool *is_done)
{
    fp_context *ctx = s->ctx;
    diag_list *shown = ctx->diags;
    ctx->diags = diag_list_aside(shown, ctx->arena);
    s->program = s->as_written = frontend_read_program(ctx, source);
    const bool may_change =
        !source->keeps_loops && s->opt->command != COMMAND_VALIDATE && s->opt->sets.count > 0;
    *is_done = !may_change || !choose_text(s, source, ctx->diags);
    if (*is_done) {
        diag_add_all(shown, ctx->diags);
        s->is_in_text = NULL;
        s->reading_count = 1;
    }
    ctx->diags = shown;
}

static void read_files(session *s, frontend_options *files)
{
    const frontend_source source = {.count = s->opt->files.count,
                                    .files = files,
                                    .is_called_with = s->opt->has_arguments,
                                    .word_count = s->opt->arguments.count,
                                    .words = s->opt->arguments.data,
                                    .entry = s->opt->entry,
                                    .keeps_loops = s->opt->command == COMMAND_EMIT};
    bool is_done = false;
    if (s->reading == 0)
        read_as_written(s, &source, &is_done);
    if (!is_done) {
        s->program = s->as_written;
        put_in_text(s, &source, files);
        s->program = frontend_read_program(s->ctx, &source);
        if (s->program)
            name_all(s);
    }
    if (s->program)
        warn_of_fixed(s);
}

/* Does the program begin here, and need nothing else of the user's? */
static bool is_whole(const session *s)
{
    const program *p = s->program;
    bool begins =
        s->opt->entry || (p->entry_count == 1 && strcmp(p->entries[0]->name, "main") == 0);
    return begins && !source_range_is_set(p->elsewhere);
}

bool session_read(session *s)
{
    fp_context *ctx = s->ctx;
    const options *opt = s->opt;
    int count = opt->files.count;
    bool is_open = true;
    frontend_options *files = ARENA_ARRAY(ctx->arena, count, frontend_options);
    diag_list *pragmas = opt->tells_pragmas ? diag_list_new(ctx->arena) : NULL;
    for (int i = 0; i < count; i++) {
        is_open &= open_file(s, count == 1 ? opt->file : opt->files.data[i], i, &files[i]);
        files[i].pragmas = pragmas;
    }
    if (!is_open)
        return false;
    read_files(s, files);
    s->pragmas = pragmas;
    s->is_part = opt->is_part && s->program && !is_whole(s);
    return s->program && !diag_has_errors(ctx->diags);
}
