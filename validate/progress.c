#include "validate/progress.h"

#include <stdio.h>

enum { BAR = 24, WHAT = 44 };

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
    fprintf(stderr, "\r\033[K[%.*s%*s] %d of %d", full, "########################", BAR - full, "",
            done, p->total);
    if (done > 0) {
        int left = (int)(passed / done * (p->total - done));
        fprintf(stderr, ", %d:%02d left", left / 60, left % 60);
    }
    fprintf(stderr, "  %.*s", WHAT, what);
    fflush(stderr);
}

void progress_end(progress *p)
{
    if (p->is_shown)
        fputs("\r\033[K", stderr);
}
