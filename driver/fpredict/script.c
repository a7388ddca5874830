#include "driver/fpredict/script.h"

#include <errno.h>
#include <string.h>

#include "support/format.h"
#include "support/terminal.h"

typedef struct script_command {
    source_range where;
    VEC(char *) words; /* the program's name, words, null */
} script_command;

typedef struct reader {
    fp_context *ctx;
    const source_file *file;
    const char *at, *begin; /* in the text; of the present line */
    int line;
    VEC(script_command) commands;
} reader;

static source_range here(const reader *r, const char *from, int line, int length)
{
    const int column = (int)(from - r->begin) + 1;
    return (source_range){r->file, line, column, line, column + length};
}

static void next_line(reader *r)
{
    r->at++;
    r->line++;
    r->begin = r->at;
}

static bool goes_on(const reader *r)
{
    return r->at[0] == '\\' && r->at[1] == '\n';
}

/* What is between quotes; false after reporting that they are open. */
static bool read_quoted(reader *r, void (*put)(void *, char), void *with)
{
    const char quote = *r->at, *from = r->at++;
    const int line = r->line;
    const source_range opening = here(r, from, line, 1);
    for (; *r->at && *r->at != quote; r->at++) {
        if (quote == '"' && *r->at == '\\' && (r->at[1] == '"' || r->at[1] == '\\'))
            r->at++;
        if (*r->at == '\n')
            break;
        put(with, *r->at);
    }
    if (*r->at == quote) {
        r->at++;
        return true;
    }
    diag_report(r->ctx->diags, DIAG_ERROR, "script", opening,
                "this quotation mark has no other one on its line");
    while (*r->at && *r->at != '\n')
        r->at++;
    return false;
}

typedef struct word {
    arena *arena;
    VEC(char) text;
} word;

static void put_character(void *with, char c)
{
    word *w = with;
    VEC_PUSH(w->arena, &w->text, c);
}

/* Null after reporting. */
static char *read_word(reader *r)
{
    word w = {.arena = r->ctx->arena};
    bool ok = true;
    while (*r->at && !strchr(" \t\r\n", *r->at) && !goes_on(r) && ok) {
        if (*r->at == '\'' || *r->at == '"') {
            ok = read_quoted(r, put_character, &w);
            continue;
        }
        if (*r->at == '\\' && r->at[1] && r->at[1] != '\n')
            r->at++;
        put_character(&w, *r->at++);
    }
    put_character(&w, '\0');
    return ok ? w.text.data : NULL;
}

static bool is_own_name(const script_command *c, const char *text)
{
    return c->words.count == 1 && strcmp(text, "fpredict") == 0;
}

/* The command of one line, with those that it goes on in; no words but the first of none. */
static script_command read_command(reader *r)
{
    script_command c = {.where = {NULL, 0, 0, 0, 0}};
    arena *a = r->ctx->arena;
    VEC_PUSH(a, &c.words, arena_copy(a, "fpredict", sizeof "fpredict"));
    while (*r->at && *r->at != '\n') {
        if (goes_on(r)) {
            r->at++;
            next_line(r);
        } else if (strchr(" \t\r", *r->at)) {
            r->at++;
        } else if (*r->at == '#') {
            while (*r->at && *r->at != '\n')
                r->at++;
        } else {
            const char *from = r->at;
            if (!c.where.file)
                c.where = here(r, from, r->line, (int)strcspn(from, " \t\r\n"));
            char *text = read_word(r);
            if (text && !is_own_name(&c, text))
                VEC_PUSH(a, &c.words, text);
        }
    }
    VEC_PUSH(a, &c.words, NULL);
    return c;
}

/* False after reporting. */
static bool read_commands(reader *r, const char *path)
{
    r->file = source_open(r->ctx->sources, path);
    if (!r->file) {
        diag_report(r->ctx->diags, DIAG_ERROR, "script", (source_range){0}, "cannot read '%s': %s",
                    path, strerror(errno));
        return false;
    }
    r->at = r->begin = source_text(r->file);
    if (strlen(r->at) != source_length(r->file)) {
        diag_report(r->ctx->diags, DIAG_ERROR, "script", (source_range){0},
                    "'%s' is no text: it has a byte 0", path);
        return false;
    }
    r->line = 1;
    for (;;) {
        const script_command c = read_command(r);
        if (c.words.count > 2)
            VEC_PUSH(r->ctx->arena, &r->commands, c);
        if (!*r->at)
            break;
        next_line(r);
    }
    return !diag_has_errors(r->ctx->diags);
}

static void say(fp_context *ctx, const options *opt)
{
    terminal_text text;
    terminal_open(&text, stderr);
    diag_print(ctx->diags, text.out, terminal_has_color(stderr, opt->color), DIAG_WARNING);
    terminal_close(&text);
    ctx->diags = diag_list_new(ctx->arena);
}

/* Runs them; returns the exit code. */
static int run_all(reader *r, const options *opt, script_run_one run_one)
{
    int status = 0;
    for (int i = 0; i < r->commands.count; i++) {
        const script_command *c = &r->commands.data[i];
        const int ended = run_one(c->words.count - 1, c->words.data);
        fflush(stdout);
        if (ended == 0)
            continue;
        const int left = r->commands.count - i - 1;
        status = status ? status : ended;
        diag_report(r->ctx->diags, DIAG_ERROR, "script", c->where,
                    "this command fails, with exit code %d%s", ended,
                    opt->keeps_going || left == 0
                        ? ""
                        : arena_printf(r->ctx->arena,
                                       "; %s after it %s not run: --keep-going runs all",
                                       format_plural(r->ctx->arena, left, "command", "commands"),
                                       left == 1 ? "is" : "are"));
        say(r->ctx, opt);
        if (!opt->keeps_going)
            break;
    }
    return status;
}

int script_run(fp_context *ctx, const options *opt, script_run_one run_one)
{
    reader r = {.ctx = ctx};
    if (read_commands(&r, opt->script))
        return run_all(&r, opt, run_one);
    say(ctx, opt);
    return 1;
}
