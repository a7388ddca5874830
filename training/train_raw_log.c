#include "training/train_raw_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(char error[TRAIN_TEXT], const char *path, const char *what)
{
    snprintf(error, TRAIN_TEXT, "%s: %s: %s", path, what, strerror(errno));
    return false;
}

static void write_header(FILE *out, int count, const train_header_line *heading,
                         const train_plan *plan)
{
    fprintf(out, "format\t%s\n", TRAIN_FORMAT);
    fputs("# What a training set measured. A run of it on the same machine continues this file;\n"
          "# lines may be removed, which are then measured again, but not changed.\n",
          out);
    for (int i = 0; i < count; i++)
        fprintf(out, "%s\t%s\n", heading[i].key, heading[i].value);
    const train_kernel *last = NULL;
    for (int i = 0; i < plan->count; i++) {
        const train_kernel *kernel = plan->point[i].kernel;
        if (kernel != last)
            fprintf(out, "kernel\t%s\t%s\n", kernel->name, kernel->operations);
        last = kernel;
    }
    fprintf(out, "%s\n", TRAIN_COLUMNS);
}

/* Gives a file that is whole its name, unless another run has begun one of that name meanwhile:
 * then this one goes on with that. */
static bool give_name(const char *other, const char *path)
{
    struct stat status;
    if (link(other, path) == 0 ||
        (errno == EEXIST && stat(path, &status) == 0 && status.st_size > 0)) {
        unlink(other);
        return true;
    }
    return rename(other, path) == 0; /* an empty file, or a file system without links */
}

/* Begins a file. It gets its name when its header is whole, so that a header is
 * whole or not there. */
static bool begin(const char *path, int count, const train_header_line *heading,
                  const train_plan *plan, char error[TRAIN_TEXT])
{
    enum { ENDING = 32 };
    const size_t room = strlen(path) + ENDING;
    char *other = malloc(room);
    if (other == NULL)
        return fail(error, path, "cannot be begun");
    snprintf(other, room, "%s.%ld.new", path, (long)getpid());
    FILE *out = fopen(other, "w");
    bool is_good = out != NULL;
    if (is_good) {
        write_header(out, count, heading, plan);
        is_good = fflush(out) == 0 && fsync(fileno(out)) == 0;
        is_good = fclose(out) == 0 && is_good;
        is_good = is_good && give_name(other, path);
        if (!is_good) {
            const int why = errno;
            remove(other);
            errno = why;
        }
    }
    free(other);
    return is_good || fail(error, path, "cannot be written");
}

/* Two runs that write one file would measure each other. The lock goes with the
 * process, however that ends. */
static bool lock(FILE *file, const char *path, char error[TRAIN_TEXT])
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fileno(file), F_SETLK, &all) == 0)
        return true;
    if (errno != EACCES && errno != EAGAIN)
        return true; /* a file system without locks */
    if (fcntl(fileno(file), F_GETLK, &all) == 0 && all.l_type != F_UNLCK)
        snprintf(error, TRAIN_TEXT, "%s: process %ld is writing it; wait until that has ended",
                 path, (long)all.l_pid);
    else
        snprintf(error, TRAIN_TEXT, "%s: another run is writing it; wait until that has ended",
                 path);
    return false;
}

static bool check_header(const train_raw *raw, const char *path, int count,
                         const train_header_line *heading, char error[TRAIN_TEXT])
{
    for (int i = 0; i < count; i++) {
        const char *there = train_raw_value(raw, heading[i].key);
        if (!heading[i].must_agree || (there != NULL && strcmp(there, heading[i].value) == 0))
            continue;
        if (there == NULL)
            snprintf(error, TRAIN_TEXT,
                     "%.200s: its header lacks '%.40s', so that this run cannot be compared with "
                     "it; name another file",
                     path, heading[i].key);
        else
            snprintf(error, TRAIN_TEXT,
                     "%.120s: was measured with %.40s '%.80s', and this run has '%.80s': both in "
                     "one file would describe no machine. Name another file, or run as before",
                     path, heading[i].key, there, heading[i].value);
        return false;
    }
    return true;
}

/* Does the file's training set measure the same? What its header does not declare could not be
 * read again, and of two tallies one would be wrong. */
static bool check_kernels(const train_raw *raw, const char *path, const train_plan *plan,
                          char error[TRAIN_TEXT])
{
    for (int i = 0; i < plan->count; i++) {
        const train_kernel *kernel = plan->point[i].kernel;
        const char *there = train_raw_tally(raw, kernel->name);
        if (there != NULL && strcmp(there, kernel->operations) == 0)
            continue;
        snprintf(error, TRAIN_TEXT,
                 "%.200s: its header does not say 'kernel %.60s %.100s', as this training set "
                 "does: another version began it, or somebody changed it; name another file",
                 path, kernel->name, kernel->operations);
        return false;
    }
    return true;
}

typedef struct keyed_point {
    const char *kernel;
    char parameters[TRAIN_PARAMETERS_LENGTH];
    int point;
} keyed_point;

static int compare_keys(const void *left, const void *right)
{
    const keyed_point *a = left, *b = right;
    const int order = strcmp(a->kernel, b->kernel);
    return order != 0 ? order : strcmp(a->parameters, b->parameters);
}

static bool add_further(train_raw_log *j, int point, int64_t bytes, int repetition)
{
    enum { FIRST = 64 };
    const int n = j->further_count;
    if (n == 0 || (n >= FIRST && (n & (n - 1)) == 0)) {
        train_further *more = realloc(j->further, (n == 0 ? FIRST : 2 * (size_t)n) * sizeof *more);
        if (more == NULL)
            return false;
        j->further = more;
    }
    j->further[j->further_count++] = (train_further){point, repetition, bytes};
    return true;
}

/* Notes a measurement of a size beside the plan's. Returns false where it is none. */
static bool mark_further(train_raw_log *j, const train_datum *d)
{
    int64_t bytes;
    if (!train_refine_is_of(d->kernel, d->parameters, &bytes))
        return false;
    const int point = train_plan_nearest(j->plan, d->kernel, bytes);
    return point >= 0 && add_further(j, point, bytes, d->repetition);
}

/* Marks what has been measured. */
static bool mark(train_raw_log *j, const char *path, const train_raw *raw, char error[TRAIN_TEXT])
{
    const size_t count = (size_t)j->plan->count;
    keyed_point *keys = malloc((count + 1) * sizeof *keys);
    if (keys == NULL)
        return fail(error, path, "cannot be continued");
    for (int i = 0; i < j->plan->count; i++) {
        keys[i].kernel = j->plan->point[i].kernel->name;
        keys[i].point = i;
        train_point_parameters(&j->plan->point[i], keys[i].parameters);
    }
    qsort(keys, count, sizeof *keys, compare_keys);
    bool is_good = true;
    for (int i = 0; i < raw->datum_count && is_good; i++) {
        const train_datum *d = &raw->datum[i];
        keyed_point wanted = {.kernel = d->kernel};
        const size_t length = strlen(d->parameters);
        if (length < sizeof wanted.parameters)
            memcpy(wanted.parameters, d->parameters, length + 1);
        const keyed_point *found = bsearch(&wanted, keys, count, sizeof *keys, compare_keys);
        if (found == NULL && mark_further(j, d))
            continue;
        if (found == NULL) {
            snprintf(error, TRAIN_TEXT, "%s:%d: this training set does not measure '%s %s'", path,
                     d->line, d->kernel, d->parameters);
            is_good = false;
        } else {
            j->iterations[found->point] = d->iterations;
            if (d->repetition < j->repetitions) {
                j->is_done[(size_t)d->repetition * count + (size_t)found->point] = 1;
                j->done++;
            }
        }
    }
    free(keys);
    return is_good;
}

/* What is left out counts as done. */
static bool leave_out(train_raw_log *j, const train_left_out *what)
{
    const size_t count = (size_t)j->plan->count;
    train_left_out *more = realloc(j->left_out, ((size_t)j->left_out_count + 1) * sizeof *more);
    if (more == NULL)
        return false;
    j->left_out = more;
    more[j->left_out_count++] = *what;
    for (size_t i = 0; i < count; i++) {
        if (!train_is_left_out(what, &j->plan->point[i]))
            continue;
        for (int r = 0; r < j->repetitions; r++) {
            unsigned char *is_done = &j->is_done[(size_t)r * count + i];
            j->done += !*is_done;
            *is_done = 1;
        }
    }
    return true;
}

static bool mark_left_out(train_raw_log *j, const char *path, const train_raw *raw,
                          char error[TRAIN_TEXT])
{
    for (int i = 0; i < raw->left_out_count; i++) {
        char text[2 * TRAIN_TEXT];
        train_left_out what;
        snprintf(text, sizeof text, "%.400s %.400s", raw->left_out[i].key, raw->left_out[i].value);
        if (train_left_out_read(text, &what) && !leave_out(j, &what))
            return fail(error, path, "cannot be continued");
    }
    return true;
}

bool train_raw_log_leave_out(train_raw_log *log, const char *text, char error[TRAIN_TEXT])
{
    train_left_out what;
    if (!train_left_out_read(text, &what)) {
        snprintf(error, TRAIN_TEXT, "'%.200s' is nothing that could be left out", text);
        return false;
    }
    fprintf(log->file, TRAIN_LEFT_OUT "%s\n", text);
    if (fflush(log->file) == 0 && leave_out(log, &what))
        return true;
    snprintf(error, TRAIN_TEXT, "what is left out cannot be noted: %s", strerror(errno));
    return false;
}

bool train_raw_log_is_left_out(const train_raw_log *log, const train_point *point)
{
    for (int i = 0; i < log->left_out_count; i++) {
        if (train_is_left_out(&log->left_out[i], point))
            return true;
    }
    return false;
}

static bool go_on(train_raw_log *j, const char *path, int heading_count,
                  const train_header_line *heading, char error[TRAIN_TEXT])
{
    train_raw raw;
    /* From the stream that holds the lock: to close another one would give it up. */
    bool is_good = train_raw_read_stream(j->file, path, &raw, error) &&
                   check_header(&raw, path, heading_count, heading, error) &&
                   check_kernels(&raw, path, j->plan, error) && mark(j, path, &raw, error) &&
                   mark_left_out(j, path, &raw, error);
    if (is_good && raw.is_cut) {
        j->was_cut = true;
        is_good = ftruncate(fileno(j->file), (off_t)raw.whole) == 0 ||
                  fail(error, path, "its last line, which was cut off, cannot be removed");
    }
    train_raw_clear(&raw);
    return is_good && (fseek(j->file, 0, SEEK_END) == 0 || fail(error, path, "cannot be written"));
}

bool train_raw_log_open(train_raw_log *log, const char *path, int heading_count,
                        const train_header_line *heading, const train_plan *plan, int repetitions,
                        char error[TRAIN_TEXT])
{
    const size_t points = (size_t)plan->count + 1;
    *log = (train_raw_log){.plan = plan, .repetitions = repetitions};
    struct stat status;
    const bool is_there = stat(path, &status) == 0;
    if (is_there && !S_ISREG(status.st_mode)) { /* its place would be taken */
        snprintf(error, TRAIN_TEXT, "%.200s: is no regular file; name another one", path);
        return false;
    }
    log->was_there = is_there && status.st_size > 0;
    if (!log->was_there && !begin(path, heading_count, heading, plan, error))
        return false;

    log->is_done = calloc(points * (size_t)repetitions, 1);
    log->iterations = calloc(points, sizeof *log->iterations);
    log->file = fopen(path, "r+");
    bool is_good = log->is_done != NULL && log->iterations != NULL && log->file != NULL;
    if (!is_good)
        fail(error, path, "cannot be opened");
    is_good =
        is_good && lock(log->file, path, error) && go_on(log, path, heading_count, heading, error);
    if (!is_good)
        train_raw_log_close(log);
    return is_good;
}

bool train_raw_log_is_done(const train_raw_log *log, int point, int repetition)
{
    return log->is_done[(size_t)repetition * (size_t)log->plan->count + (size_t)point] != 0;
}

/* Writes a measurement of `p`, which is a point or one with another size. */
static bool write_point(train_raw_log *log, const train_point *p, int repetition,
                        int64_t iterations, double slowest_s, double mean_s, char error[TRAIN_TEXT])
{
    char parameters[TRAIN_PARAMETERS_LENGTH];
    train_point_parameters(p, parameters);
    const train_datum d = {.kernel = p->kernel->name,
                           .parameters = parameters,
                           .repetition = repetition,
                           .iterations = iterations,
                           .flops = train_point_flops(p),
                           .bytes = train_point_bytes(p),
                           .slowest_s = slowest_s,
                           .mean_s = mean_s};
    if (train_raw_write(log->file, &d))
        return true;
    snprintf(error, TRAIN_TEXT,
             "a measurement could not be written: %s. What was measured before is in the file",
             strerror(errno));
    return false;
}

bool train_raw_log_add(train_raw_log *log, int point, int repetition, int64_t iterations,
                       double slowest_s, double mean_s, char error[TRAIN_TEXT])
{
    if (!write_point(log, &log->plan->point[point], repetition, iterations, slowest_s, mean_s,
                     error))
        return false;
    log->is_done[(size_t)repetition * (size_t)log->plan->count + (size_t)point] = 1;
    log->iterations[point] = iterations;
    log->done++;
    return true;
}

bool train_raw_log_add_size(train_raw_log *log, int point, int64_t bytes, int repetition,
                            int64_t iterations, double slowest_s, double mean_s,
                            char error[TRAIN_TEXT])
{
    train_point p = log->plan->point[point];
    p.value[TRAIN_bytes] = bytes;
    if (!write_point(log, &p, repetition, iterations, slowest_s, mean_s, error))
        return false;
    if (add_further(log, point, bytes, repetition))
        return true;
    snprintf(error, TRAIN_TEXT, "there is no memory for what was measured; it is in the file");
    return false;
}

bool train_raw_log_has_size(const train_raw_log *log, int point, int64_t bytes, int repetition)
{
    for (int i = 0; i < log->further_count; i++) {
        const train_further *f = &log->further[i];
        if (f->point == point && f->bytes == bytes && f->repetition == repetition)
            return true;
    }
    return false;
}

int64_t train_raw_log_next_size(const train_raw_log *log, int64_t bytes)
{
    int64_t next = 0;
    for (int i = 0; i < log->further_count; i++) {
        const int64_t n = log->further[i].bytes;
        if (n > bytes && (next == 0 || n < next))
            next = n;
    }
    return next;
}

bool train_raw_log_sizes(train_raw_log *log, const char *path, const char *kernel, int most,
                         train_size *size, int *count, char error[TRAIN_TEXT])
{
    train_raw raw;
    rewind(log->file);
    const bool is_read = train_raw_read_stream(log->file, path, &raw, error);
    *count = is_read ? train_refine_collect(&raw, kernel, most, size) : 0;
    train_raw_clear(&raw);
    return is_read && (fseek(log->file, 0, SEEK_END) == 0 || fail(error, path, "cannot be read"));
}

bool train_raw_log_comment(train_raw_log *log, const char *text)
{
    fprintf(log->file, "# %s\n", text);
    return fflush(log->file) == 0;
}

bool train_raw_log_close(train_raw_log *log)
{
    bool is_good = true;
    if (log->file != NULL) {
        is_good = fflush(log->file) == 0 && fsync(fileno(log->file)) == 0;
        is_good = fclose(log->file) == 0 && is_good;
    }
    free(log->is_done);
    free(log->iterations);
    free(log->further);
    free(log->left_out);
    *log = (train_raw_log){0};
    return is_good;
}
