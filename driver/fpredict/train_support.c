#include "driver/fpredict/train.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const source_range nowhere = {0};

bool train_fail(const training *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_report(t->ctx->diags, DIAG_ERROR, "train", nowhere, "%s",
                arena_vprintf(t->ctx->arena, format, args));
    va_end(args);
    return false;
}

void train_add(training *t, train_words *w, const char *option, const char *value)
{
    if (!value)
        return;
    VEC_PUSH(t->ctx->arena, w, option);
    VEC_PUSH(t->ctx->arena, w, value);
}

const char *train_first_word(arena *a, const char *typed)
{
    return arena_strndup(a, typed, strcspn(typed, " "));
}

/* The last lines of what a program said, to stand below an error. */
const char *train_said(const training *t)
{
    enum { MOST = 2000 };
    char text[MOST + 1];
    FILE *in = fopen(t->log, "r");
    if (!in)
        return "";
    long size = fseek(in, 0, SEEK_END) == 0 ? ftell(in) : 0;
    if (fseek(in, size > MOST ? size - MOST : 0, SEEK_SET) != 0)
        size = 0;
    size_t length = fread(text, 1, size > 0 ? MOST : 0, in);
    fclose(in);
    while (length && text[length - 1] == '\n')
        length--;
    text[length] = '\0';
    process_make_plain(text);
    return *text ? arena_printf(t->ctx->arena, ":\n%s", text) : "";
}

/* A command as a person gives it, with words of its own and then ours. */
const char *const *train_shell(training *t, const char *typed, const train_words *w)
{
    train_words all = {0};
    arena *a = t->ctx->arena;
    VEC_PUSH(a, &all, "/bin/sh");
    VEC_PUSH(a, &all, "-c");
    VEC_PUSH(a, &all, arena_printf(a, "exec %s \"$@\"", typed));
    VEC_PUSH(a, &all, "sh");
    for (int i = 0; i < w->count; i++)
        VEC_PUSH(a, &all, w->data[i]);
    VEC_PUSH(a, &all, NULL);
    return all.data;
}

/* "host.yaml" gives "host.raw" and "host.train" beside it. */
const char *train_beside(arena *a, const char *output, const char *suffix)
{
    size_t length = strlen(output), tail = strlen(".yaml");
    if (length > tail && strcmp(output + length - tail, ".yaml") == 0)
        length -= tail;
    return arena_printf(a, "%s%.*s%s", strchr(output, '/') ? "" : "./", (int)length, output,
                        suffix);
}

/* Somebody's "host.log" is not ours to write into, nor to delete. */
const char *train_unused_beside(arena *a, const char *output, const char *suffix)
{
    const char *path = train_beside(a, output, suffix);
    for (int i = 2; access(path, F_OK) == 0; i++)
        path = train_beside(a, output, arena_printf(a, "-%d%s", i, suffix));
    return path;
}

/* Can the machine file and what is beside it be written? */
bool train_check_output(const training *t)
{
    const char *output = t->opt->output, *slash = strrchr(output, '/');
    const char *folder = slash == output ? "/"
                         : slash ? arena_strndup(t->ctx->arena, output, (size_t)(slash - output))
                                 : ".";
    struct stat there;
    if (stat(output, &there) == 0 && S_ISDIR(there.st_mode))
        return train_fail(t, "--output '%s' is a folder; name a file in it: %s/host.yaml", output,
                          output);
    return access(folder, W_OK | X_OK) == 0 ||
           train_fail(t, "--output '%s' cannot be written: %s: %s", output, folder,
                      strerror(errno));
}
