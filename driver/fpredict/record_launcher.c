#include <string.h>
#include <unistd.h>

#include "driver/fpredict/record.h"

/* Who starts the ranks of the command that `fpredict record` is given. */

/* Programs that run the command after their own words. */
typedef struct prefix {
    const char *name;
    const char *valued; /* its options whose value is the next word */
    int operands;       /* words that are no options, before the command */
} prefix;

static const prefix prefixes[] = {
    {"env", " -u --unset -C --chdir ", 0},
    {"ionice", " -c --class -n --classdata ", 0},
    {"nice", " -n --adjustment ", 0},
    {"nohup", "", 0},
    {"numactl", " -i --interleave -N --cpunodebind -m --membind -C --physcpubind -p --preferred ",
     0},
    {"setsid", "", 0},
    {"stdbuf", " -i --input -o --output -e --error ", 0},
    {"taskset", "", 1},
    {"time", " -o --output -f --format ", 0},
    {"timeout", " -s --signal -k --kill-after ", 1},
};

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const prefix *find_prefix(const char *word)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strcmp(name_of(word), prefixes[i].name) == 0)
            return &prefixes[i];
    return NULL;
}

static bool is_valued(const recording *r, const prefix *p, const char *word)
{
    return strstr(p->valued, arena_printf(r->ctx->arena, " %s ", word)) != NULL;
}

/* The first word that is not of a prefix: the one whose command it is. The words after it are a
 * program's own, whatever they are called. */
static int find_command(const recording *r)
{
    const char *const *words = r->opt->flags;
    const int count = r->opt->flag_count;
    int at = 0;
    for (const prefix *p; at < count && (p = find_prefix(words[at])) != NULL;) {
        int operands = p->operands;
        for (at++; at < count; at++) {
            const char *word = words[at];
            const bool is_option = *word == '-', sets = strchr(word, '=') != NULL;
            if (is_option)
                at += is_valued(r, p, word);
            else if (!(strcmp(p->name, "env") == 0 && sets) && operands-- <= 0)
                break;
        }
    }
    return at;
}

/* mpirun, and mpirun.openmpi: the endings that distributions give the programs of several MPIs. */
static bool is_program(const char *path, const char *word)
{
    static const char *const ends[] = {"",       ".openmpi", ".mpich", ".mpich2", ".hydra",
                                       ".intel", ".prte",    ".lam",   ".mpt",    ".real"};
    const char *name = name_of(path);
    const size_t length = strlen(word);
    if (strncmp(name, word, length) != 0)
        return false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (strcmp(name + length, ends[i]) == 0)
            return true;
    return false;
}

/* Asks it for its version. */
static record_launcher ask(recording *r, const char *word)
{
    const char *said = arena_printf(r->ctx->arena, "%s/version", r->raw);
    const char *const question[] = {word, "--version", NULL};
    const process_command c = {
        .arguments = question, .output = said, .most_bytes = PROCESS_MUCH, .limit_s = 60};
    process_run(&r->watch, r->ctx->arena, &c);
    const char *text = record_said(r, said);
    unlink(said);
    return strstr(text, "Open MPI") || strstr(text, "Open RTE") || strstr(text, "PRRTE")
               ? LAUNCHER_OPEN_MPI
           : strstr(text, "HYDRA") || strstr(text, "Intel(R) MPI") ? LAUNCHER_HYDRA
                                                                   : LAUNCHER_OTHER;
}

record_launcher record_find_launcher(recording *r)
{
    static const char *const of_mpi[] = {"mpirun", "mpiexec", "orterun", "prterun"};
    const int at = find_command(r);
    const char *word = at < r->opt->flag_count ? r->opt->flags[at] : "";
    const bool is_simulated = is_program(word, "smpirun");
    bool is_of_mpi = false;
    for (size_t i = 0; i < sizeof of_mpi / sizeof *of_mpi; i++)
        is_of_mpi |= is_program(word, of_mpi[i]);
    if (!is_simulated && !is_of_mpi)
        return LAUNCHER_OTHER;
    r->launcher_at = at;
    return is_simulated ? LAUNCHER_SIMULATED : ask(r, word);
}
