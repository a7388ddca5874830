#include "driver/ticker.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

ticker ticker_begin(void)
{
    ticker p = {.is_terminal = isatty(STDERR_FILENO)};
    clock_gettime(CLOCK_MONOTONIC, &p.last);
    return p;
}

bool ticker_is_due(ticker *p)
{
    struct timespec now;
    if (!p->is_terminal)
        return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double since =
        (double)(now.tv_sec - p->last.tv_sec) + 1e-9 * (double)(now.tv_nsec - p->last.tv_nsec);
    if (since < 0.5)
        return false;
    p->last = now;
    return true;
}

void ticker_say(ticker *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("\r\033[K", stderr);
    vfprintf(stderr, format, args);
    va_end(args);
    p->is_shown = true;
}

void ticker_end(ticker *p)
{
    if (p->is_shown)
        fputs("\r\033[K", stderr);
    p->is_shown = false;
}
