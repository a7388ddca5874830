#include "support/progress.h"

#include <stdarg.h>

#include "support/terminal.h"
#include "support/utf8.h"

#define LINE_BEGIN "\r\033[K" /* the first column, and what stood there is erased */

enum { LINE_MOST = 512, USUAL_WIDTH = 80 };

progress progress_begin(FILE *out)
{
    progress p = {.out = out && terminal_can_rewrite(out) ? out : NULL};
    clock_gettime(CLOCK_MONOTONIC, &p.begun);
    return p;
}

static double seconds_between(struct timespec from, struct timespec to)
{
    return (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
}

void progress_say(progress *p, const char *format, ...)
{
    char line[LINE_MOST];
    va_list args;
    if (!p->out)
        return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    /* A cursor past the last column would be on the next line. */
    int room = terminal_columns(p->out, USUAL_WIDTH) - 1;
    fputs(LINE_BEGIN, p->out);
    terminal_write(p->out, line, utf8_prefix(line, room));
    fflush(p->out);
    p->is_showing = true;
}

void progress_bar(progress *p, int done, int total, const char *what)
{
    enum { BAR = 24 };
    static const char full[BAR + 1] = "########################";
    struct timespec now;
    char left[32] = "";
    if (!p->out || total == 0)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (done > 0) {
        int rest = (int)(seconds_between(p->begun, now) / done * (total - done));
        snprintf(left, sizeof left, ", %d:%02d left", rest / 60, rest % 60);
    }
    int filled = BAR * done / total;
    progress_say(p, "[%.*s%*s] %d of %d%s  %s", filled, full, BAR - filled, "", done, total, left,
                 what);
}

void progress_end(progress *p)
{
    if (p->is_showing)
        fputs(LINE_BEGIN, p->out);
    p->is_showing = false;
}
