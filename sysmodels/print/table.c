#include <string.h>

#include "support/format.h"
#include "support/utf8.h"
#include "sysmodels/file/file.h"
#include "sysmodels/network/price.h"
#include "sysmodels/network/route.h"

/* Machines as a table: a line each. */

enum { COLUMN_COUNT = 6, SAMPLE_BYTES = 8 };

static const char *network_text(arena *a, const sag_communication *c)
{
    switch (c->topology) {
    case TOPOLOGY_FAT_TREE:
        return c->arity_2.is_set
                   ? arena_printf(a, "fat tree of %.0f × %.0f", c->arity.value, c->arity_2.value)
                   : arena_printf(a, "fat tree of %.0f", c->arity.value);
    case TOPOLOGY_FULL:
        return "all to all";
    case TOPOLOGY_HYPERCUBE:
    case TOPOLOGY_MESH:
    case TOPOLOGY_TORUS:
    case TOPOLOGY_SWITCH:
    case TOPOLOGY_DRAGONFLY:
        break;
    }
    return topology_name(c->topology);
}

static void fill(arena *a, const sag *m, const char **cells)
{
    const sag_communication *c = m->communication;
    message_function f = {c->piece_count, c->pieces};
    sag_price price = sag_price_message(f, SAMPLE_BYTES, sag_route_next(c));

    cells[0] = m->name;
    cells[1] = m->title;
    cells[2] = c->nodes_max ? format_integer(a, c->nodes_max) : "any";
    cells[3] = network_text(a, c);
    cells[4] = format_time(a, sag_price_total(&price));
    cells[5] = exchange_rule_name(c->exchange);
}

/* The columns that go where there is no room for all, one after the other. */
static void make_room(int *width, int room)
{
    static const int goes[] = {1, 5, 4, 2};
    int all = 2 * (COLUMN_COUNT - 1);
    for (int k = 0; k < COLUMN_COUNT; ++k)
        all += width[k];
    for (size_t i = 0; all > room && i < sizeof goes / sizeof *goes; ++i) {
        all -= width[goes[i]] + 2;
        width[goes[i]] = 0;
    }
}

void sag_print_table(fp_context *ctx, int count, const sag *const *machines, FILE *out, int room)
{
    static const char *const head[COLUMN_COUNT] = {"machine", "",        "nodes",
                                                   "network", "8 bytes", "exchange"};
    static const bool is_right[COLUMN_COUNT] = {false, false, true, false, true, false};
    const char **cells = ARENA_ARRAY(ctx->arena, (count + 1) * COLUMN_COUNT, const char *);
    int width[COLUMN_COUNT] = {0};

    memcpy(cells, head, sizeof head);
    for (int i = 0; i < count; ++i)
        fill(ctx->arena, machines[i], cells + (i + 1) * COLUMN_COUNT);
    for (int i = 0; i < (count + 1) * COLUMN_COUNT; ++i)
        if (utf8_columns(cells[i]) > width[i % COLUMN_COUNT])
            width[i % COLUMN_COUNT] = utf8_columns(cells[i]);
    make_room(width, room);
    for (int i = 0; i < count + 1; ++i) {
        int before = 0; /* blanks owed to what comes next */
        for (int k = 0; k < COLUMN_COUNT; ++k) {
            const char *cell = cells[i * COLUMN_COUNT + k];
            int gap = width[k] - utf8_columns(cell);
            if (!width[k])
                continue;
            fprintf(out, "%*s%s", before + (is_right[k] ? gap : 0), "", cell);
            before = 2 + (is_right[k] ? 0 : gap);
        }
        fputc('\n', out);
    }
}
