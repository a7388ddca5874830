#include "training/train_raw.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A device may have no end; what a run writes is a thousandth of TEXT_MOST. */
enum { COLUMNS = 8, NUMBER_MOST = 1000000, TEXT_MOST = 1 << 30 };

static const char digits[] = "0123456789";

typedef struct reader {
    const char *path, *format;
    train_raw *raw;
    char *error;
    int line;
    bool has_columns;
} reader;

static bool fail(reader *r, const char *format, ...)
{
    int at = r->line > 0 ? snprintf(r->error, TRAIN_TEXT, "%s:%d: ", r->path, r->line)
                         : snprintf(r->error, TRAIN_TEXT, "%s: ", r->path);
    if (at > TRAIN_TEXT - 1)
        at = TRAIN_TEXT - 1;
    va_list args;
    va_start(args, format);
    vsnprintf(r->error + at, (size_t)(TRAIN_TEXT - at), format, args);
    va_end(args);
    return false;
}

/* Reads all of a stream into raw->text, which ends in a zero. */
static bool load(reader *r, FILE *in, int64_t *size)
{
    size_t room = 1 << 16, used = 0;
    char *text = malloc(room);
    while (text != NULL) {
        used += fread(text + used, 1, room - used - 1, in);
        if (used + 1 < room || room >= TEXT_MOST)
            break;
        char *more = realloc(text, room *= 2);
        if (more == NULL)
            free(text);
        text = more;
    }
    r->raw->text = text;
    if (text == NULL || ferror(in))
        return fail(r, "cannot be read: %s", strerror(errno));
    if (used + 1 >= room)
        return fail(r, "is larger than %d MiB, which no training set writes", TEXT_MOST >> 20);
    text[used] = '\0';
    *size = (int64_t)used;
    return true;
}

/* Makes room for one more of `count` things. */
static void *grown(void *things, int count, size_t size)
{
    const bool is_full = count == 0 || (count >= 16 && (count & (count - 1)) == 0);
    if (!is_full)
        return things;
    return realloc(things, (count == 0 ? 16 : 2 * (size_t)count) * size);
}

/* Divides a line at its tabs. Returns how many columns there are. */
static int divide(char *line, char *column[COLUMNS + 1])
{
    int count = 0;
    for (char *at = line; at != NULL && count <= COLUMNS;) {
        column[count++] = at;
        at = strchr(at, '\t');
        if (at != NULL)
            *at++ = '\0';
    }
    return count;
}

static bool add_field(reader *r, train_field **fields, int *count, const char *key,
                      const char *value)
{
    for (int i = 0; i < *count; i++) {
        if (strcmp((*fields)[i].key, key) == 0)
            return fail(r, "'%s' stands in line %d already", key, (*fields)[i].line);
    }
    train_field *more = grown(*fields, *count, sizeof **fields);
    if (more == NULL)
        return fail(r, "there is no memory for it");
    *fields = more;
    more[(*count)++] = (train_field){.key = key, .value = value, .line = r->line};
    return true;
}

/* Are they words, each with a whole number from 1 to `most` after `between`, and one blank from
 * one to the next? */
static bool are_words(const char *text, char between, long long most)
{
    for (const char *at = text;; at++) {
        const size_t name = strcspn(at, " :=");
        if (name == 0 || at[name] != between)
            return false;
        at += name + 1;
        const size_t length = strspn(at, digits);
        errno = 0;
        const long long n = strtoll(at, NULL, 10);
        if (length == 0 || *at == '0' || errno != 0 || n > most)
            return false;
        at += length;
        if (*at != ' ')
            return *at == '\0';
    }
}

static bool kernel_line(reader *r, const char *name, const char *tally)
{
    if (!are_words(tally, ':', NUMBER_MOST))
        return fail(r,
                    "'%.200s' does not say what '%.60s' does: words with a number from 1 to %d "
                    "after each, as in 'int_add:16 loop_iteration:1'",
                    tally, name, (int)NUMBER_MOST);
    return add_field(r, &r->raw->kernel, &r->raw->kernel_count, name, tally);
}

/* What the first line of the header must be. */
static bool check_format(reader *r, const char *line)
{
    static const char key[] = "format\t";
    const size_t family = (size_t)(strrchr(r->format, '/') - r->format) + 1;
    const char *format = strncmp(line, key, sizeof key - 1) == 0 ? line + sizeof key - 1 : "";
    if (strcmp(format, r->format) == 0)
        return true;
    if (strncmp(format, r->format, family) == 0)
        return fail(r,
                    "this is of the format '%.60s', and '%s' is read here: use the fpredict that "
                    "it was measured with, or measure again into another file",
                    format, r->format);
    return fail(r, "this is no raw data of a training set: the line 'format\t%s' should stand here",
                r->format);
}

static bool header_line(reader *r, char *line)
{
    train_raw *raw = r->raw;
    if (raw->field_count == 0 && !check_format(r, line))
        return false;
    if (strcmp(line, TRAIN_COLUMNS) == 0) {
        r->has_columns = true;
        return true;
    }
    char *column[COLUMNS + 1];
    const int count = divide(line, column);
    if (count == 3 && strcmp(column[0], "kernel") == 0)
        return kernel_line(r, column[1], column[2]);
    if (count == 2 && column[0][0] != '\0')
        return add_field(r, &raw->field, &raw->field_count, column[0], column[1]);
    return fail(r, "the header has a key and a value in a line, with a tab between them, and ends "
                   "with the line 'columns'; this line is neither");
}

static bool whole_number(reader *r, const char *what, const char *text, int64_t least, int64_t most,
                         int64_t *value)
{
    char *end;
    errno = 0;
    const long long n = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || n < least || n > most)
        return fail(r, "'%s' is no %s: a whole number from %lld to %lld is", text, what,
                    (long long)least, (long long)most);
    *value = n;
    return true;
}

static bool number(reader *r, const char *what, const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(*value) || *value < 0)
        return fail(r, "'%s' is no %s: a number from 0 on is", text, what);
    return true;
}

static bool data_line(reader *r, char *line)
{
    train_raw *raw = r->raw;
    char *column[COLUMNS + 1];
    const int count = divide(line, column);
    if (count != COLUMNS)
        return fail(r, "a line of data has %d columns with tabs between them; here are %s%d",
                    (int)COLUMNS, count > COLUMNS ? "more than " : "",
                    count > COLUMNS ? (int)COLUMNS : count);
    if (train_raw_tally(raw, column[0]) == NULL)
        return fail(r, "the header declares no kernel '%s'", column[0]);
    int64_t repetition = 0;
    train_datum d = {.kernel = column[0], .parameters = column[1], .line = r->line};
    if (strcmp(column[1], "-") != 0 && !are_words(column[1], '=', INT64_MAX))
        return fail(r,
                    "'%.200s' are no parameters: names with a whole number from 1 on after each "
                    "are, as in 'ranks=2 bytes=8', or '-'",
                    column[1]);
    if (!whole_number(r, "repetition", column[2], 0, NUMBER_MOST - 1, &repetition) ||
        !whole_number(r, "number of iterations", column[3], 1, TRAIN_ITERATIONS_MOST,
                      &d.iterations) ||
        !number(r, "number of flops", column[4], &d.flops) ||
        !number(r, "number of bytes", column[5], &d.bytes) ||
        !number(r, "time in seconds", column[6], &d.slowest_s) ||
        !number(r, "time in seconds", column[7], &d.mean_s))
        return false;
    d.repetition = (int)repetition;
    train_datum *more = grown(raw->datum, raw->datum_count, sizeof *more);
    if (more == NULL)
        return fail(r, "there is no memory for it");
    raw->datum = more;
    more[raw->datum_count++] = d;
    return true;
}

/* A comment, which may say what is left out. */
static bool comment_line(reader *r, char *line)
{
    train_raw *raw = r->raw;
    const size_t length = sizeof TRAIN_LEFT_OUT - 1;
    if (strncmp(line, TRAIN_LEFT_OUT, length) != 0)
        return true;
    char *kernel = line + length, *end = strchr(kernel, ' ');
    if (end == NULL)
        return fail(r, "'%.200s' does not say what is left out: a kernel and its parameters", line);
    *end = '\0';
    train_field *more = grown(raw->left_out, raw->left_out_count, sizeof *more);
    if (more == NULL)
        return fail(r, "there is no memory for it");
    raw->left_out = more;
    more[raw->left_out_count++] = (train_field){.key = kernel, .value = end + 1, .line = r->line};
    return true;
}

static int compare_data(const void *left, const void *right)
{
    const train_datum *a = *(const train_datum *const *)left;
    const train_datum *b = *(const train_datum *const *)right;
    int order = strcmp(a->kernel, b->kernel);
    if (order == 0)
        order = strcmp(a->parameters, b->parameters);
    if (order == 0)
        order = (a->repetition > b->repetition) - (a->repetition < b->repetition);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

/* A measurement that stands there twice was copied: which one is right? */
static bool check_repeated(reader *r)
{
    const train_raw *raw = r->raw;
    const train_datum **sorted = malloc(((size_t)raw->datum_count + 1) * sizeof *sorted);
    if (sorted == NULL)
        return fail(r, "there is no memory to check it");
    for (int i = 0; i < raw->datum_count; i++)
        sorted[i] = &raw->datum[i];
    qsort(sorted, (size_t)raw->datum_count, sizeof *sorted, compare_data);
    bool is_good = true;
    for (int i = 1; i < raw->datum_count && is_good; i++) {
        const train_datum *a = sorted[i - 1], *b = sorted[i];
        if (strcmp(a->kernel, b->kernel) == 0 && strcmp(a->parameters, b->parameters) == 0 &&
            a->repetition == b->repetition) {
            r->line = b->line;
            is_good = fail(r, "repetition %d of '%s %s' stands in line %d already; remove one",
                           b->repetition, b->kernel, b->parameters, a->line);
        }
    }
    free(sorted);
    return is_good;
}

static bool read_stream(const char *format, FILE *in, const char *path, train_raw *raw,
                        char error[TRAIN_TEXT])
{
    memset(raw, 0, sizeof *raw);
    reader r = {.path = path, .format = format, .raw = raw, .error = error};
    int64_t size = 0;
    if (!load(&r, in, &size))
        return false;
    if ((int64_t)strlen(raw->text) != size)
        return fail(&r, "this is no text: it has zeros in it");

    char *at = raw->text, *end;
    for (; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        r.line++;
        if (at[0] == '\0')
            continue;
        if (at[0] == '#') {
            if (!comment_line(&r, at))
                return false;
            continue;
        }
        if (!(r.has_columns ? data_line(&r, at) : header_line(&r, at)))
            return false;
    }
    raw->whole = at - raw->text;
    raw->is_cut = raw->whole < size;
    if (!r.has_columns) {
        r.line = 0;
        return fail(&r, "its header is not whole: it has no line 'columns', and so no "
                        "measurements. Remove the file to begin anew");
    }
    return check_repeated(&r);
}

bool train_raw_read_stream(FILE *in, const char *path, train_raw *raw, char error[TRAIN_TEXT])
{
    return read_stream(TRAIN_FORMAT, in, path, raw, error);
}

bool train_raw_read_as(const char *format, const char *path, train_raw *raw, char error[TRAIN_TEXT])
{
    FILE *in = fopen(path, "rb");
    if (in == NULL) {
        memset(raw, 0, sizeof *raw);
        reader r = {.path = path, .raw = raw, .error = error};
        return fail(&r, "cannot be read: %s", strerror(errno));
    }
    const bool is_read = read_stream(format, in, path, raw, error);
    fclose(in);
    return is_read;
}

bool train_raw_read(const char *path, train_raw *raw, char error[TRAIN_TEXT])
{
    return train_raw_read_as(TRAIN_FORMAT, path, raw, error);
}

void train_raw_clear(train_raw *raw)
{
    free(raw->text);
    free(raw->field);
    free(raw->kernel);
    free(raw->datum);
    free(raw->left_out);
    memset(raw, 0, sizeof *raw);
}

static const char *find(int count, const train_field *fields, const char *key)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(fields[i].key, key) == 0)
            return fields[i].value;
    }
    return NULL;
}

const char *train_raw_value(const train_raw *raw, const char *key)
{
    return find(raw->field_count, raw->field, key);
}

const char *train_raw_tally(const train_raw *raw, const char *kernel)
{
    return find(raw->kernel_count, raw->kernel, kernel);
}

bool train_raw_write(FILE *out, const train_datum *d)
{
    fprintf(out, "%s\t%s\t%d\t%lld\t%.10g\t%.10g\t%.9g\t%.9g\n", d->kernel, d->parameters,
            d->repetition, (long long)d->iterations, d->flops, d->bytes, d->slowest_s, d->mean_s);
    return fflush(out) == 0 && !ferror(out);
}
