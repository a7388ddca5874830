#include "sysmodels/change/open.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "support/sort.h"
#include "support/suggest.h"
#include "support/vec.h"
#include "sysmodels/model/sag.h"

static const char suffix[] = ".yaml";

static bool has_suffix(const char *name)
{
    size_t length = strlen(name), tail = strlen(suffix);
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

const char *const *sag_search_dirs(fp_context *ctx, const char *path_list, const char *built_in,
                                   int *dir_count)
{
    VEC(const char *) dirs = {0};

    for (const char *p = path_list; p && *p;) {
        size_t length = strcspn(p, ":");
        if (length)
            VEC_PUSH(ctx->arena, &dirs, arena_strndup(ctx->arena, p, length));
        p += length + (p[length] == ':');
    }
    if (built_in && *built_in)
        VEC_PUSH(ctx->arena, &dirs, built_in);
    *dir_count = dirs.count;
    return dirs.data;
}

const char *const *sag_list(fp_context *ctx, int dir_count, const char *const *dirs, int *count)
{
    VEC(const char *) names = {0};
    int kept = 0;

    for (int i = 0; i < dir_count; ++i) {
        DIR *dir = opendir(dirs[i]);
        if (!dir)
            continue;
        for (struct dirent *entry; (entry = readdir(dir));)
            if (has_suffix(entry->d_name))
                VEC_PUSH(
                    ctx->arena, &names,
                    intern_n(ctx->names, entry->d_name, strlen(entry->d_name) - strlen(suffix)));
        closedir(dir);
    }
    sort_texts(names.data, names.count);
    for (int i = 0; i < names.count; ++i)
        if (!kept || names.data[kept - 1] != names.data[i])
            names.data[kept++] = names.data[i];
    *count = kept;
    return names.data;
}

static void report_unknown(fp_context *ctx, const file_kind *kind, const char *name, int dir_count,
                           const char *const *dirs)
{
    int count;
    const char *const *known = sag_list(ctx, dir_count, dirs, &count);
    const char *meant = suggest_closest(name, known, count), *list = NULL;
    const char *rule = arena_printf(ctx->arena, "%s-not-found", kind->name);
    diag *d;

    if (strchr(name, ',') && kind->is_repeatable)
        d = diag_report(ctx->diags, DIAG_ERROR, rule, (source_range){0},
                        "'%s' is no %s; several are given each by itself: --%s A --%s B", name,
                        kind->name, kind->name, kind->name);
    else if (meant)
        d = diag_report(ctx->diags, DIAG_ERROR, rule, (source_range){0},
                        "no %s is named '%s'; did you mean '%s'?", kind->name, name, meant);
    else
        d = diag_report(ctx->diags, DIAG_ERROR, rule, (source_range){0},
                        "no %s is named '%s', and there is no such file", kind->name, name);
    for (int i = 0; i < count; ++i)
        list = list ? arena_printf(ctx->arena, "%s, %s", list, known[i]) : known[i];
    if (list)
        diag_note(d, (source_range){0}, "the %ss here are %s", kind->name, list);
    else
        diag_note(d, (source_range){0},
                  "no %ss were found; name a %s file by its path, or set "
                  "%s to the folders that hold some",
                  kind->name, kind->name, kind->variable);
}

static bool is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

const source_file *sag_find_file(fp_context *ctx, const file_kind *kind, const char *name_or_path,
                                 int dir_count, const char *const *dirs)
{
    bool is_path = strchr(name_or_path, '/') || has_suffix(name_or_path);
    const char *rule = arena_printf(ctx->arena, "%s-not-found", kind->name);
    const source_file *file = NULL;

    for (int i = 0; i < dir_count && !is_path && !file; ++i)
        file = source_open(ctx->sources,
                           arena_printf(ctx->arena, "%s/%s%s", dirs[i], name_or_path, suffix));
    if (file)
        return file;
    errno = 0;
    if (*name_or_path)
        file = source_open(ctx->sources, name_or_path);
    const int why = errno ? errno : ENOENT;
    if (file)
        return file;
    if (is_folder(name_or_path))
        diag_report(ctx->diags, DIAG_ERROR, rule, (source_range){0},
                    "'%s' is a folder, no %s file: name a file in it, or set %s to it and name a "
                    "%s",
                    name_or_path, kind->name, kind->variable, kind->name);
    else if (is_path)
        diag_report(ctx->diags, DIAG_ERROR, rule, (source_range){0},
                    "the %s file '%s' cannot be read: %s", kind->name, name_or_path, strerror(why));
    else
        report_unknown(ctx, kind, name_or_path, dir_count, dirs);
    return NULL;
}

const sag *sag_open(fp_context *ctx, const char *name_or_path, int dir_count,
                    const char *const *dirs)
{
    static const file_kind machines = {"machine", "FPREDICT_MACHINES", true};
    const source_file *file = sag_find_file(ctx, &machines, name_or_path, dir_count, dirs);
    return file ? sag_read(ctx, file) : NULL;
}
