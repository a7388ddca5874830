#include "driver/fpredict/emit_output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/folder.h"

static const source_range nowhere = {0};

static bool is_folder(const char *path)
{
    struct stat info;
    size_t length = strlen(path);
    return (length && path[length - 1] == '/') || (stat(path, &info) == 0 && S_ISDIR(info.st_mode));
}

/* The path of a source as it is on the disk, or as it is named. */
static const char *real_path(arena *a, const char *path)
{
    char *real = realpath(path, NULL);
    const char *kept = arena_strdup(a, real ? real : path);
    free(real);
    return kept;
}

/* How many characters the folders that both paths are in have in common, with the slash. */
static size_t common_length(const char *a, const char *b, size_t most)
{
    size_t common = 0;
    for (size_t i = 0; i < most && a[i] && a[i] == b[i]; i++)
        if (a[i] == '/')
            common = i + 1;
    return common;
}

static bool write_file(session *s, const char *path, const codegen_file *file)
{
    FILE *out = folder_make_for(path) ? session_create(s, path) : NULL;
    if (!out && diag_has_errors(s->ctx->diags))
        return false;
    bool ok = out && fwrite(file->text, 1, file->length, out) == file->length;
    if (out)
        ok = fclose(out) == 0 && ok;
    if (!ok)
        diag_report(s->ctx->diags, DIAG_ERROR, NULL, nowhere, "cannot write '%s': %s", path,
                    strerror(errno));
    return ok;
}

/* The names of the files below the folder. */
static const char *const *names_below(session *s, const codegen_files *files)
{
    arena *a = s->ctx->arena;
    const char **names = ARENA_ARRAY(a, files->count, const char *);
    for (int i = 0; i < files->count; i++) {
        const char *path = source_path(files->data[i].source);
        names[i] = real_path(a, strcmp(path, "<stdin>") == 0 ? "stdin.c" : path);
    }
    const char *slash = strrchr(names[0], '/');
    size_t common = slash ? (size_t)(slash - names[0]) + 1 : 0;
    for (int i = 1; i < files->count; i++)
        common = common_length(names[0], names[i], common);
    for (int i = 0; i < files->count; i++)
        names[i] += common;
    return names;
}

bool emit_write(session *s, const codegen_files *files)
{
    const char *output = s->opt->output;
    if (!output || strcmp(output, "-") == 0) {
        fwrite(files->data[0].text, 1, files->data[0].length, stdout);
        return true;
    }
    if (files->count == 1 && !is_folder(output))
        return write_file(s, output, &files->data[0]);
    const char *const *names = names_below(s, files);
    bool ok = true;
    for (int i = 0; i < files->count && ok; i++)
        ok = write_file(s, arena_printf(s->ctx->arena, "%s/%s", output, names[i]), &files->data[i]);
    return ok;
}
