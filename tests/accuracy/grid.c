/* grid FPREDICT [quick]
 *
 * Predicts every sample with every distribution on every machine, on 1 to 64 processors
 * and over the papers' sizes; prints a table of what comes out. Fails where one does not
 * predict, does not add up, or takes for granted what it does not list. `quick` takes one
 * machine and the smallest size. */

#include <glob.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/accuracy/samples.h"

enum { PROCS = 7, TEXTS_MAX = 16, MACHINES_MAX = 32 };
#define PROC_LIST "1,2,4,8,16,32,64"

typedef struct grid {
    const char *fpredict;
    char machines[MACHINES_MAX * 48]; /* --machine NAME … */
    int machine_count;
    bool is_quick;
    int failures;
} grid;

/* What is said of a sample. */
typedef struct summary {
    long predictions;
    double least, most; /* times as fast on 64 processors as on one */
    char where[256];    /* that it is the most */
    char *text[TEXTS_MAX];
    int texts;
    char *source;
} summary;

__attribute__((format(printf, 2, 3))) static void fail(grid *g, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("grid: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    g->failures++;
}

static double number(const json_t *o, const char *key)
{
    const json_t *value = json_object_get(o, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char *string(const json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));
    return text ? text : "";
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 16);
    if (!file || !text || fread(text, 1, (1 << 16) - 1, file) == 0) {
        fprintf(stderr, "grid: cannot read %s\n", path);
        exit(2);
    }
    fclose(file);
    return text;
}

/* The options for a distribution: "T(a) U(b)" are two. */
static void add_distributions(char *command, size_t size, const char *distributions)
{
    for (const char *at = distributions; *at;) {
        const size_t length = strcspn(at, " "), used = strlen(command);
        snprintf(command + used, size - used, " --distribute '%.*s'", (int)length, at);
        at += length + strspn(at + length, " ");
    }
}

/* What fpredict prints for a sample, as JSON; null after saying that it fails. */
static json_t *predict(grid *g, const sample *s, const char *distributions, const char *machines,
                       const char *procs, const char *sizes)
{
    char command[8192];
    snprintf(command, sizeof command, "'%s' estimate '" SAMPLES "%s' %s --procs %s --set N=%s",
             g->fpredict, s->path, machines, procs, sizes);
    add_distributions(command, sizeof command, distributions);
    const size_t used = strlen(command);
    snprintf(command + used, sizeof command - used,
             " --format json --no-warnings -- -I '" INCLUDE "'");
    FILE *pipe = popen(command, "r");
    json_t *o = pipe ? json_loadf(pipe, JSON_REJECT_DUPLICATES, NULL) : NULL;
    if (!pipe || pclose(pipe) != 0 || !o) {
        fail(g, "this fails: %s", command);
        json_decref(o);
        return NULL;
    }
    return o;
}

/* --- What must hold of each prediction ------------------------------------- */

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static bool adds_up(const json_t *o)
{
    const double time = number(o, "time_s");
    const json_t *parts = json_object_get(o, "breakdown_s"), *line;
    double lines = 0;
    size_t i;
    json_array_foreach(json_object_get(o, "lines"), i, line) lines += number(line, "time_s");
    return time > 0 && isfinite(time) && number(o, "low_s") <= time &&
           time <= number(o, "high_s") && near(time, lines) &&
           near(time, number(parts, "computation") + number(parts, "communication") +
                          number(parts, "overhead") + number(parts, "waiting"));
}

static bool is_listed(const json_t *o, const char *text)
{
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(o, "assumptions"), i, one)
    {
        if (strncmp(string(one, "text"), text, strlen(text)) == 0)
            return true;
    }
    return false;
}

/* A value that was read is a macro's, or else it is assumed to be what the program gives
 * a variable, or what a pipeline is given ("strip@38"). */
static const char *unlisted_parameter(const summary *sum, const json_t *o)
{
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(o, "parameters"), name, value)
    {
        char macro[128], text[256];
        snprintf(macro, sizeof macro, "#define %s ", name);
        snprintf(text, sizeof text, "%s = %lld ", name, (long long)json_integer_value(value));
        if (!strstr(sum->source, macro) && !is_listed(o, text))
            return name;
    }
    return NULL;
}

/* One text for the strips of all pipelines: "strip = n iterations a strip …". */
static void say_once(char *out, size_t size, const char *text)
{
    const char *at = strchr(text, '@'), *value = strstr(text, " = ");
    const char *rest = at && value ? strchr(value + 3, ' ') : NULL;
    if (rest && at < value)
        snprintf(out, size, "%.*s = n%s", (int)(at - text), text, rest);
    else
        snprintf(out, size, "%s", text);
}

static void add_texts(summary *sum, const json_t *o)
{
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(o, "assumptions"), i, one)
    {
        char text[512];
        int k = 0;
        say_once(text, sizeof text, string(one, "text"));
        while (k < sum->texts && strcmp(sum->text[k], text) != 0)
            k++;
        if (k == sum->texts && k < TEXTS_MAX)
            sum->text[sum->texts++] = strdup(text);
    }
}

static long product(const json_t *array)
{
    long all = 1;
    size_t i;
    json_t *one;
    json_array_foreach(array, i, one) all *= (long)json_integer_value(one);
    return all;
}

/* --- The table ------------------------------------------------------------- */

/* Predictions come by machine, then by size, then by processors. */
static void check_all(grid *g, const sample *s, summary *sum, const char *distribution,
                      const json_t *all)
{
    static const int procs[PROCS] = {1, 2, 4, 8, 16, 32, 64};
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *o = json_array_get(all, i);
        const char *machine = string(o, "machine"), *name = unlisted_parameter(sum, o);
        const long size = (long)number(json_object_get(o, "parameters"), "N");
        const size_t at = i % PROCS;
        if (product(json_object_get(o, "processors")) != procs[at] || !adds_up(o))
            fail(g, "%s %s, N = %ld, %d processors of %s: does not add up", s->path, distribution,
                 size, procs[at], machine);
        if (name)
            fail(g, "%s %s on %s: '%s' is taken for granted", s->path, distribution, machine, name);
        add_texts(sum, o);
        sum->predictions++;
        if (at < PROCS - 1)
            continue;
        const json_t *alone = json_array_get(all, i - at);
        const json_t *names = json_object_get(o, "distributions");
        const double faster = number(alone, "time_s") / number(o, "time_s");
        sum->least = fmin(sum->least, faster);
        if (faster <= sum->most)
            continue;
        sum->most = faster;
        snprintf(sum->where, sizeof sum->where, "%s, `%s`, N = %ld", machine,
                 distribution[0] ? distribution : json_string_value(json_array_get(names, 0)),
                 size);
    }
}

static size_t count_sizes(const char *sizes)
{
    size_t count = 1;
    for (; *sizes; sizes++)
        count += *sizes == ',';
    return count;
}

/* "assumed: …" among the remarks of a prediction is in its list, too. */
static void check_remarks(grid *g, const sample *s, const char *distribution, const json_t *o)
{
    char command[4096], text[1024];
    snprintf(command, sizeof command,
             "'%s' estimate '" SAMPLES "%s' --machine %s --procs %ld --set N=%ld", g->fpredict,
             s->path, json_string_value(json_object_get(o, "machine")),
             product(json_object_get(o, "processors")),
             (long)number(json_object_get(o, "parameters"), "N"));
    add_distributions(command, sizeof command, distribution);
    const size_t used = strlen(command);
    snprintf(command + used, sizeof command - used, " --remarks -- -I '" INCLUDE "' 2>&1");
    FILE *pipe = popen(command, "r");
    while (pipe && fgets(text, sizeof text, pipe)) {
        static const char head[] = "assumed: ";
        const char *assumed = strstr(text, head);
        if (!assumed)
            continue;
        text[strcspn(text, ";[\n")] = '\0';
        for (size_t end = strlen(text); text[end - 1] == ' '; end--)
            text[end - 1] = '\0';
        if (!is_listed(o, assumed + strlen(head)))
            fail(g, "%s %s does not list: %s", s->path, distribution, assumed);
    }
    if (!pipe || pclose(pipe) != 0)
        fail(g, "this fails: %s", command);
}

static void predict_grid(grid *g, const sample *s, summary *sum, const char *distribution,
                         const char *sizes)
{
    char few[16];
    if (g->is_quick) {
        snprintf(few, sizeof few, "%d", atoi(sizes));
        sizes = few;
    }
    json_t *all = predict(g, s, distribution, g->machines, PROC_LIST, sizes);
    if (!all)
        return;
    if (json_array_size(all) != (size_t)g->machine_count * PROCS * count_sizes(sizes))
        fail(g, "%s %s: %zu predictions", s->path, distribution, json_array_size(all));
    else
        check_all(g, s, sum, distribution, all);
    if (!g->is_quick)
        check_remarks(g, s, distribution, json_array_get(all, 2));
    json_decref(all);
}

static int count(const char *const *list)
{
    int n = 0;
    while (list[n])
        n++;
    return n;
}

static void print_row(const sample *s, const summary *sum)
{
    const char *name = strrchr(s->path, '/') + 1;
    printf("| %.*s | %s | %d", (int)(strlen(name) - 2), name, s->said, count(s->distributions));
    if (count(s->others) > 0)
        printf("; %d at %s", count(s->others), s->small_sizes);
    printf(" | %ld | %.2g | %.3g: %s | ", sum->predictions, sum->least, sum->most, sum->where);
    for (int k = 0; k < sum->texts; k++)
        printf("%s%s", k > 0 ? "; " : "", sum->text[k]);
    printf("%s |\n", sum->texts ? "" : "none");
}

static long row(grid *g, const sample *s)
{
    char path[512];
    snprintf(path, sizeof path, SAMPLES "%s", s->path);
    summary sum = {.least = INFINITY, .source = read_file(path)};
    for (const char *const *d = s->distributions; *d; d++)
        predict_grid(g, s, &sum, *d, s->sizes);
    for (const char *const *d = s->others; *d; d++)
        predict_grid(g, s, &sum, *d, s->small_sizes);
    print_row(s, &sum);
    fflush(stdout);
    for (int k = 0; k < sum.texts; k++)
        free(sum.text[k]);
    free(sum.source);
    return sum.predictions;
}

static void find_machines(grid *g)
{
    glob_t files;
    if (glob(MACHINES "*.yaml", 0, NULL, &files) != 0)
        return;
    for (size_t i = 0; i < files.gl_pathc && g->machine_count < MACHINES_MAX; i++) {
        const char *name = strrchr(files.gl_pathv[i], '/') + 1;
        const size_t used = strlen(g->machines);
        if (g->is_quick && strcmp(name, "ipsc860.yaml") != 0)
            continue;
        snprintf(g->machines + used, sizeof g->machines - used, " --machine %.*s",
                 (int)(strlen(name) - strlen(".yaml")), name);
        g->machine_count++;
    }
    globfree(&files);
}

/* Where it has a main.c, its files are one program, whose size is no macro: samples.predicts has
 * it. */
static bool is_one_program(const char *path)
{
    char main_file[512];
    snprintf(main_file, sizeof main_file, "%.*s/main.c", (int)(strrchr(path, '/') - path), path);
    return access(main_file, F_OK) == 0;
}

/* Is each other program of samples/ among those that are predicted? */
static void check_complete(grid *g)
{
    glob_t files;
    if (glob(SAMPLES "*/*.c", 0, NULL, &files) != 0)
        return;
    for (size_t i = 0; i < files.gl_pathc; i++) {
        const sample *s = samples;
        while (s->path && !strstr(files.gl_pathv[i], s->path))
            s++;
        if (!s->path && !is_one_program(files.gl_pathv[i]))
            fail(g, "%s is not predicted", files.gl_pathv[i]);
    }
    globfree(&files);
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3)
        return 2;
    grid g = {.fpredict = argv[1], .is_quick = argc == 3};
    find_machines(&g);
    check_complete(&g);
    long predictions = 0;
    puts("| sample | N | distributions | predictions | least | most | assumptions |");
    puts("|---|---|---|---|---|---|---|");
    for (const sample *s = samples; s->path; s++)
        predictions += row(&g, s);
    printf("\n%ld predictions in all, on %d machines; all add up.\n", predictions, g.machine_count);
    return g.failures > 0 ? 1 : 0;
}
