#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "experiment/measurement/measurement.h"
#include "support/process.h"

/* An experiment that Extra-P has saved, .extra-p, is a ZIP archive with experiment.json in it. */

enum { ARCHIVE_MOST = 64 << 20 };

static bool fail(fp_context *ctx, const char *text)
{
    diag_report(ctx->diags, DIAG_ERROR, "measurements", (source_range){0}, "%s", text);
    return false;
}

bool measurements_is_archive(const char *path)
{
    char first[4] = "";
    FILE *in = fopen(path, "rb");
    const bool is_one =
        in && fread(first, 1, sizeof first, in) == sizeof first && memcmp(first, "PK\3\4", 4) == 0;
    if (in)
        fclose(in);
    return is_one;
}

/* What unzip has written, as a file of the archive's name; null: nothing. */
static const source_file *take_text(fp_context *ctx, const char *path, const char *printed)
{
    const source_file *file = source_open(ctx->sources, printed);
    return file && source_length(file) > 0
               ? source_add(ctx->sources, path, source_text(file), source_length(file))
               : NULL;
}

const source_file *measurements_unpack(fp_context *ctx, const char *path)
{
    arena *a = ctx->arena;
    const char *tmp = getenv("TMPDIR");
    char *folder = arena_printf(a, "%s/fpredict-archive-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder)) {
        fail(ctx, arena_printf(a, "cannot make a folder '%s': %s", folder, strerror(errno)));
        return NULL;
    }
    const char *printed = arena_printf(a, "%s/printed", folder);
    /* "./": a name that begins with a dash is no option. */
    const char *name = *path == '-' ? arena_printf(a, "./%s", path) : path;
    const char *const words[] = {"unzip", "-p", name, "experiment.json", NULL};
    const process_command c = {.arguments = words, .output = printed, .most_bytes = ARCHIVE_MOST};
    process_watch watch;
    process_watch_signals(&watch);
    const process_result r = process_run(&watch, a, &c);
    process_unwatch(&watch);
    const source_file *file = r.end == PROCESS_OK ? take_text(ctx, path, printed) : NULL;
    if (!file)
        fail(ctx, r.end == PROCESS_NOT_STARTED
                      ? arena_printf(a,
                                     "'%s' is a ZIP archive, as Extra-P saves experiments, and "
                                     "there is no unzip to read it: install it, or unpack "
                                     "experiment.json and name that",
                                     path)
                      : arena_printf(a,
                                     "'%s' is a ZIP archive, and not one that Extra-P has saved: "
                                     "there is no experiment.json in it that can be read",
                                     path));
    unlink(printed);
    rmdir(folder);
    return file;
}
