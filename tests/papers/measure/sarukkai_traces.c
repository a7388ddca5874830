#include "tests/papers/measure/sarukkai_traces.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What recording does to small programs, and what is left when it is taken away, is measured in
 * simulated time (tests/perturbation/tables.sh); it stands in docs/traces.md, and is read there. */

enum { ROWS = 16, CELLS = 12 };

/* Numbers, in percent but for the first; the bounds, "-0.02 … +2.55", are two. */
typedef struct table {
    int rows, cells;
    double at[ROWS][CELLS];
} table;

/* The page has minus signs where C has hyphens. */
static void make_plain(char *line)
{
    for (char *minus; (minus = strstr(line, "\u2212"));)
        memmove(minus + 1, minus + 3, strlen(minus + 3) + 1), *minus = '-';
}

static void add_row(table *t, const char *line)
{
    if (t->rows == ROWS)
        return;
    t->cells = 0;
    for (const char *c = line; *c && t->cells < CELLS; c++) {
        char *end;
        const double value = strtod(c, &end);
        const bool is_begin = c == line || c[-1] == ' ' || c[-1] == '|';
        if (end == c || *c == ' ' || !is_begin)
            continue;
        t->at[t->rows][t->cells++] = value;
        c = end - 1;
    }
    t->rows++;
}

/* The nth table, from 0, after the paragraph that begins with a title. */
static table table_of(const char *title, int nth)
{
    char line[4096];
    bool is_in = false, is_table = false;
    table t = {0};
    FILE *page = fopen(FP_SOURCE_DIR "/docs/traces.md", "r");
    while (page && fgets(line, sizeof line, page)) {
        make_plain(line);
        if (strncmp(line, "**", 2) == 0)
            is_in = strncmp(line + 2, title, strlen(title)) == 0;
        const bool is_row = line[0] == '|';
        nth -= is_in && is_table && !is_row;
        is_table = is_in && is_row;
        if (is_table && nth == 0 && strncmp(line, "|---", 4) != 0 && !strstr(line, "T_m"))
            add_row(&t, line);
    }
    if (page)
        fclose(page);
    if (t.rows == 0) {
        fprintf(stderr, "docs/traces.md: no table of %s\n", title);
        exit(1);
    }
    return t;
}

/* Barrier loops: P, T, and T_m and T_a for four overheads. */
enum { LOOP_FIRST = 2, LOOP_LAST = 8 };
/* Others: P or a name with it before, alpha, T_m, T_a, least, most, replayed; cells of "yes" and
 * "no" are none. */
enum { P, ALPHA, RECORDED, LEFT, LEAST, MOST };

figure barriers_grow_with_alpha(void)
{
    bool grows = true;
    for (int k = 0; k < 2; k++) {
        const table t = table_of("Barrier loops", k);
        for (int i = 0; i < t.rows; i++)
            for (int c = LOOP_FIRST; c < LOOP_LAST; c += 2)
                grows &= t.at[i][c] < t.at[i][c + 2];
    }
    const table t = table_of("Barrier loops", 0);
    return statement(grows,
                     "from %.0f to %.0f %% on 2 ranks, from 6 to 36 µs an event; so on all "
                     "up to 64, by two barriers",
                     t.at[0][LOOP_FIRST], t.at[0][LOOP_LAST]);
}

figure barriers_larger_on_few(void)
{
    bool falls = true;
    for (int k = 0; k < 2; k++) {
        const table t = table_of("Barrier loops", k);
        for (int i = 1; i < t.rows; i++)
            falls &= t.at[i][LOOP_LAST] < t.at[i - 1][LOOP_LAST];
    }
    const table t = table_of("Barrier loops", 1);
    return statement(falls, "from %.0f %% on 2 ranks to %.0f %% on %.0f, by a linear barrier",
                     t.at[0][LOOP_LAST], t.at[t.rows - 1][LOOP_LAST], t.at[t.rows - 1][P]);
}

figure barriers_left(void)
{
    double even = 0, uneven = 0;
    for (int k = 0; k < 3; k++) {
        const table t = table_of("Barrier loops", k);
        double *most = k < 2 ? &even : &uneven;
        for (int i = 0; i < t.rows; i++)
            for (int c = LOOP_FIRST; c <= LOOP_LAST; c += 2)
                *most = fmax(*most, fabs(t.at[i][c + 1]));
    }
    return statement(even <= 5 && uneven <= 5,
                     "at most %.2f %%; with five times as many events on each fourth rank, and the "
                     "linear barrier, %.2f %%",
                     even, uneven);
}

/* Does it rise from each number of ranks to the next, of each overhead? */
static bool rises(const table *t)
{
    bool rises = true;
    for (int i = 2; i < t->rows; i++)
        rises &= t->at[i][RECORDED] > t->at[i - 2][RECORDED];
    return rises;
}

figure ocean_rises(void)
{
    const table t = table_of("Transposes of the ocean code", 0);
    return statement(rises(&t),
                     "transposes, whose time falls with P: from %.0f %% on %.0f ranks to "
                     "%.0f %% on %.0f, 6 µs an event",
                     t.at[0][RECORDED], t.at[0][P], t.at[t.rows - 2][RECORDED],
                     t.at[t.rows - 2][P]);
}

figure ocean_falls(void)
{
    const table t = table_of("Transposes of the ocean code", 0);
    return statement(t.at[t.rows - 2][RECORDED] < t.at[0][RECORDED],
                     "T_m - T is %.0f %% of T on %.0f ranks and %.0f %% on %.0f, 6 µs an event",
                     t.at[0][RECORDED], t.at[0][P], t.at[t.rows - 2][RECORDED],
                     t.at[t.rows - 2][P]);
}

figure ocean_deviation_grows(void)
{
    const table t = table_of("Transposes of the ocean code", 1);
    return statement(rises(&t), "from %.1f %% on %.0f ranks to %.0f %% on %.0f, 6 µs an event",
                     t.at[0][RECORDED], t.at[0][P], t.at[t.rows - 2][RECORDED],
                     t.at[t.rows - 2][P]);
}

figure ocean_least(void)
{
    int above = 0, all = 0;
    for (int k = 0; k < 2; k++) {
        const table t = table_of("Transposes of the ocean code", k);
        for (int i = 0; i < t.rows; i++, all++)
            above += t.at[i][LEAST] > 0.01;
    }
    return statement(above == 0, "in %d of %d cases, of links that messages share, too",
                     all - above, all);
}

figure ocean_most(void)
{
    int below[2] = {0};
    for (int k = 0; k < 2; k++) {
        const table t = table_of("Transposes of the ocean code", k);
        for (int i = 0; i < t.rows; i++)
            below[k] += t.at[i][MOST] < 0;
    }
    return statement(
        below[0] + below[1] == 0,
        "on links that messages hardly share in all cases but %d, where they share them "
        "in all but %d",
        below[0], below[1]);
}

figure ocean_model(void)
{
    const table t = table_of("Transposes of the ocean code", 0);
    bool is_closer = true, is_below = true;
    double most = 0;
    for (int i = 0; i < t.rows; i++) {
        is_closer &= fabs(t.at[i][LEFT]) <= fmin(fabs(t.at[i][LEAST]), fabs(t.at[i][MOST]));
        is_below &= t.at[i][LEFT] <= 0;
        most = fmax(most, -t.at[i][LEFT]);
    }
    return statement(is_closer && is_below, "below by up to %.2f %%, and nearer than both bounds",
                     most);
}

figure ocean_between(void)
{
    const table t = table_of("Transposes of the ocean code", 1);
    int outside = 0;
    double most = 0;
    for (int i = 0; i < t.rows; i++) {
        outside += t.at[i][LEAST] > 0.01 || t.at[i][MOST] < 0;
        most = fmax(most, fabs(t.at[i][LEFT]));
    }
    return statement(outside == 0,
                     "on links that messages share in %d of %d cases; the model is "
                     "between the bounds, and up to %.1f %% off",
                     t.rows - outside, t.rows, most);
}

/* Of receives of any source: P, alpha, T_m, as recorded, fifo, lifo. */
enum { AS_RECORDED = 3, FIFO, LIFO };

figure lifo_gains_nothing(void)
{
    const table t = table_of("Receives of any source", 0);
    int gains = 0;
    for (int i = 0; i < t.rows; i++)
        gains += fabs(t.at[i][LIFO]) < fabs(t.at[i][AS_RECORDED]);
    return statement(gains == 0,
                     "it is nearer than the order of the trace in %d of %d cases, on 16 "
                     "ranks in none: %.0f %% off and %.1f",
                     gains, t.rows, t.at[t.rows - 1][LIFO], t.at[t.rows - 1][AS_RECORDED]);
}

figure fifo_gains(void)
{
    const table t = table_of("Receives of any source", 0);
    int gains = 0, beats = 0;
    for (int i = 0; i < t.rows; i++) {
        gains += fabs(t.at[i][FIFO]) < fabs(t.at[i][AS_RECORDED]);
        beats += fabs(t.at[i][FIFO]) < fabs(t.at[i][LIFO]);
    }
    return statement(gains == t.rows && beats == t.rows,
                     "nearer than the stack in %d of %d cases, and than the order of the trace in "
                     "%d; on 8 ranks %.1f %% for %.0f",
                     beats, t.rows, gains, fabs(t.at[3][FIFO]), t.at[3][AS_RECORDED]);
}

figure becomes_severe(void)
{
    const table t = table_of("Transposes of the ocean code", 0);
    return statement(t.at[t.rows - 2][RECORDED] > 100,
                     "%.0f %% longer on %.0f ranks, 6 µs an event", t.at[t.rows - 2][RECORDED],
                     t.at[t.rows - 2][P]);
}

figure reduces(void)
{
    static const struct {
        const char *title;
        int nth;
    } tables[] = {{"Transposes of the ocean code", 0}, {"Transposes of the ocean code", 1}};
    int all = 0, nearer = 0;
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
        const table t = table_of(tables[k].title, tables[k].nth);
        for (int i = 0; i < t.rows; i++, all++)
            nearer += fabs(t.at[i][LEFT]) < fabs(t.at[i][RECORDED]);
    }
    const table blind = table_of("Receives of any source", 0);
    for (int i = 0; i < blind.rows; i++, all++)
        nearer += fabs(blind.at[i][FIFO]) < fabs(blind.at[i][RECORDED]);
    return statement(nearer == all,
                     "nearer to T than what was recorded in %d of %d cases of the ocean "
                     "code and of receives of any source",
                     nearer, all);
}
