#include "validate/progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { BAR = 24, USUAL_WIDTH = 80 };

static int width_of_terminal(void)
{
    struct winsize size;
    bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_known ? size.ws_col : USUAL_WIDTH;
}

progress progress_begin(bool is_shown)
{
    progress p = {.is_shown = is_shown};
    clock_gettime(CLOCK_MONOTONIC, &p.begun);
    return p;
}

void progress_show(progress *p, int done, const char *what)
{
    if (!p->is_shown || p->total == 0)
        return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double passed =
        (double)(now.tv_sec - p->begun.tv_sec) + 1e-9 * (double)(now.tv_nsec - p->begun.tv_nsec);
    int full = BAR * done / p->total;
    int left = done > 0 ? (int)(passed / done * (p->total - done)) : 0;
    char head[128];
    int column = snprintf(head, sizeof head, "[%.*s%*s] %d of %d", full, "########################",
                          BAR - full, "", done, p->total);
    if (done > 0)
        column += snprintf(head + column, sizeof head - (size_t)column, ", %d:%02d left", left / 60,
                           left % 60);
    int room = width_of_terminal() - 1 - column - 2;
    fprintf(stderr, "\r\033[K%s  %.*s", head, room > 0 ? room : 0, what);
    fflush(stderr);
}

void progress_end(progress *p)
{
    if (p->is_shown)
        fputs("\r\033[K", stderr);
}
