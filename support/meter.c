#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "support/meter.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/progress.h"
#include "support/terminal.h"

enum { TEXT_MOST = 256 };

/* What both processes see. */
typedef struct board {
    atomic_uint edition; /* odd while the text is being written */
    atomic_bool is_showing;
    char text[TEXT_MOST];
} board;

struct meter {
    FILE *out;
    board *shared;
    pid_t writer; /* -1: it has been stopped */
};

/* --- The process that writes ------------------------------------------------------------------ */

static void read_text(board *b, char *text)
{
    for (unsigned before, after = 1; after & 1;) {
        before = atomic_load(&b->edition);
        memcpy(text, b->text, TEXT_MOST);
        after = atomic_load(&b->edition) == before ? before : 1;
    }
    text[TEXT_MOST - 1] = '\0';
}

static void pause_for(long milliseconds)
{
    struct timespec rest = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    while (nanosleep(&rest, &rest) != 0 && errno == EINTR)
        ;
}

static _Noreturn void write_lines(FILE *out, board *b, pid_t parent)
{
    enum { FIRST = 1000, STEP = 500 }; /* milliseconds */
    char text[TEXT_MOST];
    progress line = progress_begin(out);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL);
#endif
    for (long passed = FIRST, rest = FIRST;; passed += STEP, rest = STEP) {
        pause_for(rest);
        if (getppid() != parent)
            _exit(0);
        read_text(b, text);
        atomic_store(&b->is_showing, true);
        progress_say(&line, "%s, %ld s", text, passed / 1000);
    }
}

/* --- The process that computes ---------------------------------------------------------------- */

meter *meter_start(arena *a, FILE *out, const char *what)
{
    if (!terminal_can_rewrite(out))
        return NULL;
    void *shared =
        mmap(NULL, sizeof(board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return NULL;
    meter *m = ARENA_NEW(a, meter);
    *m = (meter){.out = out, .shared = shared};
    meter_say(m, "%s", what);
    fflush(out);
    pid_t parent = getpid();
    m->writer = fork();
    if (m->writer == 0) {
        close(STDIN_FILENO); /* who waits for their ends waits for those of the computation only */
        close(STDOUT_FILENO);
        write_lines(out, m->shared, parent);
    }
    return m;
}

void meter_say(meter *m, const char *format, ...)
{
    va_list args;
    if (!m || m->writer < 0)
        return;
    va_start(args, format);
    atomic_fetch_add(&m->shared->edition, 1);
    vsnprintf(m->shared->text, TEXT_MOST, format, args);
    atomic_fetch_add(&m->shared->edition, 1);
    va_end(args);
}

void meter_stop(meter *m)
{
    if (!m || m->writer < 0)
        return;
    kill(m->writer, SIGKILL);
    while (waitpid(m->writer, NULL, 0) < 0 && errno == EINTR)
        ;
    m->writer = -1;
    progress line = progress_begin(m->out);
    line.is_showing = atomic_load(&m->shared->is_showing);
    progress_end(&line);
    munmap(m->shared, sizeof(board));
}
