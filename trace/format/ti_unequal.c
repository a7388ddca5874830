#include "trace/format/ti_unequal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One of a rank's. */
typedef struct note {
    uint32_t what, root;
    uint64_t given, got;
} note;

struct ti_unequal {
    uint32_t rank_count;
    FILE **notes; /* by rank; null: it has none */
    note *all;    /* of one collective, by rank */
};

ti_unequal *ti_unequal_new(fp_context *ctx, uint32_t rank_count)
{
    ti_unequal *u = ARENA_NEW(ctx->arena, ti_unequal);
    *u = (ti_unequal){rank_count, ARENA_ARRAY(ctx->arena, rank_count + 1, FILE *),
                      ARENA_ARRAY(ctx->arena, rank_count + 1, note)};
    return u;
}

bool ti_is_unequal(trace_collective what)
{
    return what == TRACE_GATHERV || what == TRACE_SCATTERV || what == TRACE_ALLGATHERV ||
           what == TRACE_ALLTOALLV || what == TRACE_ALLTOALLW || what == TRACE_REDUCE_SCATTER ||
           what == TRACE_REDUCE_SCATTER_BLOCK;
}

bool ti_unequal_note(ti_unequal *u, uint32_t rank, const trace_event *e)
{
    const note n = {e->collective, e->peer == TRACE_NO_ROOT ? 0 : e->peer, e->bytes, e->received};
    if (!u->notes[rank])
        u->notes[rank] = tmpfile();
    return u->notes[rank] && fwrite(&n, sizeof n, 1, u->notes[rank]) == 1;
}

/* --- Lines --- */

/* Both ends of a message work it out from the same three numbers, so that they have one size. */
static uint64_t part(uint64_t a, uint64_t b, uint64_t of)
{
    return of ? (uint64_t)((long double)a * (long double)b / (long double)of) : 0;
}

static uint64_t bytes_of(const note *n, bool is_given)
{
    return is_given ? n->given : n->got;
}

static uint64_t sum(const ti_unequal *u, bool is_given)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < u->rank_count; i++)
        all += bytes_of(&u->all[i], is_given);
    return all;
}

static uint64_t most(const ti_unequal *u, bool is_given)
{
    uint64_t found = 0;
    for (uint32_t i = 0; i < u->rank_count; i++)
        if (bytes_of(&u->all[i], is_given) > found)
            found = bytes_of(&u->all[i], is_given);
    return found;
}

/* What a rank has of a whole: as much of it as of what all give, or get. */
static uint64_t share(const ti_unequal *u, uint32_t rank, uint64_t whole, uint64_t all,
                      bool is_given)
{
    return all ? part(bytes_of(&u->all[rank], is_given), whole, all) : whole / u->rank_count;
}

static void put_shares(FILE *out, const ti_unequal *u, uint64_t whole, bool is_given)
{
    const uint64_t all = sum(u, is_given);
    for (uint32_t i = 0; i < u->rank_count; i++)
        fprintf(out, " %" PRIu64, share(u, i, whole, all, is_given));
}

/* To each as it gets of what all get. */
static void put_all_to_all(FILE *out, const ti_unequal *u, uint32_t rank)
{
    const uint64_t all = sum(u, false), given = u->all[rank].given, got = u->all[rank].got;
    fprintf(out, "alltoallv %" PRIu64, given);
    for (uint32_t i = 0; i < u->rank_count; i++)
        fprintf(out, " %" PRIu64, part(given, u->all[i].got, all));
    fprintf(out, " %" PRIu64, got);
    for (uint32_t i = 0; i < u->rank_count; i++)
        fprintf(out, " %" PRIu64, part(u->all[i].given, got, all));
}

static void put_line(FILE *out, const ti_unequal *u, uint32_t rank)
{
    const note *own = &u->all[rank];
    fprintf(out, "%" PRIu32 " ", rank);
    switch (own->what) {
    case TRACE_GATHERV:
        fprintf(out, "gatherv %" PRIu64, own->given);
        put_shares(out, u, sum(u, true), true);
        fprintf(out, " %" PRIu32, own->root);
        break;
    case TRACE_SCATTERV:
        fprintf(out, "scatterv");
        put_shares(out, u, sum(u, false), false);
        fprintf(out, " %" PRIu64 " %" PRIu32, own->got, own->root);
        break;
    case TRACE_ALLGATHERV:
        fprintf(out, "allgatherv %" PRIu64, share(u, rank, most(u, false), sum(u, true), true));
        put_shares(out, u, most(u, false), true);
        break;
    case TRACE_REDUCE_SCATTER:
    case TRACE_REDUCE_SCATTER_BLOCK:
        fprintf(out, "reducescatter");
        put_shares(out, u, most(u, true), false);
        fprintf(out, " 0");
        break;
    case TRACE_ALLTOALLV:
    case TRACE_ALLTOALLW:
        put_all_to_all(out, u, rank);
        break;
    }
    fputc('\n', out);
}

/* --- Files --- */

/* The next one of each rank. One that has no more, or does something else, has none of it. */
static bool next_notes(ti_unequal *u, uint32_t rank)
{
    for (uint32_t i = 0; i < u->rank_count; i++)
        if (!u->notes[i] || fread(&u->all[i], sizeof *u->all, 1, u->notes[i]) != 1)
            u->all[i] = (note){.what = UINT32_MAX};
    for (uint32_t i = 0; i < u->rank_count; i++)
        if (u->all[i].what != u->all[rank].what)
            u->all[i] = (note){.what = UINT32_MAX};
    return u->all[rank].what != UINT32_MAX;
}

static bool fill(ti_unequal *u, uint32_t rank, FILE *from, FILE *to)
{
    char *line = NULL;
    size_t room = 0;
    bool ok = true;
    rewind(from);
    while (ok && getline(&line, &room, from) >= 0) {
        if (!strchr(line, *TI_UNEQUAL_MARK))
            fputs(line, to);
        else if ((ok = next_notes(u, rank)))
            put_line(to, u, rank);
    }
    free(line);
    return ok && !ferror(from) && !ferror(to);
}

static bool copy(FILE *from, FILE *to)
{
    char piece[16384];
    rewind(from);
    rewind(to);
    for (size_t n; (n = fread(piece, 1, sizeof piece, from)) > 0;)
        fwrite(piece, 1, n, to);
    return !ferror(from) && !ferror(to) && fflush(to) == 0 &&
           ftruncate(fileno(to), ftello(to)) == 0;
}

bool ti_unequal_fill(ti_unequal *u, uint32_t rank, FILE *file)
{
    if (!u->notes[rank])
        return true;
    FILE *filled = tmpfile();
    if (!filled)
        return false;
    for (uint32_t i = 0; i < u->rank_count; i++)
        if (u->notes[i])
            rewind(u->notes[i]);
    const bool ok = fflush(file) == 0 && fill(u, rank, file, filled) && copy(filled, file);
    fclose(filled);
    return ok;
}

void ti_unequal_close(ti_unequal *u)
{
    for (uint32_t i = 0; i < u->rank_count; i++)
        if (u->notes[i])
            fclose(u->notes[i]);
}
