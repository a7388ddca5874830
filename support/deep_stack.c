#include "support/deep_stack.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

/* The frontend limits how deep it reads; the deepest take 6 MB, and 16 MB under the sanitizers, of
 * a shell's usual 8. Programs that other compilers build have frames of other sizes. */
enum { DEEP_STACK_BYTES = 24 << 20 };

typedef struct deep_call {
    int (*work)(void *);
    void *of;
    sigset_t blocked; /* signals, as whoever called had them */
    int result;
} deep_call;

static void *call(void *c)
{
    deep_call *made = c;
    pthread_sigmask(SIG_SETMASK, &made->blocked, 0);
    made->result = made->work(made->of);
    return 0;
}

int deep_stack_run(int (*work)(void *), void *of)
{
    deep_call made = {.work = work, .of = of};
    sigset_t all;
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0)
        return work(of);
    /* Signals are the work's alone, which may block them and wait for them: one that the thread
     * that waits here took would end the program, and of children nobody would learn. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &made.blocked);
    bool is_started = pthread_attr_setstacksize(&attributes, DEEP_STACK_BYTES) == 0 &&
                      pthread_create(&thread, &attributes, call, &made) == 0;
    pthread_attr_destroy(&attributes);
    if (is_started)
        pthread_join(thread, 0);
    pthread_sigmask(SIG_SETMASK, &made.blocked, 0);
    return is_started ? made.result : work(of);
}
