#include "driver/fpredict/ticker.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>
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

/* What stands on one line can be replaced; its end is left out where there is no room. The texts
 * are in ASCII, a column a byte. */
void ticker_say(ticker *p, const char *format, ...)
{
    char line[256];
    struct winsize size;
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    fprintf(stderr, "\r\033[K%.*s", is_known ? size.ws_col - 1 : (int)sizeof line, line);
    p->is_shown = true;
}

void ticker_end(ticker *p)
{
    if (p->is_shown)
        fputs("\r\033[K", stderr);
    p->is_shown = false;
}
