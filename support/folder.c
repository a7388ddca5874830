#include "support/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/sort.h"

static bool matches(const char *name, const char *prefix, const char *suffix)
{
    size_t length = strlen(name), first = strlen(prefix), last = strlen(suffix);
    return length >= first + last && strncmp(name, prefix, first) == 0 &&
           strcmp(name + length - last, suffix) == 0;
}

path_list folder_files(arena *a, const char *folder, const char *prefix, const char *suffix)
{
    path_list found = {0};
    DIR *d = opendir(folder);
    if (!d)
        return found;
    for (struct dirent *e; (e = readdir(d));)
        if (matches(e->d_name, prefix, suffix))
            VEC_PUSH(a, &found, arena_printf(a, "%s/%s", folder, e->d_name));
    closedir(d);
    sort_texts(found.data, found.count);
    errno = 0;
    return found;
}

bool folder_is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

bool folder_make_for(const char *file)
{
    char path[4096];
    size_t length = strlen(file);
    if (length >= sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(path, file, length + 1);
    for (char *at = path + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        bool ok = mkdir(path, 0777) == 0 || errno == EEXIST;
        *at = '/';
        if (!ok)
            return false;
    }
    return true;
}

/* The path as it is on the disk, or as it is named. */
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

const char *const *folder_names_below(arena *a, int count, const char *const *paths)
{
    const char **names = ARENA_ARRAY(a, count, const char *);
    for (int i = 0; i < count; i++)
        names[i] = real_path(a, paths[i]);
    const char *slash = count ? strrchr(names[0], '/') : NULL;
    size_t common = slash ? (size_t)(slash - names[0]) + 1 : 0;
    for (int i = 1; i < count; i++)
        common = common_length(names[0], names[i], common);
    for (int i = 0; i < count; i++)
        names[i] += common;
    return names;
}

void folder_remove(arena *a, const char *folder)
{
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        const char *path = arena_printf(a, "%s/%s", folder, e->d_name);
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        if (unlink(path) != 0)
            folder_remove(a, path);
    }
    if (d)
        closedir(d);
    rmdir(folder);
}
