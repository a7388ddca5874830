#include "driver/fpredict/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/folder.h"
#include "validate/fingerprint.h"

/* What libraries are told apart by: the sources, and who compiles them. */
static const char *library_name(const recording *r, const char *folder, bool is_object,
                                const char **wrong)
{
    arena *a = r->ctx->arena;
    uint64_t hash = fingerprint_text(FINGERPRINT_OF_NOTHING, FPREDICT_VERSION);
    hash = fingerprint_text(hash, r->mpicc);
    hash = fingerprint_command(hash, a, r->mpicc);
    const char *found = process_find(a, arena_strndup(a, r->mpicc, strcspn(r->mpicc, " ")));
    char *real = found ? realpath(found, NULL) : NULL;
    hash = fingerprint_text(hash, real ? real : found);
    if (real)
        fingerprint_file(&hash, real);
    free(real);
    const path_list sources = folder_files(a, folder, "", ".c"),
                    headers = folder_files(a, folder, "", ".h");
    *wrong = NULL;
    for (int i = 0; i < sources.count + headers.count + 1; i++) {
        const int k = i - sources.count;
        const char *file = k < 0               ? sources.data[i]
                           : k < headers.count ? headers.data[k]
                                               : arena_printf(a, "%s/../raw.h", folder);
        if (!fingerprint_file(&hash, file))
            *wrong = arena_printf(a, "'%s': %s", file, strerror(errno));
    }
    return arena_printf(a, "record-%016llx.%s", (unsigned long long)hash, is_object ? "o" : "so");
}

/* LD_PRELOAD takes both for what is between two libraries, and knows no quotes. */
static bool can_preload(const char *path)
{
    return strpbrk(path, ": \t\n") == NULL;
}

/* The first of the folders that there are, or can be made, and may be written into; null: none. */
static const char *cache_folder(const recording *r, bool is_object, const char *spare)
{
    arena *a = r->ctx->arena;
    const char *told = getenv("XDG_CACHE_HOME"), *at_home = getenv("HOME");
    const char *const folders[] = {
        told && *told == '/' ? arena_printf(a, "%s/fpredict", told) : NULL,
        at_home && *at_home == '/' ? arena_printf(a, "%s/.cache/fpredict", at_home) : NULL, spare};
    for (int i = 0; i < 3; i++)
        if (folders[i] && (is_object || can_preload(folders[i])) &&
            folder_make_for(arena_printf(a, "%s/x", folders[i])) &&
            access(folders[i], W_OK | X_OK) == 0)
            return folders[i];
    return NULL;
}

/* The command of the shell that compiles it into `work`, and links it as `library` there. */
static const char *compile_command(const recording *r, const char *folder, const path_list *files,
                                   const char *work, bool is_object)
{
    arena *a = r->ctx->arena;
    const char *sources = "";
    for (int i = 0; i < files->count; i++)
        sources = arena_printf(a, "%s %s", sources, process_quote(a, files->data[i]));
    const char *root = process_quote(
        a, arena_strndup(a, folder, strlen(folder) - strlen("/trace/record/library")));
    return arena_printf(
        a, "cd %s && %s -O2 -fPIC -I %s -c%s && %s", process_quote(a, work), r->mpicc, root,
        sources,
        is_object ? "ld -r -o library *.o"
                  : arena_printf(a, "%s -shared -o library *.o -ldl -lpthread", r->mpicc));
}

static void remove_work(const recording *r, const char *work, const path_list *files)
{
    arena *a = r->ctx->arena;
    for (int i = 0; i < files->count; i++) {
        const char *name = strrchr(files->data[i], '/') + 1;
        unlink(arena_printf(a, "%s/%.*s.o", work, (int)strlen(name) - 2, name));
    }
    unlink(arena_printf(a, "%s/library", work));
    unlink(arena_printf(a, "%s/said", work));
    rmdir(work);
}

/* Builds it beside its place and renames it: several may do so at once. */
static bool build(recording *r, const char *folder, const char *place, bool is_object)
{
    arena *a = r->ctx->arena;
    const path_list files = folder_files(a, folder, "", ".c");
    char *work = arena_printf(a, "%s.XXXXXX", place);
    if (files.count == 0)
        return record_fail(r, "the sources of the library are not in '%s'", folder);
    if (!mkdtemp(work))
        return record_fail(r, "'%s' cannot be made: %s", work, strerror(errno));
    const char *said = arena_printf(a, "%s/said", work);
    const process_command c = {.shell = compile_command(r, folder, &files, work, is_object),
                               .output = said,
                               .most_bytes = PROCESS_MUCH};
    const process_result result = process_run(&r->watch, a, &c);
    bool ok = result.end == PROCESS_OK;
    if (!ok && result.end != PROCESS_STOPPED)
        record_fail(r, "the library that records does not compile with '%s'%s", r->mpicc,
                    record_said(r, said));
    if (ok && rename(arena_printf(a, "%s/library", work), place) != 0)
        ok = record_fail(r, "'%s' cannot be written: %s", place, strerror(errno));
    remove_work(r, work, &files);
    return ok;
}

const char *record_library(recording *r, bool is_object, const char *spare)
{
    arena *a = r->ctx->arena;
    const char *wrong,
        *folder = arena_printf(a, "%s/trace/record/library", session_runtime_root(r->ctx));
    if (!process_find(a, arena_strndup(a, r->mpicc, strcspn(r->mpicc, " "))))
        return record_fail(r,
                           "there is no '%s' here, with which the library that records is "
                           "compiled: --mpicc names the compiler of the program's MPI (Debian: "
                           "libopenmpi-dev or libmpich-dev)",
                           r->mpicc),
               NULL;
    const char *name = library_name(r, folder, is_object, &wrong);
    if (wrong)
        return record_fail(r, "the sources of the library: %s", wrong), NULL;
    const char *cache = cache_folder(r, is_object, spare);
    if (!cache && spare && !can_preload(spare))
        return record_fail(r,
                           "neither ~/.cache/fpredict nor $XDG_CACHE_HOME/fpredict can be written, "
                           "or its name has a blank or ':', at which LD_PRELOAD is split; so has "
                           "'%s': name an --output without",
                           spare),
               NULL;
    if (!cache)
        return record_fail(r, "neither ~/.cache/fpredict nor $XDG_CACHE_HOME/fpredict can be "
                              "written, where the library that records is kept"),
               NULL;
    const char *place = arena_printf(a, "%s/%s", cache, name);
    return access(place, R_OK) == 0 || build(r, folder, place, is_object) ? place : NULL;
}
