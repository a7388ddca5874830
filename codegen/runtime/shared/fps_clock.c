/* What a thread computes: the processor time that passes between two calls of the library. */

#define _POSIX_C_SOURCE 200809L

#include <time.h>

#include "codegen/runtime/shared/fps.h"

/* Of this thread. */
static bool is_running, is_counted;
static uint64_t since;
static long long rest; /* picoseconds that make no nanosecond yet */

/* A thread is a process: its time is that of nobody else. */
static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void spend(uint64_t ns)
{
    fps_mine()->own_ns += ns;
    fps_mine()->clock_ns += ns;
}

bool fps_pause(void)
{
    if (!is_running)
        return false;
    is_running = false;
    if (!is_counted)
        spend(now() - since);
    return true;
}

void fps_resume(bool was_running)
{
    is_running = was_running;
    if (was_running && !is_counted)
        since = now();
}

void fps_count_only(void)
{
    is_counted = true;
}

void fps_spend_counted(long long picoseconds)
{
    rest += picoseconds;
    if (rest < 1000)
        return;
    spend((uint64_t)(rest / 1000));
    rest %= 1000;
}

void fps_clock_begin(void)
{
    fps_mine()->own_ns = fps_mine()->clock_ns = 0;
    fps_resume(true);
}

double MPI_Wtime(void)
{
    fps_resume(fps_pause());
    return (double)fps_mine()->clock_ns * 1e-9;
}

double MPI_Wtick(void)
{
    return 1e-9;
}
