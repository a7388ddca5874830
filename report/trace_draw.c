#include "report/trace_draw.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/drawing.h"
#include "report/svg.h"
#include "support/format.h"
#include "support/utf8.h"

/* What is on the rows and between them. */

/* The critical path runs along the lower edge of a bar, under its name; of a thin one, between it
 * and the next. */
static double path_of(const drawing *d, uint32_t row)
{
    return drawing_top(d, row) + d->bar * (d->bar > 16 ? 0.84 : 1.1);
}

static double middle_of(const drawing *d, uint32_t row)
{
    return drawing_top(d, row) + d->bar / 2;
}

/* --- Rows --------------------------------------------------------------------- */

static void draw_runs(const drawing *d, uint32_t number, timeline_state state)
{
    const timeline_row *row = &d->t->rows[number];
    bool any = false;
    for (int i = 0; i < row->runs.count; i++) {
        const timeline_run *r = &row->runs.data[i];
        if (r->state != state)
            continue;
        if (!any)
            fprintf(d->out, "<path class=\"s%d\" d=\"", (int)state);
        any = true;
        /* What is computed in one region after the other is seen to be two. */
        const double width = r->end - r->begin, gap = width > 4 ? 0.6 : 0;
        svg_path_box(d->out, DRAWING_LEFT + r->begin, drawing_top(d, number), width - gap, d->bar);
    }
    if (any)
        fputs("\"/>\n", d->out);
}

/* What is narrower than a column, as shares of its height, in tenths: from below, what is computed,
 * communicated and waited. */
typedef struct shares {
    int from[TIMELINE_STATE_COUNT], to[TIMELINE_STATE_COUNT];
} shares;

enum { SHARES = 10 };

static shares shares_of(const timeline_row *row, uint32_t column)
{
    const float *mix = &row->mix[column * TIMELINE_STATE_COUNT];
    const double all = (double)mix[0] + (double)mix[1] + (double)mix[2];
    shares s = {0};
    double sum = 0;
    for (int k = 0; k < TIMELINE_STATE_COUNT && all > 0; k++) {
        s.from[k] = (int)lround(sum / all * SHARES);
        sum += (double)mix[k];
        s.to[k] = (int)lround(sum / all * SHARES);
    }
    return s;
}

static void draw_mix(const drawing *d, uint32_t number, timeline_state state)
{
    const timeline_row *row = &d->t->rows[number];
    bool any = false;
    for (uint32_t c = 0, next; c < d->t->columns; c = next) {
        const shares s = shares_of(row, c);
        for (next = c + 1; next < d->t->columns; next++) {
            const shares other = shares_of(row, next);
            if (other.from[state] != s.from[state] || other.to[state] != s.to[state])
                break;
        }
        if (s.from[state] == s.to[state])
            continue;
        if (!any)
            fprintf(d->out, "<path class=\"s%d\" d=\"", (int)state);
        any = true;
        svg_path_box(d->out, DRAWING_LEFT + c,
                     drawing_top(d, number) + d->bar * (SHARES - s.to[state]) / SHARES, next - c,
                     d->bar * (s.to[state] - s.from[state]) / SHARES);
    }
    if (any)
        fputs("\"/>\n", d->out);
}

/* The whole name, or its beginning where most of it is there. */
static const char *fitting(const drawing *d, const char *name, double width, double font)
{
    enum { SHORTEST = 8 };
    const int columns = (int)(width / (0.58 * font));
    if (utf8_columns(name) <= columns)
        return name;
    if (columns < SHORTEST)
        return NULL;
    return arena_printf(d->ctx->arena, "%.*s\xe2\x80\xa6", (int)utf8_prefix(name, columns - 1),
                        name);
}

static void draw_names(const drawing *d, uint32_t number)
{
    const double font = fmin(11, d->bar * 0.72);
    const timeline_row *row = &d->t->rows[number];
    if (font < 7)
        return;
    for (int i = 0; i < row->runs.count; i++) {
        const timeline_run *r = &row->runs.data[i];
        const uint32_t of = r->state == TIMELINE_COMPUTING ? r->region : r->call;
        if (of == TIMELINE_NO_REGION)
            continue;
        const char *name = fitting(d, d->t->of->regions[of].name, r->end - r->begin - 8, font);
        if (!name)
            continue;
        fprintf(d->out, "<text class=\"on%d\" font-size=\"", (int)r->state);
        svg_length(d->out, font);
        fputs("\" x=\"", d->out);
        svg_length(d->out, DRAWING_LEFT + r->begin + 4);
        fputs("\" y=\"", d->out);
        svg_length(d->out, drawing_top(d, number) + d->bar * 0.42 + font * 0.35);
        fputs("\">", d->out);
        svg_escaped(d->out, name);
        fputs("</text>\n", d->out);
    }
}

static void draw_row(const drawing *d, uint32_t number)
{
    arena *a = d->ctx->arena;
    const timeline_row *row = &d->t->rows[number];
    for (int k = 0; k < TIMELINE_STATE_COUNT; k++)
        draw_mix(d, number, (timeline_state)k);
    for (int k = 0; k < TIMELINE_STATE_COUNT; k++)
        draw_runs(d, number, (timeline_state)k);
    draw_names(d, number);
    const uint32_t last = row->first_rank + row->rank_count - 1;
    const char *name = row->rank_count == 1 ? arena_printf(a, "rank %" PRIu32, row->first_rank)
                                            : arena_printf(a, "%" PRIu32 "\xe2\x80\x93%" PRIu32,
                                                           row->first_rank, last);
    double all = 0;
    for (int k = 0; k < TIMELINE_STATE_COUNT; k++)
        all += row->share[k];
    svg_text(d->out, "rank", DRAWING_LEFT - 10, middle_of(d, number) + 4, "end", name);
    if (all > 0)
        svg_text(d->out, "rank", DRAWING_LEFT + d->t->columns + DRAWING_FIGURES,
                 middle_of(d, number) + 4, "end",
                 arena_printf(a, "%.0f %%", 100 * row->share[TIMELINE_COMPUTING] / all));
}

/* --- What is between rows ------------------------------------------------------- */

static double inside(const drawing *d, float at)
{
    return DRAWING_LEFT + fmin(fmax((double)at, 0), d->t->columns);
}

static void put_point(const drawing *d, char letter, double x, double y)
{
    fputc(letter, d->out);
    svg_length(d->out, x);
    fputc(' ', d->out);
    svg_length(d->out, y);
}

/* One edge of a band, down or up. */
static void put_edge(const drawing *d, const timeline_band *b, const float *at, bool is_down,
                     char first)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const uint32_t k = is_down ? i : b->count - 1 - i;
        const double x = inside(d, at[k]), top = drawing_top(d, b->rows[k]), end = top + d->bar;
        put_point(d, i ? 'L' : first, x, is_down ? top : end);
        put_point(d, 'L', x, is_down ? end : top);
    }
}

static bool is_wide(const timeline_band *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        if (b->end[i] - b->begin[i] >= 2)
            return true;
    return false;
}

static void draw_band(const drawing *d, const timeline_band *b)
{
    if (!is_wide(b))
        return;
    fputs("<path class=\"band\" d=\"", d->out);
    put_edge(d, b, b->begin, true, 'M');
    put_edge(d, b, b->end, false, 'L');
    fputs("z\"/>\n", d->out);
}

/* Where it ends, over the rows. */
static void draw_band_end(const drawing *d, const timeline_band *b)
{
    if (b->count < 2 || b->end[0] < 0 || b->end[0] > (float)d->t->columns)
        return;
    fputs("<path class=\"edge\" d=\"", d->out);
    put_edge(d, b, b->end, true, 'M');
    fputs("\"/>\n", d->out);
}

/* Their names above the rows, where there is room. */
static void draw_band_names(const drawing *d)
{
    double free = DRAWING_LEFT;
    for (int i = 0; i < d->t->band.count; i++) {
        const timeline_band *b = &d->t->band.data[i];
        const char *name = trace_collective_name(b->collective);
        const double width = svg_text_width(name, 10.5), x = inside(d, b->end[0]);
        if (x - width < free || b->end[0] > (float)d->t->columns || b->rows[0] != 0)
            continue;
        svg_text(d->out, "bandname", x + 2, DRAWING_TOP - 8, "end", name);
        free = x + 10;
    }
}

/* From the edge of a row to that of another, so that a row's bar stays as it is. */
static void draw_messages(const drawing *d)
{
    const timeline *t = d->t;
    enum { DOTS_MOST = 400 };
    if (!t->message.count)
        return;
    const double many = t->message.count;
    fprintf(d->out, "<path class=\"message\" stroke-width=\"%.1f\" stroke-opacity=\"%.2f\" d=\"",
            many > 300 ? 0.6 : 0.9, fmin(0.75, fmax(0.16, 9 / sqrt(many))));
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < t->message.count; i++) {
            const timeline_message *m = &t->message.data[i];
            const bool is_down = m->to > m->from;
            const double from = drawing_top(d, m->from) + (is_down ? d->bar : 0),
                         to = drawing_top(d, m->to) + (is_down ? 0 : d->bar);
            if (pass == 0) {
                put_point(d, 'M', DRAWING_LEFT + (double)m->sent, from);
                put_point(d, 'L', DRAWING_LEFT + (double)m->received, to);
            } else if (m->received <= (float)t->columns) {
                fputs("<circle class=\"there\" r=\"1.7\" cx=\"", d->out);
                svg_length(d->out, DRAWING_LEFT + (double)m->received);
                fputs("\" cy=\"", d->out);
                svg_length(d->out, to);
                fputs("\"/>\n", d->out);
            }
        }
        if (pass == 0)
            fputs("\"/>\n", d->out);
        if (t->message.count > DOTS_MOST)
            break;
    }
}

/* The last point of a stretch from point `i` on in which the path changes ranks so often that lines
 * would be a solid block; `i`: there is none. */
static int dense_until(const timeline *t, int i)
{
    enum { APART = 3, CHANGES_LEAST = 6 };
    const timeline_point *p = t->path.data;
    int changes = 0, end = i;
    float last = p[i].at;
    for (int k = i; k + 1 < t->path.count && p[k].at - last <= APART; k++) {
        if (p[k].row == p[k + 1].row)
            continue;
        if (p[k + 1].at - last > APART)
            break; /* a long way is a line of its own */
        changes++;
        last = p[k + 1].at;
        end = k + 1;
    }
    return changes >= CHANGES_LEAST ? end : i;
}

static void put_path(const drawing *d)
{
    const timeline *t = d->t;
    for (int i = 0, first = 0; i < t->path.count; i++) {
        const timeline_point *p = &t->path.data[i];
        put_point(d, i == first ? 'M' : 'L', DRAWING_LEFT + (double)p->at, path_of(d, p->row));
        const int end = dense_until(t, i);
        if (end > i)
            first = end, i = end - 1;
    }
    fputs("\"/>\n", d->out);
}

/* The ranks among which it changes, in such stretches. */
static void draw_dense_path(const drawing *d)
{
    const timeline *t = d->t;
    for (int i = 0; i < t->path.count; i++) {
        const int end = dense_until(t, i);
        uint32_t first = t->path.data[i].row, last = first;
        for (int k = i; k <= end; k++) {
            first = t->path.data[k].row < first ? t->path.data[k].row : first;
            last = t->path.data[k].row > last ? t->path.data[k].row : last;
        }
        if (end == i)
            continue;
        const double x = DRAWING_LEFT + (double)t->path.data[i].at, y = path_of(d, first);
        fputs("<path class=\"dense\" d=\"", d->out);
        svg_path_box(d->out, x, y, DRAWING_LEFT + (double)t->path.data[end].at - x,
                     path_of(d, last) - y);
        fputs("\"/>\n", d->out);
        i = end - 1;
    }
}

static void draw_path(const drawing *d)
{
    draw_dense_path(d);
    /* Where bars are thin, they are still to be seen beside it. */
    fprintf(d->out, "<g%s>\n<path class=\"under\" d=\"", d->bar > 16 ? "" : " class=\"thin\"");
    put_path(d);
    fputs("<path class=\"path\" d=\"", d->out);
    put_path(d);
    fputs("</g>\n", d->out);
}

void report_trace_drawing(fp_context *ctx, FILE *out, const timeline *t, bool leaves_startup)
{
    drawing d = {.ctx = ctx, .out = out, .t = t, .leaves_startup = leaves_startup};
    d.pitch = fmin(fmax(880.0 / (t->row_count ? t->row_count : 1), 13), 46);
    d.bar = d.pitch * (d.pitch > 20 ? 0.62 : 0.76);
    drawing_head(&d, DRAWING_LEFT + t->columns + DRAWING_RIGHT,
                 drawing_bottom(&d) + DRAWING_BOTTOM);
    drawing_keys(&d);
    drawing_axis(&d);
    fprintf(out,
            "<clipPath id=\"plot\"><rect x=\"%d\" y=\"%d\" width=\"%" PRIu32
            "\" height=\"%.0f\"/></clipPath>\n<g clip-path=\"url(#plot)\">\n",
            DRAWING_LEFT - 1, DRAWING_TOP - 4, t->columns + 2, t->row_count * d.pitch + 8);
    const int bands = t->band.count <= DRAWING_BANDS ? t->band.count : 0;
    for (int i = 0; i < bands; i++)
        draw_band(&d, &t->band.data[i]);
    fputs("</g>\n", out);
    for (uint32_t i = 0; i < t->row_count; i++)
        draw_row(&d, i);
    fputs("<g clip-path=\"url(#plot)\">\n", out);
    for (int i = 0; i < bands; i++)
        draw_band_end(&d, &t->band.data[i]);
    draw_messages(&d);
    draw_path(&d);
    fputs("</g>\n", out);
    if (bands)
        draw_band_names(&d);
    drawing_notes(&d);
    fputs("</svg>\n", out);
}
