/* fuzz_NAME [FILE|FOLDER]…: reads each file, and those of each folder, as the harness's reader
 * does. A reader that fails ends the program by a signal, after the name of the file. Without
 * arguments AFL++ gives the texts; what is not built for it needs a file. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/context.h"
#include "support/folder.h"
#include "tests/fuzz/fuzz.h"

/* Gives the harness a copy of just that size, so that the address sanitizer sees what is read
 * behind it. */
static void try_text(const char *text, size_t length)
{
    char *copy = malloc(length ? length : 1);
    if (!copy)
        abort();
    memcpy(copy, text, length);
    fuzz_one(copy, length);
    free(copy);
}

#ifdef __AFL_COMPILER

__AFL_FUZZ_INIT();

/* Texts in a process: what it might leave behind ends with it. */
enum { TEXTS = 2000 };

static int try_given(void)
{
    __AFL_INIT();
    const char *text = (const char *)__AFL_FUZZ_TESTCASE_BUF;
    while (__AFL_LOOP(TEXTS))
        try_text(text, (size_t)__AFL_FUZZ_TESTCASE_LEN);
    return 0;
}

#else

static int try_given(void)
{
    fputs("which files? Name them, or their folder\n", stderr);
    return 2;
}

#endif

static int complain(const char *path)
{
    fprintf(stderr, "%s: %s\n", path, errno ? strerror(errno) : "no file is in it");
    return 1;
}

static int try_file(arena *a, const char *path)
{
    FILE *in = fopen(path, "rb");
    if (!in || fseek(in, 0, SEEK_END) != 0)
        return complain(path);
    long size = ftell(in);
    rewind(in);
    char *text = arena_alloc(a, (size_t)size + 1);
    size_t length = fread(text, 1, (size_t)size, in);
    fclose(in);
    fprintf(stderr, "%s\n", path);
    try_text(text, length);
    return 0;
}

static bool is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static int try_path(arena *a, const char *path)
{
    if (!is_folder(path))
        return try_file(a, path);
    path_list files = folder_files(a, path, "", "");
    int status = 0, count = 0;
    for (int i = 0; i < files.count; i++)
        if (!is_folder(files.data[i])) {
            status |= try_file(a, files.data[i]);
            count++;
        }
    return count > 0 ? status : complain(path);
}

int main(int argc, char **argv)
{
    if (argc == 1)
        return try_given();
    arena *a = arena_new();
    int status = 0;
    for (int i = 1; i < argc; i++)
        status |= try_path(a, argv[i]);
    arena_free(a);
    return status;
}
