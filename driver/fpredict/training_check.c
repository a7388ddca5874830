#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "driver/fpredict/session.h"
#include "sysmodels/network/residual.h"

/* Is a machine still what it was trained on, and is it this host? A file that has the
 * name of the host it was trained on says to be that host; one that was named (fpredict
 * train --name) stands for a machine of that name, wherever it is used. */

static const source_range nowhere = {0};

enum { OLD_DAYS = 365 };

static bool is_this_host(const char *host)
{
    char own[256] = "";
    if (gethostname(own, sizeof own - 1) != 0)
        return false;
    /* One may have its domain, and the other not. */
    return strcspn(host, ".") == strcspn(own, ".") && strncmp(host, own, strcspn(own, ".")) == 0;
}

/* A machine's name has letters, digits, '-' and '_', and '-' for all else. */
static bool is_named_after(const char *name, const char *host)
{
    for (; *name && *host; name++, host++)
        if (*name != *host && (*name != '-' || isalnum((unsigned char)*host)))
            return false;
    return !*name && !*host;
}

/* The processor's name, as the training set writes it; empty: nobody tells. */
static void own_processor(char *text, size_t size)
{
    char line[512];
    FILE *in = fopen("/proc/cpuinfo", "r");
    text[0] = '\0';
    while (in && !text[0] && fgets(line, sizeof line, in)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon)
            snprintf(text, size, "%s", colon + 1 + strspn(colon + 1, " \t"));
    }
    if (in)
        fclose(in);
    text[strcspn(text, "\r\n\t")] = '\0';
}

/* Days since a date like 2026-01-31; 0 where it is none. */
static double days_since(const char *date)
{
    struct tm then = {.tm_isdst = -1};
    if (sscanf(date, "%d-%d-%d", &then.tm_year, &then.tm_mon, &then.tm_mday) != 3)
        return 0;
    then.tm_year -= 1900;
    then.tm_mon -= 1;
    time_t at = mktime(&then);
    return at == (time_t)-1 ? 0 : difftime(time(NULL), at) / 86400;
}

void session_check_training(fp_context *ctx, const sag *machine)
{
    const sag_training *t = &machine->trained;
    char own[512];
    if (t->is_quick)
        diag_report(ctx->diags, DIAG_WARNING, "machine-quick", nowhere,
                    "'%s' was trained with --quick, few sizes and repetitions, which is only good "
                    "for a trial; 'fpredict train' without --quick measures all of them",
                    machine->path);
    const char *poor = sag_residuals_text(ctx->arena, machine->communication);
    if (poor)
        diag_report(ctx->diags, DIAG_WARNING, "machine-poor", nowhere,
                    "'%s' describes some communications poorly, as 'fpredict train' found: %s; "
                    "intervals are as wide as that",
                    machine->path, poor);
    if (!t->host || t->is_simulated)
        return;
    if (!is_this_host(t->host)) {
        if (is_named_after(machine->name, t->host))
            diag_report(ctx->diags, DIAG_WARNING, "machine-foreign", nowhere,
                        "'%s' was trained on '%s', not on this host: predictions are for that one; "
                        "give it another 'name' in the file if that is intended",
                        machine->path, t->host);
        return;
    }
    own_processor(own, sizeof own);
    if (own[0] && strcmp(t->processor, "unknown") != 0 && strncmp(own, t->processor, 200) != 0)
        diag_report(ctx->diags, DIAG_WARNING, "machine-stale", nowhere,
                    "'%s' was trained on this host when its processor was '%s'; it is '%s' now: "
                    "'fpredict train' measures it again",
                    machine->path, t->processor, own);
    else if (days_since(t->date) > OLD_DAYS)
        diag_report(ctx->diags, DIAG_WARNING, "machine-stale", nowhere,
                    "'%s' was trained on this host on %s, more than a year ago: 'fpredict train' "
                    "measures it again",
                    machine->path, t->date);
}
