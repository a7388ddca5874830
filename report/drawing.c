#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/drawing.h"
#include "report/svg.h"
#include "support/format.h"

/* What is around the rows: words, the axis, the key to the colours. These are told apart by
 * lightness alone, dark, middle and light; the critical path has a white edge. */

static const char *const state_names[TIMELINE_STATE_COUNT] = {[TIMELINE_COMPUTING] = "computing",
                                                              [TIMELINE_COMMUNICATING] =
                                                                  "communicating",
                                                              [TIMELINE_WAITING] = "waiting"};

static const char style[] =
    "<style>\n"
    "text{font-family:system-ui,'Helvetica Neue','DejaVu Sans',sans-serif;fill:#333}\n"
    ".title{font-size:17px;font-weight:600;fill:#111}\n"
    ".sub{font-size:12.5px;fill:#555}\n"
    ".key{font-size:12.5px}\n"
    ".rank,.tick{font-size:11px;fill:#555}\n"
    ".unit{font-size:11px;fill:#111}\n"
    ".note{font-size:10.5px;fill:#777}\n"
    ".on0{fill:#fff}.on1{fill:#3b2600}.on2{fill:#5a6470}\n"
    ".s0{fill:#2b5f8c}.s1{fill:#f2a93b}.s2{fill:#dde2e8}\n"
    ".grid{stroke:#e4e4e4;stroke-width:1;fill:none}\n"
    ".axis{stroke:#888;stroke-width:1;fill:none}\n"
    ".message{stroke:#222;fill:none}\n"
    ".there{fill:#222}\n"
    ".band{fill:#8a63b8;fill-opacity:.26}\n"
    ".edge{stroke:#6f4a9e;stroke-width:1;fill:none}\n"
    ".bandname{font-size:10.5px;fill:#5f3d8c}\n"
    ".under{stroke:#fff;stroke-width:4.5;stroke-linejoin:round;fill:none}\n"
    ".path{stroke:#d1104f;stroke-width:2;stroke-linejoin:round;fill:none}\n"
    ".dense{fill:#d1104f;fill-opacity:.16;stroke:#d1104f;stroke-opacity:.55}\n"
    ".thin .under{stroke-width:3}.thin .path{stroke-width:1.6}\n"
    "</style>\n";

double drawing_top(const drawing *d, uint32_t row)
{
    return DRAWING_TOP + row * d->pitch + (d->pitch - d->bar) / 2;
}

double drawing_bottom(const drawing *d)
{
    return DRAWING_TOP + d->t->row_count * d->pitch;
}

/* --- The axis ----------------------------------------------------------------- */

typedef struct unit {
    const char *name;
    double seconds;
} unit;

static unit unit_of(double seconds)
{
    static const unit units[] = {{"s", 1}, {"ms", 1e-3}, {"\xc2\xb5s", 1e-6}, {"ns", 1e-9}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (seconds >= units[i].seconds)
            return units[i];
    return units[3];
}

void drawing_axis(const drawing *d)
{
    const timeline *t = d->t;
    const double length = t->to - t->from, step = svg_nice_step(length, 10),
                 end = drawing_bottom(d);
    const unit u = unit_of(t->to);
    const int digits = (int)fmin(fmax(ceil(-log10(step / u.seconds) - 1e-9), 0), 9);
    for (int64_t i = (int64_t)ceil(t->from / step - 1e-9); (double)i * step <= t->to + step * 1e-9;
         i++) {
        const double x = DRAWING_LEFT + ((double)i * step - t->from) / length * t->columns;
        fputs("<path class=\"grid\" d=\"M", d->out);
        svg_length(d->out, x);
        fprintf(d->out, " %dV", DRAWING_TOP - 4);
        svg_length(d->out, end + 5);
        fputs("\"/>\n", d->out);
        svg_text(d->out, "tick", x, end + 20, "middle",
                 arena_printf(d->ctx->arena, "%.*f", digits, (double)i * step / u.seconds));
    }
    fprintf(d->out, "<path class=\"axis\" d=\"M%d ", DRAWING_LEFT);
    svg_length(d->out, end + 4);
    fprintf(d->out, "h%" PRIu32 "\"/>\n", t->columns);
    svg_text(d->out, "unit", DRAWING_LEFT + t->columns + 24, end + 20, "start",
             arena_printf(d->ctx->arena, "time, %s", u.name));
}

/* --- Words ---------------------------------------------------------------------- */

static double put_key(const drawing *d, double x, const char *symbol, const char *text)
{
    enum { AT = 78 };
    fprintf(d->out, "<g transform=\"translate(%.1f,%d)\">%s</g>\n", x, AT, symbol);
    svg_text(d->out, "key", x + 22, AT, "start", text);
    return x + 22 + svg_text_width(text, 12.5) + 22;
}

void drawing_keys(const drawing *d)
{
    arena *a = d->ctx->arena;
    const timeline *t = d->t;
    double share[TIMELINE_STATE_COUNT] = {0}, all = 0, x = DRAWING_LEFT;
    for (uint32_t i = 0; i < t->row_count; i++)
        for (int k = 0; k < TIMELINE_STATE_COUNT; k++) {
            share[k] += t->rows[i].share[k];
            all += t->rows[i].share[k];
        }
    for (int k = 0; k < TIMELINE_STATE_COUNT; k++)
        x = put_key(
            d, x, arena_printf(a, "<rect class=\"s%d\" y=\"-11\" width=\"16\" height=\"13\"/>", k),
            arena_printf(a, "%s %s", state_names[k],
                         format_percent(a, all > 0 ? share[k] / all : 0)));
    if (t->messages)
        x = put_key(d, x,
                    "<path class=\"message\" stroke-width=\"1\" d=\"M0 -10L15 1\"/>"
                    "<circle class=\"there\" cx=\"15\" cy=\"1\" r=\"1.7\"/>",
                    format_plural(a, (double)t->messages, "message", "messages"));
    if (t->collectives)
        x = put_key(d, x,
                    "<path class=\"band\" d=\"M0 -11H16V2H0z\"/><path class=\"edge\" "
                    "d=\"M16 -11V2\"/>",
                    format_plural(a, (double)t->collectives, "collective", "collectives"));
    put_key(d, x, "<path class=\"path\" d=\"M0 -4.5H16\"/>", "critical path");
    svg_text(d->out, "rank", DRAWING_LEFT + t->columns + DRAWING_FIGURES, DRAWING_TOP - 8, "end",
             "computing");
}

/* The file's name; of OTF2 that of its folder. */
static const char *short_name(arena *a, const char *path)
{
    const char *anchor = strrchr(path, '/');
    if (anchor && anchor > path && strcmp(anchor, "/traces.otf2") == 0)
        path = arena_strndup(a, path, (size_t)(anchor - path));
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

void drawing_head(const drawing *d, double width, double height)
{
    arena *a = d->ctx->arena;
    const timeline *t = d->t;
    const char *name = short_name(a, t->of->path);
    const double length = (double)t->of->length / (double)t->of->ticks_per_s;
    const bool is_part = t->from > 0 || t->to < length;
    fprintf(d->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n<title>",
            width, height, width, height);
    svg_escaped(d->out, name);
    fprintf(d->out, "</title>\n%s<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", style);
    svg_text(d->out, "title", DRAWING_LEFT, 30, "start", name);
    svg_text(d->out, "sub", DRAWING_LEFT, 51, "start",
             arena_printf(a, "%s, %s%s; rank %" PRIu32 " ends last",
                          format_plural(a, t->of->rank_count, "rank", "ranks"),
                          format_time(a, length),
                          is_part ? arena_printf(a, ", of which %s to %s", format_time(a, t->from),
                                                 format_time(a, t->to))
                                  : "",
                          t->last_rank));
}

void drawing_notes(const drawing *d)
{
    arena *a = d->ctx->arena;
    const timeline *t = d->t;
    const double y = drawing_bottom(d) + 44;
    bool has_mix = false;
    for (uint32_t i = 0; i < t->row_count && !has_mix; i++)
        for (uint32_t c = 0; c < t->columns * TIMELINE_STATE_COUNT; c++)
            has_mix |= t->rows[i].mix[c] > 0;
    const char *mix = has_mix ? t->rows[0].rank_count > 1
                                    ? "Rows are several ranks; heights are shares of them. "
                                    : "What is narrower than a pixel is shown by its share of the "
                                      "height. "
                              : "";
    const char *messages =
        (uint64_t)t->message.count < t->messages
            ? arena_printf(a, "Of the messages %s are drawn: others would lie on them. ",
                           format_count(a, t->message.count))
            : "";
    const char *bands =
        t->band.count > DRAWING_BANDS ? "Collectives are too close to each other to be drawn." : "";
    const char *startup =
        d->leaves_startup ? " MPI_Init and MPI_Finalize are left out (--startup)." : "";
    svg_text(d->out, "note", DRAWING_LEFT, y, "start",
             arena_printf(a, "%s%s%s%s", mix, messages, bands, startup));
}
