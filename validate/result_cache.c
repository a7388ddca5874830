#include "validate/result_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/vec.h"

static const char format_line[] = "format\tfpredict/validate/1\n";

typedef struct entry {
    uint64_t fingerprint;
    int repetition;
    validate_result result;
} entry;

struct result_cache {
    arena *arena;
    const char *path;
    FILE *file; /* null: nothing is kept */
    VEC(entry) entries;
};

static const source_range nowhere = {0};

static result_cache *fail(fp_context *ctx, result_cache *cache, const char *what)
{
    diag_report(ctx->diags, DIAG_ERROR, "result-cache", nowhere, "result cache '%s': %s",
                cache->path, what);
    result_cache_close(cache);
    return NULL;
}

/* "0.25", or ">60": it was ended after 60 s. Returns what stands after it, or null. */
static const char *read_seconds(const char *text, validate_result *out)
{
    char *end;
    errno = 0;
    if (*text == '>') {
        long limit = strtol(text + 1, &end, 10);
        out->late_s = (int)limit;
        return end != text + 1 && !errno && limit > 0 && limit <= INT_MAX ? end : NULL;
    }
    out->seconds = strtod(text, &end);
    return end != text && isfinite(out->seconds) && out->seconds >= 0 ? end : NULL;
}

/* What has been printed, and by how much it may have differed; nothing in a line of before. */
static void read_printed(arena *a, const char *columns, validate_result *out)
{
    enum { BEFORE = 4 };
    for (int i = 0; i < BEFORE && columns; i++) {
        columns = strchr(columns, '\t');
        columns = columns ? columns + 1 : NULL;
    }
    if (!columns)
        return;
    size_t length = strcspn(columns, "\t\n");
    out->printed = arena_strndup(a, columns, length);
    out->tolerance = columns[length] == '\t' ? strtod(columns + length, NULL) : 0;
}

static bool read_entry(arena *a, const char *line, entry *out)
{
    char *end;
    errno = 0;
    *out = (entry){.fingerprint = strtoull(line, &end, 16)};
    if (end != line + 16 || *end != '\t' || errno)
        return false;
    const char *text = end + 1;
    long repetition = strtol(text, &end, 10);
    if (end == text || *end != '\t' || repetition < 0 || repetition > 1000000)
        return false;
    out->repetition = (int)repetition;
    const char *rest = read_seconds(end + 1, &out->result);
    if (!rest || *rest != '\t')
        return false;
    read_printed(a, rest + 1, &out->result);
    return true;
}

/* Reads all lines. A last one without an end was cut off: it is measured again. */
static const char *read_all(result_cache *cache)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    long good = 0;
    const char *wrong = NULL;
    for (int number = 1; !wrong && (length = getline(&line, &room, cache->file)) > 0; number++) {
        entry e;
        bool is_whole = line[length - 1] == '\n';
        if (!is_whole && (number > 1 || strncmp(line, format_line, (size_t)length) == 0))
            break;
        good += length;
        if (number == 1 && strcmp(line, format_line) != 0)
            wrong = "line 1: this is no result cache of 'fpredict validate'; name another file";
        else if (number > 1 && !read_entry(cache->arena, line, &e))
            wrong =
                arena_printf(cache->arena,
                             "line %d cannot be read; remove it, and it is measured again", number);
        else if (number > 1)
            VEC_PUSH(cache->arena, &cache->entries, e);
    }
    free(line);
    if (!wrong && (ferror(cache->file) || ftruncate(fileno(cache->file), good) != 0))
        wrong = strerror(errno);
    if (!wrong && good == 0 &&
        (fseek(cache->file, 0, SEEK_SET) != 0 || fputs(format_line, cache->file) < 0 ||
         fflush(cache->file) != 0))
        wrong = strerror(errno);
    if (!wrong && fseek(cache->file, 0, SEEK_END) != 0)
        wrong = strerror(errno);
    return wrong;
}

result_cache *result_cache_open(fp_context *ctx, const char *path)
{
    result_cache *cache = ARENA_NEW(ctx->arena, result_cache);
    *cache = (result_cache){.arena = ctx->arena, .path = path};
    if (!path)
        return cache;
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    cache->file = file >= 0 ? fdopen(file, "r+") : NULL;
    if (!cache->file)
        return fail(ctx, cache, strerror(errno));
    struct stat s; /* a device may be read for ever, and keeps nothing */
    if (fstat(fileno(cache->file), &s) != 0 || !S_ISREG(s.st_mode))
        return fail(ctx, cache, "it is no regular file; name another one");
    if (flock(fileno(cache->file), LOCK_EX | LOCK_NB) != 0)
        return fail(ctx, cache, "another run is writing it");
    const char *wrong = read_all(cache);
    return wrong ? fail(ctx, cache, wrong) : cache;
}

bool result_cache_find(const result_cache *cache, uint64_t fingerprint, int repetition,
                       validate_result *out)
{
    for (int i = cache->entries.count; i-- > 0;)
        if (cache->entries.data[i].fingerprint == fingerprint &&
            cache->entries.data[i].repetition == repetition) {
            *out = cache->entries.data[i].result;
            return true;
        }
    return false;
}

/* Tabs and ends of lines are the file's. */
static const char *column(arena *a, const char *text)
{
    char *copy = arena_strdup(a, text);
    for (char *at = copy; *at; at++)
        *at = *at == '\t' || *at == '\n' ? ' ' : *at;
    return copy;
}

bool result_cache_add(fp_context *ctx, result_cache *cache, uint64_t fingerprint, int repetition,
                      const validate_result *r, const result_cache_case *about)
{
    arena *a = cache->arena;
    VEC_PUSH(a, &cache->entries, ((entry){fingerprint, repetition, *r}));
    if (!cache->file)
        return true;
    const char *seconds =
        r->late_s ? arena_printf(a, ">%d", r->late_s) : arena_printf(a, "%.17g", r->seconds);
    const char *printed =
        r->printed ? arena_printf(a, "\t%s\t%g", column(a, r->printed), r->tolerance) : "";
    if (fprintf(cache->file, "%016" PRIx64 "\t%d\t%s\t%s\t%s\t%s\t%s%s\n", fingerprint, repetition,
                seconds, column(a, about->program), column(a, about->distribution),
                column(a, about->size), column(a, about->procs), printed) > 0 &&
        fflush(cache->file) == 0)
        return true;
    diag_report(ctx->diags, DIAG_ERROR, "result-cache", nowhere, "result cache '%s': %s",
                cache->path, strerror(errno));
    return false;
}

void result_cache_close(result_cache *cache)
{
    if (cache->file)
        fclose(cache->file);
    cache->file = NULL;
}
