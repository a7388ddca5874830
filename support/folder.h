#ifndef FPREDICT_SUPPORT_FOLDER_H
#define FPREDICT_SUPPORT_FOLDER_H

/* What a folder holds, and what a path leads to. */

#include <stdbool.h>

#include "support/arena.h"
#include "support/vec.h"

typedef VEC(const char *) path_list;

/* Returns the paths of the files PREFIX…SUFFIX in a folder, by name. None, with errno set, of one
 * that cannot be read; of one that holds none errno is 0. */
path_list folder_files(arena *a, const char *folder, const char *prefix, const char *suffix);

/* Makes the folders of a file that are not there; returns false, with errno set, where one cannot
 * be. */
bool folder_make_for(const char *file);

/* Removes a folder with all that is in it. */
void folder_remove(arena *a, const char *folder);

/* What the files are called below the folder that they have in common: "src/a.c", "lib/b.c". */
const char *const *folder_names_below(arena *a, int count, const char *const *paths);

/* Do two paths name one file that is there? */
bool folder_is_same_file(const char *a, const char *b);

#endif
