#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiment/measurement/measurement.h"
#include "support/process.h"

/* An experiment that Extra-P has saved, .extra-p, is a ZIP archive with experiment.json in it. */

enum { ARCHIVE_MOST = 64 << 20 };

static void fail(fp_context *ctx, const char *text)
{
    diag_report(ctx->diags, DIAG_ERROR, "measurements", (source_range){0}, "%s", text);
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

/* unzip takes a name for a pattern, or, after a dash, for an option: it is given a link to the file
 * that has a plain one. */
static bool link_to(const char *path, const char *name)
{
    char *full = realpath(path, NULL);
    const bool is_linked = full && symlink(full, name) == 0;
    free(full);
    return is_linked;
}

/* Runs unzip; null, or what is wrong. */
static const char *unzip(fp_context *ctx, const char *path, const char *linked, const char *printed)
{
    arena *a = ctx->arena;
    if (!link_to(path, linked))
        return arena_printf(a, "cannot make a link '%s': %s", linked, strerror(errno));
    const char *const words[] = {"unzip", "-p", linked, "experiment.json", NULL};
    const process_command c = {.arguments = words, .output = printed, .most_bytes = ARCHIVE_MOST};
    process_watch watch;
    process_watch_signals(&watch);
    const process_result r = process_run(&watch, a, &c);
    process_unwatch(&watch);
    struct stat got = {0};
    stat(printed, &got); /* what came since it was last looked at counts, too */
    if (r.end == PROCESS_ENDLESS || got.st_size > ARCHIVE_MOST)
        return arena_printf(a, "experiment.json in '%s' is larger than %d MiB", path,
                            ARCHIVE_MOST >> 20);
    if (r.end == PROCESS_NOT_STARTED)
        return arena_printf(a,
                            "'%s' is a ZIP archive, as Extra-P saves experiments, and there is no "
                            "unzip to read it: install it, or unpack experiment.json and name that",
                            path);
    if (r.end == PROCESS_STOPPED)
        return arena_printf(a, "unzip of '%s' %s", path, r.why);
    if (r.end != PROCESS_OK || got.st_size == 0)
        return arena_printf(a,
                            "'%s' is a ZIP archive, and not one that Extra-P has saved: there is "
                            "no experiment.json in it that can be read",
                            path);
    return NULL;
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
    const char *linked = arena_printf(a, "%s/archive", folder);
    const char *printed = arena_printf(a, "%s/printed", folder);
    const char *wrong = unzip(ctx, path, linked, printed);
    const source_file *text = wrong ? NULL : source_open(ctx->sources, printed);
    if (!text)
        fail(ctx, wrong ? wrong : arena_printf(a, "'%s' cannot be read", printed));
    unlink(linked);
    unlink(printed);
    rmdir(folder);
    return text ? source_add(ctx->sources, path, source_text(text), source_length(text)) : NULL;
}
