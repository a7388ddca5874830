#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "driver/fpredict/train.h"
#include "validate/fingerprint.h"

/* The raw data of a compiler: begun, gone on with, and added to. */

/* What the kernels' texts are, as a number; null after reporting that they are not there. */
static const char *kernels_version(const training *t)
{
    arena *a = t->ctx->arena;
    uint64_t number = FINGERPRINT_OF_NOTHING;
    for (int k = 0; k <= profile_kernel_count; k++) {
        const char *path =
            k < profile_kernel_count
                ? train_kernel_path(t->ctx, &profile_kernels[k])
                : arena_printf(a, "%s/training/compiler/kernel.h", session_runtime_root(t->ctx));
        if (!fingerprint_file(&number, path)) {
            train_fail(t, "cannot read '%s': %s", path, strerror(errno));
            return NULL;
        }
    }
    return arena_printf(a, "%016llx", (unsigned long long)number);
}

bool train_check_kernels(const training *t, const train_raw *raw)
{
    const char *then = train_raw_value(raw, "kernels"), *now = kernels_version(t);
    return now &&
           (!then || strcmp(then, now) == 0 ||
            train_fail(t,
                       "'%s' was measured with other kernels than this fpredict has: measure "
                       "into another file, or remove it to begin anew",
                       t->raw));
}

/* A header's value has neither tabs nor ends of line. */
static const char *field_text(arena *a, const char *text)
{
    char *copy = arena_strdup(a, text);
    for (char *c = copy; *c; c++)
        *c = *c == '\t' || *c == '\n' || *c == '\r' ? ' ' : *c;
    return copy;
}

static const char *flags_text(const training *t)
{
    const char *text = "";
    for (int i = 0; i < t->opt->flag_count; i++)
        text = arena_printf(t->ctx->arena, "%s%s%s", text, i ? " " : "", t->opt->flags[i]);
    return *text ? text : "-O2";
}

bool train_data_begin(const training *t)
{
    arena *a = t->ctx->arena;
    const char *version = kernels_version(t);
    FILE *out = version ? fopen(t->raw, "w") : NULL;
    if (!version)
        return false;
    if (!out)
        return train_fail(t, "cannot write '%s': %s", t->raw, strerror(errno));
    const time_t now = time(NULL);
    struct tm utc;
    char date[32], host[256] = "";
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &utc));
    gethostname(host, sizeof host - 1);
    fprintf(out,
            "format\t%s\ncompiler\t%s\nflags\t%s\nstarted\t%s\nhost\t%s\ndate\t%s\nsizes\t%"
            "s\nkernels\t%s\n",
            PROFILE_FORMAT, field_text(a, t->opt->compiler), field_text(a, flags_text(t)),
            field_text(a, t->mpirun), field_text(a, host), date, t->opt->quick ? "quick" : "full",
            version);
    for (int k = 0; k < profile_kernel_count; k++)
        fprintf(out, "kernel\t%s\tstep:1\nkernel\t%s%s\tstep:1\n", profile_kernels[k].name,
                profile_kernels[k].name, PROFILE_STAYING);
    fprintf(out, "%s\n", TRAIN_COLUMNS);
    const bool is_written = !ferror(out);
    return (fclose(out) == 0 && is_written) || train_fail(t, "cannot write '%s'", t->raw);
}

/* Is it of the same compiler, started alike? */
static bool check_header(const training *t, const train_raw *raw)
{
    const struct {
        const char *key, *now;
    } same[] = {{"compiler", t->opt->compiler}, {"flags", flags_text(t)}, {"started", t->mpirun}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const char *then = train_raw_value(raw, same[i].key);
        const char *now = field_text(t->ctx->arena, same[i].now);
        if (!then || strcmp(then, now) != 0)
            return train_fail(t,
                              "'%s' was measured with another %s, '%s', which is '%s' now: measure "
                              "into another file, or remove it to begin anew",
                              t->raw, same[i].key, then ? then : "", now);
    }
    return true;
}

/* The data that raw data have of a job. */
typedef struct job_data {
    int count[2]; /* with communication, without */
    int first;    /* -1: none */
} job_data;

static job_data data_of(const train_job *j, const train_raw *raw)
{
    job_data found = {.first = -1};
    const size_t length = strlen(j->kernel->name);
    for (int d = 0; d < raw->datum_count; d++) {
        const char *name = raw->datum[d].kernel;
        const bool is_staying = strncmp(name, j->kernel->name, length) == 0 &&
                                strcmp(name + length, PROFILE_STAYING) == 0;
        if ((!is_staying && strcmp(name, j->kernel->name) != 0) ||
            strcmp(raw->datum[d].parameters, j->parameters) != 0)
            continue;
        found.count[is_staying]++;
        found.first = found.first < 0 ? d : found.first;
    }
    return found;
}

/* Takes out the jobs that are measured. What a run that was ended has written of one stands last,
 * and goes. */
bool train_data_continue(const training *t, train_jobs *all)
{
    char error[TRAIN_TEXT];
    train_raw raw;
    bool ok = train_raw_read_as(PROFILE_FORMAT, t->raw, &raw, error) || train_fail(t, "%s", error);
    ok = ok && check_header(t, &raw) && train_check_kernels(t, &raw);
    long long whole = raw.whole;
    int left = 0;
    for (int i = 0; ok && i < all->count; i++) {
        const train_job *j = &all->data[i];
        const job_data there = data_of(j, &raw);
        const int count = there.count[0] + there.count[1];
        if (there.count[0] != there.count[1]) {
            if (there.first + count != raw.datum_count)
                ok =
                    train_fail(t,
                               "%s:%d: only a part of '%s %s' is there: remove its lines, and it "
                               "is measured again",
                               t->raw, raw.datum[there.first].line, j->kernel->name, j->parameters);
            else
                whole = raw.datum[there.first].kernel - raw.text; /* which its line begins with */
        }
        if (there.count[0] == 0 || there.count[0] != there.count[1])
            all->data[left++] = *j;
    }
    all->count = left;
    if (ok && (raw.is_cut || whole != raw.whole) && truncate(t->raw, whole) != 0)
        ok = train_fail(t, "cannot write '%s': %s", t->raw, strerror(errno));
    train_raw_clear(&raw);
    return ok;
}

/* All repetitions of a job at once, so that one that is there is there whole. */
bool train_data_keep(const training *t, const train_job *j, const train_measurements *found)
{
    FILE *out = fopen(t->raw, "a");
    bool ok = out != NULL;
    const char *names[] = {j->kernel->name,
                           arena_printf(t->ctx->arena, "%s%s", j->kernel->name, PROFILE_STAYING)};
    for (int which = 0; ok && which < 2; which++)
        for (int r = 0; ok && r < found->count; r++) {
            const train_measurement *m = &found->data[r];
            ok = train_raw_write(out, &(train_datum){.kernel = names[which],
                                                     .parameters = j->parameters,
                                                     .repetition = r,
                                                     .iterations = m->steps,
                                                     .slowest_s = m->seconds[which],
                                                     .mean_s = m->seconds[which]});
        }
    if (out)
        ok = fclose(out) == 0 && ok;
    return ok || train_fail(t, "cannot write '%s': %s", t->raw, strerror(errno));
}

/* Two runs that write one file would measure each other. Where a file system has no locks there is
 * none. */
int train_data_lock(const training *t)
{
    const int file = open(t->raw, O_RDWR | O_CLOEXEC);
    if (file < 0 || (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)) {
        train_fail(t, file < 0 ? "cannot write '%s'" : "another run is writing '%s'", t->raw);
        if (file >= 0)
            close(file);
        return -1;
    }
    return file;
}
