/* Records: lines of a key and a value. */

#include "driver/fpredict_cc/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/content_hash.h"
#include "support/folder.h"
#include "support/source.h"

static const char first_line[] = "fpredict record 1";
static const char suffix[] = ".fpredict", with_directives[] = "-directives.fpredict";

const char *cc_record_path(arena *a, const char *object)
{
    return arena_printf(a, "%s%s", object, suffix);
}

char *cc_read_file(arena *a, const char *path, size_t *length)
{
    FILE *in = fopen(path, "r");
    char *text = in ? source_read(a, in, length) : NULL;
    if (in)
        fclose(in);
    return text;
}

/* --- Writing ----------------------------------------------------------------------------- */

/* Can the value stand on a line? */
static bool is_line(const char *text)
{
    return !strchr(text, '\n');
}

static const char *text_of(arena *a, const cc_record *r)
{
    char *text = NULL;
    size_t length = 0;
    bool ok = is_line(r->directory);
    FILE *out = open_memstream(&text, &length);
    fprintf(out, "%s\nobject %s\ndirectory %s\ndirectives %s\n", first_line, r->object,
            r->directory, r->has_directives ? "yes" : "no");
    if (r->predicted)
        fprintf(out, "predicted %s\n", r->predicted);
    for (int i = 0; i < r->files.count; i++) {
        fprintf(out, "file %s %s\n", r->files.data[i].hash, r->files.data[i].path);
        ok &= is_line(r->files.data[i].path);
    }
    for (int i = 0; i < r->flags.count; i++) {
        fprintf(out, "flag %s\n", r->flags.data[i]);
        ok &= is_line(r->flags.data[i]);
    }
    fclose(out);
    const char *kept = ok ? arena_strndup(a, text, length) : NULL;
    free(text);
    if (!ok)
        errno = EINVAL;
    return kept;
}

/* Whole or not at all: others may read it, or write the same. */
static bool write_whole(arena *a, const char *path, const char *text)
{
    const char *fresh = arena_printf(a, "%s.%ld", path, (long)getpid());
    FILE *out = folder_make_for(path) ? fopen(fresh, "w") : NULL;
    bool ok = out && fputs(text, out) >= 0;
    if (out)
        ok = fclose(out) == 0 && ok;
    ok = ok && rename(fresh, path) == 0;
    if (!ok && out) {
        int error = errno;
        unlink(fresh);
        errno = error;
    }
    return ok;
}

bool cc_record_write(arena *a, const cc_record *r, const char *object, const char *folder)
{
    const char *text = text_of(a, r);
    if (!text || !write_whole(a, cc_record_path(a, object), text))
        return false;
    const char *own = content_hash(a, text, strlen(text));
    return !folder || write_whole(a,
                                  arena_printf(a, "%s/%s-%s%s", folder, r->object, own,
                                               r->has_directives ? with_directives : suffix),
                                  text);
}

/* --- Reading ----------------------------------------------------------------------------- */

/* What follows the key on the line; null: it has another. */
static char *value_of(char *line, const char *key)
{
    size_t length = strlen(key);
    return strncmp(line, key, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

static bool read_line(arena *a, cc_record *r, char *line)
{
    char *value;
    if ((value = value_of(line, "object")))
        r->object = value;
    else if ((value = value_of(line, "directory")))
        r->directory = value;
    else if ((value = value_of(line, "directives")))
        r->has_directives = strcmp(value, "yes") == 0;
    else if ((value = value_of(line, "predicted")))
        r->predicted = value;
    else if ((value = value_of(line, "flag")))
        VEC_PUSH(a, &r->flags, value);
    else if ((value = value_of(line, "file")) && strlen(value) > CONTENT_HASH_LENGTH + 1 &&
             value[CONTENT_HASH_LENGTH] == ' ') {
        value[CONTENT_HASH_LENGTH] = '\0';
        VEC_PUSH(a, &r->files, ((cc_content){value + CONTENT_HASH_LENGTH + 1, value}));
    } else
        return false;
    return true;
}

cc_record *cc_record_read(arena *a, const char *path)
{
    size_t length;
    char *text = cc_read_file(a, path, &length), *rest = NULL;
    char *line = text ? strtok_r(text, "\n", &rest) : NULL;
    if (!line || strcmp(line, first_line) != 0)
        return NULL;
    cc_record *r = ARENA_NEW(a, cc_record);
    r->path = path;
    while ((line = strtok_r(NULL, "\n", &rest)))
        if (!read_line(a, r, line))
            return NULL;
    return r->object && r->directory && r->files.count ? r : NULL;
}

cc_records cc_records_of(arena *a, const char *folder, const char *object)
{
    cc_records found = {0};
    const path_list paths = folder_files(a, folder, object, suffix);
    for (int i = 0; i < paths.count; i++) {
        cc_record *r = cc_record_read(a, paths.data[i]);
        if (r && strcmp(r->object, object) == 0)
            VEC_PUSH(a, &found, r);
    }
    return found;
}

bool cc_records_have_directives(arena *a, const char *folder)
{
    return folder_files(a, folder, "", with_directives).count > 0;
}

bool cc_record_is_same(const cc_record *a, const cc_record *b)
{
    bool is = a->files.count == b->files.count && a->flags.count == b->flags.count;
    for (int i = 0; i < a->files.count && is; i++)
        is = strcmp(a->files.data[i].hash, b->files.data[i].hash) == 0;
    for (int i = 0; i < a->flags.count && is; i++)
        is = strcmp(a->flags.data[i], b->flags.data[i]) == 0;
    return is;
}

/* --- From here --------------------------------------------------------------------------- */

const char *cc_record_file(arena *a, const cc_record *r, const char *path)
{
    char here[4096];
    size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
    if (length && strcmp(here, r->directory) == 0)
        return path;
    const char *whole = path[0] == '/' ? path : arena_printf(a, "%s/%s", r->directory, path);
    bool is_below = length && strncmp(whole, here, length) == 0 && whole[length] == '/';
    return is_below ? whole + length + 1 : whole;
}

const char *cc_record_changed(arena *a, const cc_record *r)
{
    for (int i = 0; i < r->files.count; i++) {
        const char *path = cc_record_file(a, r, r->files.data[i].path);
        size_t length = 0;
        const char *text = cc_read_file(a, path, &length);
        if (!text || strcmp(content_hash(a, text, length), r->files.data[i].hash) != 0)
            return path;
    }
    return NULL;
}
