/* The beginning and the end. */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/record/library/mpi_recorder.h"

/* Is the library that runs the one that this was compiled for? Handles of another one look
 * otherwise. */
static bool is_own_library(void)
{
#ifdef SMPI_H
    return true;
#else
#ifdef OPEN_MPI
    static const char ours[] = "Open MPI";
#elif defined(MPICH_VERSION)
    static const char ours[] = "MPICH";
#else
    static const char ours[] = "";
#endif
    char name[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length;
    PMPI_Get_library_version(name, &length);
    if (strncmp(name, ours, sizeof ours - 1) == 0)
        return true;
    fprintf(stderr,
            "fpredict: nothing is recorded: the program runs with '%.*s', but this was compiled "
            "for %s; 'fpredict record --mpicc' names the compiler that the program was made with\n",
            (int)strcspn(name, ",\n"), name, ours);
    return false;
#endif
}

/* Before MPI_Init, in which a wrong library may well crash. */
static bool is_recording_wanted(void)
{
    const char *folder = getenv("FPREDICT_RECORD");
    return folder && *folder && is_own_library();
}

/* A child that the program forks has the events' file in its memory, too. */
static void end_in_child(void)
{
    record_state.is_on = false;
}

static unsigned read_classes(void)
{
    static const struct {
        const char *name;
        unsigned class;
    } words[] = {{"user", CLASS_USER},
                 {"runtime", CLASS_RUNTIME},
                 {"message", CLASS_MESSAGE},
                 {"collective", CLASS_COLLECTIVE},
                 {"access", CLASS_ACCESS}};
    const char *told = getenv("FPREDICT_RECORD_CLASSES");
    unsigned classes = 0;
    if (!told || !*told)
        return CLASS_ALL;
    for (size_t length; *told; told += length + (told[length] == ',')) {
        length = strcspn(told, ",");
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strlen(words[i].name) == length && strncmp(told, words[i].name, length) == 0)
                classes |= words[i].class;
    }
    return classes;
}

static record_cpu_when read_cpu_when(void)
{
    const char *told = getenv("FPREDICT_RECORD_CPU");
    return told && strcmp(told, "none") == 0  ? CPU_NEVER
           : told && strcmp(told, "all") == 0 ? CPU_AT_ALL
                                              : CPU_AT_CALLS;
}

/* By its first argument, if MPI_Init gets any; under SMPI the process is another program. */
static void name_program(raw_header *h, char *const *arguments)
{
    char path[4096] = "";
    const char *name = arguments && arguments[0] ? arguments[0] : path;
    if (name == path && readlink("/proc/self/exe", path, sizeof path - 1) < 0)
        path[0] = '\0';
    const char *slash = strrchr(name, '/');
    snprintf(h->program, sizeof h->program, "%.*s", (int)sizeof h->program - 1,
             slash ? slash + 1 : name);
    gethostname(h->host, sizeof h->host - 1);
}

/* MPI is there since now. `call` is the one that has begun it, at `began`. */
static void start(bool is_wanted, char *const *arguments, record_call call, uint64_t began,
                  uint64_t cpu)
{
    recorder *r = &record_state;
    const char *folder = getenv("FPREDICT_RECORD");
    int rank, size;
    if (!is_wanted)
        return;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    r->classes = read_classes();
    r->cpu_when = read_cpu_when();
    int is_open = record_files_open(folder, (uint32_t)rank, (uint32_t)size), all = 0;
    PMPI_Allreduce(&is_open, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (!all)
        return;
    r->header->began = began;
    name_program(r->header, arguments);
    record_clock_begin();
    record_comms_begin();
    pthread_atfork(NULL, NULL, end_in_child);
    record_is_own_thread = true;
    r->is_on = true;
    record_program_begin(call, began, cpu);
}

int MPI_Init(int *argc, char ***argv)
{
    const bool is_wanted = is_recording_wanted();
    const uint64_t cpu = record_cpu(), began = record_now();
    const int code = PMPI_Init(argc, argv);
    if (code == MPI_SUCCESS)
        start(is_wanted, argv ? *argv : NULL, CALL_Init, began, cpu);
    return code;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    const bool is_wanted = is_recording_wanted();
    const uint64_t cpu = record_cpu(), began = record_now();
    const int code = PMPI_Init_thread(argc, argv, required, provided);
    if (code == MPI_SUCCESS)
        start(is_wanted, argv ? *argv : NULL, CALL_Init_thread, began, cpu);
    return code;
}

int MPI_Finalize(void)
{
    recorder *r = &record_state;
    const bool is_recorded = record_begin(CALL_Finalize);
    if (r->header) {
        r->header->ended = record_now();
        record_clock_end();
    }
    const int code = PMPI_Finalize();
    if (is_recorded)
        record_end(CALL_Finalize);
    if (!r->header)
        return code;
    record_regions_close();
    r->is_on = false;
    record_files_close();
    return code;
}
