/* The header of raw data: what is needed to fit them again, and to know whether a run may go on. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "training/train_run.h"

#ifndef FPREDICT_TRAIN_FLAGS
#ifdef __OPTIMIZE__
#define FPREDICT_TRAIN_FLAGS "optimised; -DFPREDICT_TRAIN_FLAGS would tell more"
#else
#define FPREDICT_TRAIN_FLAGS "not optimised; -DFPREDICT_TRAIN_FLAGS would tell more"
#endif
#endif
#if defined(__clang__)
#define COMPILER __VERSION__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

void train_now(char text[TRAIN_DATE])
{
    const time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(text, TRAIN_DATE, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

#if TRAIN_IS_SIMULATED
static void mpi_library(char text[TRAIN_TEXT])
{
    snprintf(text, TRAIN_TEXT, "SimGrid SMPI, MPI %d.%d", MPI_VERSION, MPI_SUBVERSION);
}
#else
/* The first line of what the library says, without what separates columns. */
static void mpi_library(char text[TRAIN_TEXT])
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    MPI_Get_library_version(library, &length);
    library[strcspn(library, "\r\n")] = '\0';
    for (char *tab = library; (tab = strchr(tab, '\t')) != NULL;)
        *tab = ' ';
    snprintf(text, TRAIN_TEXT, "%.200s", library);
    for (size_t n = strlen(text); n > 0 && text[n - 1] == ' '; n--)
        text[n - 1] = '\0';
}
#endif

static void header_put(train_header_line *h, const char *key, bool must_agree, const char *value)
{
    h->key = key;
    h->must_agree = must_agree;
    snprintf(h->value, sizeof h->value, "%s", value);
}

/* The processor's name, as Linux has it. */
static void processor_name(char text[TRAIN_TEXT])
{
    char line[TRAIN_TEXT];
    FILE *in = fopen("/proc/cpuinfo", "r");
    text[0] = '\0';
    while (in != NULL && text[0] == '\0' && fgets(line, sizeof line, in) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon != NULL)
            snprintf(text, TRAIN_TEXT, "%.200s", colon + 1 + strspn(colon + 1, " \t"));
    }
    if (in != NULL)
        fclose(in);
    text[strcspn(text, "\r\n\t")] = '\0';
    if (text[0] == '\0')
        snprintf(text, TRAIN_TEXT, "unknown");
}

/* Data caches as the system tells them, the nearest first: size/line/ways, with 0
 * for what it does not know. */
static void cache_sizes(char text[TRAIN_TEXT])
{
    text[0] = '\0';
#ifdef _SC_LEVEL1_DCACHE_SIZE
    static const int names[][3] = {
        {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL1_DCACHE_LINESIZE, _SC_LEVEL1_DCACHE_ASSOC},
        {_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL2_CACHE_LINESIZE, _SC_LEVEL2_CACHE_ASSOC},
        {_SC_LEVEL3_CACHE_SIZE, _SC_LEVEL3_CACHE_LINESIZE, _SC_LEVEL3_CACHE_ASSOC}};
    for (size_t i = 0, at = 0; i < sizeof names / sizeof *names; i++) {
        const long size = sysconf(names[i][0]);
        if (size > 0)
            at += (size_t)snprintf(text + at, TRAIN_TEXT - at, "%s%ld/%ld/%ld", at > 0 ? " " : "",
                                   size, sysconf(names[i][1]), sysconf(names[i][2]));
    }
#endif
    if (text[0] == '\0')
        snprintf(text, TRAIN_TEXT, "unknown");
}

/* What the system of rank 0 tells of its node, and nobody has to measure. Runs may
 * go on without it. */
static int describe_processor(train_header_line *heading, const train_host *host)
{
    char text[TRAIN_TEXT];
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    processor_name(text);
    header_put(&heading[0], "processor", false, text);
    snprintf(text, sizeof text, "%d", host->processors);
    header_put(&heading[1], "processors", false, text);
    snprintf(text, sizeof text, "%lld", (long long)pages * page);
    header_put(&heading[2], "memory_bytes", false, text);
    cache_sizes(text);
    header_put(&heading[3], "caches", false, text);
    return 4;
}

/* The command that started the ranks, which names a platform or hosts: what started it may
 * tell, by the environment, as some `mpirun`s take arguments apart at their blanks. */
static bool started_by(char text[TRAIN_TEXT])
{
    const char *told = getenv("FPREDICT_STARTED_BY");
    snprintf(text, TRAIN_TEXT, "%.500s", told != NULL ? told : "");
    for (char *c = text; *c != '\0'; c++)
        *c = *c == '\t' || *c == '\n' || *c == '\r' ? ' ' : *c;
    return text[0] != '\0';
}

int train_header_lines(train_header_line heading[TRAIN_HEADER_LINES], const char *name,
                       const train_setting *setting, const train_host *host, double resolution_s,
                       double overhead_s)
{
    char text[TRAIN_TEXT];
    int n = 0;
    header_put(&heading[n++], "machine", true, name ? name : host->name);
    train_now(text);
    header_put(&heading[n++], "date", false, text);
    snprintf(text, sizeof text, "%d", setting->ranks);
    header_put(&heading[n++], "ranks", true, text);
    snprintf(text, sizeof text, "%d", host->nodes);
    header_put(&heading[n++], "nodes", true, text);
    mpi_library(text);
    header_put(&heading[n++], "mpi", true, text);
    if (started_by(text))
        header_put(&heading[n++], "started", false, text);
    if (!setting->is_simulated)
        n += describe_processor(&heading[n], host);
    header_put(&heading[n++], "compiler", true, COMPILER);
    header_put(&heading[n++], "flags", true, FPREDICT_TRAIN_FLAGS);
    header_put(&heading[n++], "sizes", true, setting->is_quick ? "quick" : "full");
    header_put(&heading[n++], "computation", true,
               setting->is_simulated ? "not measured: time is simulated"
                                     : "measured by the time of the thread");
    header_put(&heading[n++], "clock", true, TRAIN_IS_SIMULATED ? "simulated" : "CLOCK_MONOTONIC");
    header_put(&heading[n++], "clock_is_shared", true, host->clock_is_shared ? "yes" : "no");
    snprintf(text, sizeof text, "%.3g", resolution_s);
    header_put(&heading[n++], "clock_resolution_s", false, text);
    snprintf(text, sizeof text, "%.3g", overhead_s);
    header_put(&heading[n++], "clock_overhead_s", false, text);
    return n;
}
