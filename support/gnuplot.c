#include "support/gnuplot.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/process.h"

const char *gnuplot_check(arena *a, const char *folder)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return arena_printf(a, "cannot make the folder '%s': %s", folder, strerror(errno));
    struct stat s;
    if (stat(folder, &s) == 0 && !S_ISDIR(s.st_mode))
        return arena_printf(a, "'%s' is no folder", folder);
    if (access(folder, W_OK | X_OK) != 0)
        return arena_printf(a, "cannot write into the folder '%s': %s", folder, strerror(errno));
    return process_find(a, "gnuplot") ? NULL
                                      : "gnuplot, which draws, is not here (Debian: gnuplot-nox)";
}

const char *gnuplot_begin(gnuplot *g, arena *a, const char *folder)
{
    const char *wrong = gnuplot_check(a, folder);
    if (wrong)
        return wrong;
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&ignore.sa_mask);
    g->folder = folder;
    g->out = popen("gnuplot", "w");
    if (!g->out)
        return arena_printf(a, "gnuplot cannot be started: %s", strerror(errno));
    sigaction(SIGPIPE, &ignore, &g->before);
    return NULL;
}

void gnuplot_quote(const char *text, FILE *out)
{
    fputc('\'', out);
    for (; *text; text++) {
        if (*text == '\'')
            fputc('\'', out);
        /* A line break would end the command, and begin another. */
        const unsigned char c = (unsigned char)*text;
        fputc(c < ' ' || c == 0x7f ? ' ' : c, out);
    }
    fputc('\'', out);
}

const char *gnuplot_end(gnuplot *g, arena *a)
{
    int status = pclose(g->out);
    sigaction(SIGPIPE, &g->before, NULL);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0
               ? NULL
               : arena_printf(a, "gnuplot could not draw into '%s'", g->folder);
}
