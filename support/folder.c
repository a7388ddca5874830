#include "support/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

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
    if (found.count)
        qsort(found.data, (size_t)found.count, sizeof *found.data, by_name);
    errno = 0;
    return found;
}
