#include "driver/fpredict/emit_output.h"

#include <errno.h>
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
    const char **paths = ARENA_ARRAY(s->ctx->arena, files->count, const char *);
    for (int i = 0; i < files->count; i++) {
        const char *path = source_path(files->data[i].source);
        paths[i] = strcmp(path, "<stdin>") == 0 ? "stdin.c" : path;
    }
    return folder_names_below(s->ctx->arena, files->count, paths);
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
