#include "validate/fingerprint.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "support/folder.h"

static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t fingerprint_text(uint64_t before, const char *text)
{
    return hash_bytes(before, text ? text : "", (text ? strlen(text) : 0) + 1);
}

bool fingerprint_file(uint64_t *fingerprint, const char *path)
{
    FILE *in = fopen(path, "r");
    if (!in)
        return false;
    char block[1 << 14];
    size_t count;
    while ((count = fread(block, 1, sizeof block, in)) > 0)
        *fingerprint = hash_bytes(*fingerprint, block, count);
    bool ok = !ferror(in);
    fclose(in);
    return ok;
}

uint64_t fingerprint_command(uint64_t before, arena *a, const char *command)
{
    static const char between[] = " \t'\"=()";
    uint64_t hash = fingerprint_text(before, command);
    char *words = arena_strdup(a, command), *rest = NULL;
    for (char *w = strtok_r(words, between, &rest); w; w = strtok_r(NULL, between, &rest)) {
        struct stat s;
        if (stat(w, &s) == 0 && S_ISREG(s.st_mode))
            fingerprint_file(&hash, w);
    }
    return hash;
}

const char *fingerprint_folder(uint64_t *fingerprint, arena *a, const char *folder,
                               const char *prefix)
{
    const path_list names = folder_files(a, folder, prefix, "");
    if (names.count == 0)
        return errno ? arena_printf(a, "cannot read the folder '%s': %s", folder, strerror(errno))
                     : arena_printf(a, "'%s' holds no %s*", folder, prefix);
    for (int i = 0; i < names.count; i++)
        if (!fingerprint_file(fingerprint, names.data[i]))
            return arena_printf(a, "cannot read '%s': %s", names.data[i], strerror(errno));
    return NULL;
}
