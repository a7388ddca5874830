#include "report/trace_statistics.h"

#include <inttypes.h>
#include <math.h>

#include "report/table.h"
#include "report/text.h"
#include "support/format.h"

enum { REGIONS_SHOWN = 12, BARS = 16, WINDOWS_SHOWN = 32, RANGES_SHOWN = 6, COLUMNS = 14 };

const char *time_unit_name(time_unit unit)
{
    static const char *const names[UNIT_COUNT] = {"s", "s", "ms", "us", "ns", "1"};
    return names[unit];
}

double time_unit_factor(time_unit unit, double length)
{
    static const double factors[UNIT_COUNT] = {1, 1, 1e3, 1e6, 1e9, 0};
    return unit == UNIT_SHARE ? 1 / length : factors[unit];
}

const char *time_in_unit(arena *a, double seconds, time_unit unit, double length)
{
    if (unit == UNIT_FITTING)
        return format_time(a, seconds);
    const double value = seconds * time_unit_factor(unit, length);
    return unit == UNIT_SHARE ? format_percent(a, value)
                              : arena_printf(a, "%s %s", format_number(a, value),
                                             unit == UNIT_US ? "µs" : time_unit_name(unit));
}

/* --- Bars --------------------------------------------------------------------- */

static const char *bar(double part)
{
    static const char *const ink[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    return part > 0 ? ink[(int)fmin(8 * part, 7)] : "·";
}

static const char *bars(arena *a, uint32_t count, const double *heights)
{
    const char *text = "";
    double most = 0;
    for (uint32_t i = 0; i < count; i++)
        most = fmax(most, heights[i]);
    for (uint32_t i = 0; i < count; i++)
        text = arena_printf(a, "%s%s", text, bar(most > 0 ? heights[i] / most : 0));
    return text;
}

/* Of each rank, or the mean of so many neighbours that there is room for all. */
static const char *rank_bars(arena *a, uint32_t count, const double *values)
{
    const uint32_t each = (count + BARS - 1) / BARS;
    double height[BARS] = {0};
    uint32_t shown = 0;
    for (uint32_t i = 0; i < count; i += each, shown++) {
        const uint32_t end = i + each < count ? i + each : count;
        for (uint32_t k = i; k < end; k++)
            height[shown] += values[k] / (end - i);
    }
    return bars(a, shown, height);
}

/* How many are in each bin; where there are more bins than room, neighbours together. */
static const char *bin_bars(arena *a, const histogram *h)
{
    const uint32_t each = (h->bin_count + BARS - 1) / BARS;
    double height[BARS] = {0};
    for (uint32_t i = 0; i < h->bin_count; i++)
        height[i / each] += (double)h->counts[i];
    return h->bin_count ? bars(a, (h->bin_count + each - 1) / each, height) : "";
}

/* --- Tables of spreads -------------------------------------------------------- */

typedef struct printing {
    fp_context *ctx;
    FILE *out;
    const trace_statistics *s;
    time_unit unit;
    report_style style;
} printing;

static void say(const printing *p, const char *text)
{
    text_paragraph(p->ctx, p->out, "  ", 0, text, p->style.width);
}

static table spread_table(arena *a, const char *counted, const char *drawn)
{
    static const table_align align[COLUMNS] = {
        TABLE_LEFT, TABLE_LEFT, TABLE_RIGHT, TABLE_UNIT, TABLE_RIGHT, TABLE_UNIT, TABLE_UNIT,
        TABLE_UNIT, TABLE_UNIT, TABLE_UNIT,  TABLE_UNIT, TABLE_UNIT,  TABLE_UNIT, TABLE_LEFT};
    table t = table_new(a, COLUMNS, align);
    t.is_kept[1] = t.is_kept[3] = t.is_kept[4] = t.is_kept[12] = t.is_kept[13] = true;
    for (int i = 7; i <= 11; i++)
        t.goes_first[i] = i != 9;
    t.goes_first[5] = true;
    table_add(&t, (const char *[]){"region", "", counted, "mean", "variation", "deviation", "least",
                                   "5 %", "25 %", "50 %", "75 %", "95 %", "most", drawn})
        ->ink = TABLE_DIM;
    return t;
}

static const char *cell(const printing *p, double seconds)
{
    return time_in_unit(p->ctx->arena, seconds, p->unit, p->s->to - p->s->from);
}

static void add_spread(const printing *p, table *t, const char *name, timeline_state state,
                       const spread *s, bool counts, const char *drawn)
{
    arena *a = p->ctx->arena;
    const char *at[PERCENTILE_COUNT];
    for (int i = 0; i < PERCENTILE_COUNT; i++)
        at[i] = cell(p, s->percentile[i]);
    table_add(t, (const char *[]){name, timeline_state_name(state),
                                  name && counts ? format_count(a, (double)s->count) : NULL,
                                  cell(p, s->mean), format_percent(a, spread_variation(s)),
                                  cell(p, s->deviation), cell(p, s->least), at[0], at[1], at[2],
                                  at[3], at[4], cell(p, s->most), drawn});
}

/* A region's rows; states that no rank is ever in have none. */
static void add_region(const printing *p, table *t, const region_statistics *r, bool by_occurrence)
{
    arena *a = p->ctx->arena;
    const char *name = r->of ? r->of->name : "all";
    for (int c = 0; c < TIMELINE_STATE_COUNT; c++) {
        const spread *s = by_occurrence ? &r->occurrences[c] : &r->over_ranks[c];
        if (!s->count || !(s->most > 0))
            continue;
        const char *drawn = by_occurrence ? bin_bars(a, &r->occurrence_bins[c])
                                          : rank_bars(a, p->s->rank_count, r->by_rank[c]);
        add_spread(p, t, name, (timeline_state)c, s, by_occurrence, drawn);
        name = NULL;
    }
}

static void print_more(const printing *p, uint32_t count)
{
    if (count > REGIONS_SHOWN)
        fprintf(p->out, "  and %" PRIu32 " regions more: --format json or csv\n",
                count - REGIONS_SHOWN);
    fputc('\n', p->out);
}

static void print_over_ranks(const printing *p)
{
    const trace_statistics *s = p->s;
    table t = spread_table(p->ctx->arena, "", "processors");
    for (uint32_t i = 0; i <= s->region_count && i <= REGIONS_SHOWN; i++)
        add_region(p, &t, i ? &s->regions[i - 1] : &s->whole, false);
    fputs("Over processors: own times of regions, with the calls of MPI in them\n", p->out);
    table_print(&t, p->out, "  ", p->style.width, p->style.color);
    print_more(p, s->region_count);
}

static void print_over_occurrences(const printing *p)
{
    const trace_statistics *s = p->s;
    table t = spread_table(p->ctx->arena, "number", "how many");
    for (uint32_t i = 0; i < s->region_count && i < REGIONS_SHOWN; i++)
        add_region(p, &t, &s->regions[i], true);
    if (t.rows.count == 1)
        return;
    text_paragraph(
        p->ctx, p->out, "", 0,
        "Over occurrences: one execution of a region each; percentiles within 0.5 %, and "
        "bins from least to most that grow by a factor",
        p->style.width);
    table_print(&t, p->out, "  ", p->style.width, p->style.color);
    print_more(p, s->region_count);
}

/* --- What it means ------------------------------------------------------------ */

static uint32_t rank_of_most(const trace_statistics *s, const double *by_rank)
{
    uint32_t most = 0;
    for (uint32_t i = 1; i < s->rank_count; i++)
        if (by_rank[i] > by_rank[most])
            most = i;
    return s->ranks[most];
}

/* What even shares would make of the processor with the most. */
static void explain(const printing *p, timeline_state state, const char *shared)
{
    arena *a = p->ctx->arena;
    const spread *s = &p->s->whole.over_ranks[state];
    const char *name = state == TIMELINE_COMPUTING ? "Computing" : "Communicating";
    if (!(s->mean > 0))
        return;
    if (s->most < 1.001 * s->mean) {
        say(p, arena_printf(a, "%s: the same on all processors, within 0.1 %%.", name));
        return;
    }
    say(p, arena_printf(a,
                        "%s varies by %s between processors (deviation over mean). Processor "
                        "%" PRIu32 " has the most, %s times the mean; %s, it would have %s less.",
                        name, format_percent(a, spread_variation(s)),
                        rank_of_most(p->s, p->s->whole.by_rank[state]),
                        format_number(a, s->most / s->mean), shared,
                        format_percent(a, 1 - s->mean / s->most)));
}

static void print_balance(const printing *p)
{
    const spread *s = p->s->whole.over_ranks;
    if (p->s->rank_count == 1) {
        fputs("Balance: of one processor there is none to tell\n\n", p->out);
        return;
    }
    fputs("Balance\n", p->out);
    explain(p, TIMELINE_COMPUTING, "were the work shared evenly");
    explain(p, TIMELINE_COMMUNICATING, "were that shared evenly");
    const double all =
        s[TIMELINE_COMPUTING].mean + s[TIMELINE_COMMUNICATING].mean + s[TIMELINE_WAITING].mean;
    if (s[TIMELINE_WAITING].mean > 0)
        say(p, arena_printf(p->ctx->arena,
                            "Waiting for others is %s of the time of all: what is uneven, and what "
                            "comes after another.",
                            format_percent(p->ctx->arena, s[TIMELINE_WAITING].mean / all)));
    fputc('\n', p->out);
}

/* --- Groups ------------------------------------------------------------------- */

/* "0-3, 8, 12-15". */
static const char *members(arena *a, const trace_statistics *s, uint32_t group)
{
    const char *text = "";
    int ranges = 0;
    for (uint32_t i = 0; i < s->rank_count; i++) {
        if (s->groups.of[i] != group)
            continue;
        const uint32_t first = i;
        while (i + 1 < s->rank_count && s->groups.of[i + 1] == group &&
               s->ranks[i + 1] == s->ranks[i] + 1)
            i++;
        if (ranges++ == RANGES_SHOWN)
            return arena_printf(a, "%s, …", text);
        const char *comma = ranges > 1 ? ", " : "";
        text = i > first ? arena_printf(a, "%s%s%" PRIu32 "-%" PRIu32, text, comma, s->ranks[first],
                                        s->ranks[i])
                         : arena_printf(a, "%s%s%" PRIu32, text, comma, s->ranks[i]);
    }
    return text;
}

static double mean_of_group(const trace_statistics *s, uint32_t group, timeline_state state)
{
    double sum = 0;
    for (uint32_t i = 0; i < s->rank_count; i++)
        sum += s->groups.of[i] == group ? s->whole.by_rank[state][i] : 0;
    return sum / s->groups.sizes[group];
}

static void print_groups(const printing *p)
{
    arena *a = p->ctx->arena;
    const trace_statistics *s = p->s;
    const clusters *g = &s->groups;
    if (s->rank_count < 3)
        return;
    if (g->count == 1) {
        fputs("Groups of processors\n", p->out);
        say(p, "None stands out: however the processors are divided, the mean silhouette is not "
               "above 0.5.");
        return;
    }
    const table_align align[] = {TABLE_RIGHT, TABLE_UNIT,  TABLE_UNIT,
                                 TABLE_UNIT,  TABLE_RIGHT, TABLE_FILL};
    table t = table_new(a, 6, align);
    table_add(&t, (const char *[]){"processors", "computing", "communicating", "waiting", "typical",
                                   "which"})
        ->ink = TABLE_DIM;
    for (uint32_t k = 0; k < g->count; k++)
        table_add(&t, (const char *[]){format_count(a, g->sizes[k]),
                                       cell(p, mean_of_group(s, k, TIMELINE_COMPUTING)),
                                       cell(p, mean_of_group(s, k, TIMELINE_COMMUNICATING)),
                                       cell(p, mean_of_group(s, k, TIMELINE_WAITING)),
                                       arena_printf(a, "%" PRIu32, s->ranks[g->typical[k]]),
                                       members(a, s, k)});
    fprintf(p->out, "Groups of processors that do the like: means; mean silhouette %s\n",
            format_number(a, g->silhouette));
    table_print(&t, p->out, "  ", p->style.width, p->style.color);
}

/* --- Windows ------------------------------------------------------------------ */

static void print_windows(const printing *p)
{
    arena *a = p->ctx->arena;
    const trace_statistics *s = p->s;
    if (!s->window_count)
        return;
    const table_align align[] = {TABLE_UNIT, TABLE_UNIT,  TABLE_UNIT, TABLE_RIGHT,
                                 TABLE_UNIT, TABLE_RIGHT, TABLE_UNIT, TABLE_LEFT};
    table t = table_new(a, 8, align);
    table_add(&t, (const char *[]){"from", "to", "computing", "variation", "communicating",
                                   "variation", "waiting", "of most"})
        ->ink = TABLE_DIM;
    double most = 0;
    for (uint32_t i = 0; i < s->window_count; i++)
        most = fmax(most, s->windows[i].over_ranks[TIMELINE_COMPUTING].mean);
    for (uint32_t i = 0; i < s->window_count && i < WINDOWS_SHOWN; i++) {
        const window_statistics *w = &s->windows[i];
        const spread *of = w->over_ranks;
        const char *text[TIMELINE_STATE_COUNT];
        for (int c = 0; c < TIMELINE_STATE_COUNT; c++)
            text[c] = time_in_unit(a, of[c].mean, p->unit, w->to - w->from);
        table_add(&t, (const char *[]){
                          format_time(a, w->from), format_time(a, w->to), text[TIMELINE_COMPUTING],
                          format_percent(a, spread_variation(&of[TIMELINE_COMPUTING])),
                          text[TIMELINE_COMMUNICATING],
                          format_percent(a, spread_variation(&of[TIMELINE_COMMUNICATING])),
                          text[TIMELINE_WAITING],
                          most > 0 ? bar(of[TIMELINE_COMPUTING].mean / most) : ""});
    }
    fputs("\nThe window as it slides: means of the processors\n", p->out);
    table_print(&t, p->out, "  ", p->style.width, p->style.color);
    if (s->window_count > WINDOWS_SHOWN)
        fprintf(p->out, "  and %" PRIu32 " windows more: --format json or csv\n",
                s->window_count - WINDOWS_SHOWN);
}

/* --- The whole ---------------------------------------------------------------- */

const char *statistics_window(arena *a, const trace_statistics *s)
{
    return s->leaves_startup
               ? arena_printf(a, "%s from MPI_Init to MPI_Finalize (with these: --startup)",
                              format_time(a, s->to - s->from))
               : arena_printf(a, "%s to %s", format_time(a, s->from), format_time(a, s->to));
}

static void print_head(const printing *p)
{
    arena *a = p->ctx->arena;
    const trace_statistics *s = p->s;
    const bool is_part = s->rank_count < s->of->rank_count;
    text_paragraph(p->ctx, p->out, "", 0,
                   arena_printf(a, "%s: %s, %s%s, %s", s->of->path, statistics_window(a, s),
                                is_part ? arena_printf(a, "%" PRIu32 " of ", s->rank_count) : "",
                                format_plural(a, s->of->rank_count, "processor", "processors"),
                                format_plural(a, (double)s->events, "event", "events")),
                   p->style.width);
    if (p->unit == UNIT_SHARE)
        say(p, arena_printf(a, "times as parts of %s", format_time(a, s->to - s->from)));
    fputc('\n', p->out);
}

void report_trace_statistics(fp_context *ctx, FILE *out, const trace_statistics *s, time_unit unit,
                             report_style style)
{
    const printing p = {ctx, out, s, unit, style};
    print_head(&p);
    print_over_ranks(&p);
    print_balance(&p);
    print_over_occurrences(&p);
    print_groups(&p);
    print_windows(&p);
}
