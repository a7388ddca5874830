#include "validate/journal.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "support/vec.h"

static const char format_line[] = "format\tfpredict/validate/1\n";

typedef struct entry {
    uint64_t fingerprint;
    int repetition;
    double seconds;
} entry;

struct validate_journal {
    arena *arena;
    const char *path;
    FILE *file; /* null: nothing is kept */
    VEC(entry) entries;
};

static const source_range nowhere = {0};

static validate_journal *fail(fp_context *ctx, validate_journal *j, const char *what)
{
    diag_report(ctx->diags, DIAG_ERROR, "journal", nowhere, "journal '%s': %s", j->path, what);
    validate_journal_close(j);
    return NULL;
}

static bool read_entry(const char *line, entry *out)
{
    char *end;
    errno = 0;
    out->fingerprint = strtoull(line, &end, 16);
    if (end != line + 16 || *end != '\t' || errno)
        return false;
    const char *text = end + 1;
    long repetition = strtol(text, &end, 10);
    if (end == text || *end != '\t' || repetition < 0 || repetition > 1000000)
        return false;
    out->repetition = (int)repetition;
    text = end + 1;
    out->seconds = strtod(text, &end);
    return end != text && *end == '\t' && isfinite(out->seconds) && out->seconds >= 0;
}

/* Reads all lines. A last one without an end was cut off: it is measured again. */
static const char *read_all(validate_journal *j)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    long good = 0;
    const char *wrong = NULL;
    for (int number = 1; !wrong && (length = getline(&line, &room, j->file)) > 0; number++) {
        entry e;
        bool is_whole = line[length - 1] == '\n';
        if (!is_whole && (number > 1 || strncmp(line, format_line, (size_t)length) == 0))
            break;
        good += length;
        if (number == 1 && strcmp(line, format_line) != 0)
            wrong = "line 1: this is no journal of 'fpredict validate'; name another file";
        else if (number > 1 && !read_entry(line, &e))
            wrong = arena_printf(j->arena,
                                 "line %d says nothing certain; take it out, and it is "
                                 "measured again",
                                 number);
        else if (number > 1)
            VEC_PUSH(j->arena, &j->entries, e);
    }
    free(line);
    if (!wrong && (ferror(j->file) || ftruncate(fileno(j->file), good) != 0))
        wrong = strerror(errno);
    if (!wrong && good == 0 &&
        (fseek(j->file, 0, SEEK_SET) != 0 || fputs(format_line, j->file) < 0 ||
         fflush(j->file) != 0))
        wrong = strerror(errno);
    if (!wrong && fseek(j->file, 0, SEEK_END) != 0)
        wrong = strerror(errno);
    return wrong;
}

validate_journal *validate_journal_open(fp_context *ctx, const char *path)
{
    validate_journal *j = ARENA_NEW(ctx->arena, validate_journal);
    *j = (validate_journal){.arena = ctx->arena, .path = path};
    if (!path)
        return j;
    j->file = fopen(path, "r+");
    if (!j->file && errno == ENOENT)
        j->file = fopen(path, "w+");
    if (!j->file)
        return fail(ctx, j, strerror(errno));
    if (flock(fileno(j->file), LOCK_EX | LOCK_NB) != 0)
        return fail(ctx, j, "another run is writing it");
    const char *wrong = read_all(j);
    return wrong ? fail(ctx, j, wrong) : j;
}

bool validate_journal_find(const validate_journal *j, uint64_t fingerprint, int repetition,
                           double *seconds)
{
    for (int i = 0; i < j->entries.count; i++)
        if (j->entries.data[i].fingerprint == fingerprint &&
            j->entries.data[i].repetition == repetition) {
            *seconds = j->entries.data[i].seconds;
            return true;
        }
    return false;
}

bool validate_journal_add(fp_context *ctx, validate_journal *j, uint64_t fingerprint,
                          int repetition, double seconds, const char *what)
{
    VEC_PUSH(j->arena, &j->entries, ((entry){fingerprint, repetition, seconds}));
    if (!j->file)
        return true;
    if (fprintf(j->file, "%016" PRIx64 "\t%d\t%.17g\t%s\n", fingerprint, repetition, seconds,
                what) > 0 &&
        fflush(j->file) == 0)
        return true;
    diag_report(ctx->diags, DIAG_ERROR, "journal", nowhere, "journal '%s': %s", j->path,
                strerror(errno));
    return false;
}

void validate_journal_close(validate_journal *j)
{
    if (j->file)
        fclose(j->file);
    j->file = NULL;
}
