#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/vec.h"
#include "trace/format/source.h"
#include "trace/format/ti_events.h"

/* Time-independent traces, as SMPI writes (-trace-ti) and replays them: a list of files, one a
 * rank, or one for all. Each rank's file is read as its events are asked for. */

enum { EVENTS_AT_ONCE = 64 };

typedef struct ti_source {
    trace_source source; /* first */
    trace of;
    int file_count;
    const char **files;
    arena *memory; /* as long as the trace's */
    VEC(FILE *) open;
    bool *is_told; /* [rank]: that its end is missing */
} ti_source;

typedef struct ti_cursor {
    trace_cursor cursor; /* first */
    FILE *file;
    const char *path;
    char *line;
    int room;
    bool is_empty, has_zero, is_cut; /* the line */
    bool has_init, has_finalize;     /* the rank */
    uint64_t line_number;
    VEC(double) numbers;
    ti_state state;
} ti_cursor;

static bool fail_line(ti_cursor *c, const char *what)
{
    return trace_fail(c->cursor.ctx, c->path, "line %" PRIu64 " %s", c->line_number, what);
}

/* The next line, however long; false at the end. A zero in it would hide what follows. */
static bool next_line(ti_cursor *c)
{
    enum { FIRST_ROOM = 128 };
    int length = 0, letter;
    c->has_zero = false;
    while ((letter = getc_unlocked(c->file)) != EOF && letter != '\n') {
        if (length + 2 > c->room) {
            const int room = c->room ? 2 * c->room : FIRST_ROOM;
            c->line = arena_grow(c->cursor.ctx->arena, c->line, (size_t)length, (size_t)room, 1);
            c->room = room;
        }
        c->has_zero |= letter == '\0';
        c->line[length++] = (char)letter;
    }
    if (length)
        c->line[length] = '\0';
    c->is_empty = length == 0;
    c->is_cut = letter == EOF;
    return length > 0 || letter == '\n';
}

/* What SMPI has written ends so; whoever writes by hand may leave it away. */
static void tell_end(ti_cursor *c)
{
    bool *is_told = &((ti_source *)c->cursor.of->source)->is_told[c->cursor.rank];
    if (c->has_init && !c->has_finalize && !*is_told) {
        *is_told = true;
        diag_report(c->cursor.ctx->diags, DIAG_WARNING, "trace", (source_range){0},
                    "'%s': rank %" PRIu32 " has 'init', and no 'finalize': is the file cut off, or "
                    "has the rank died?",
                    c->path, c->cursor.rank);
    }
}

/* "RANK ACTION NUMBER…"; false after reporting. An empty line is of rank -1. */
static bool read_line(ti_cursor *c, ti_line *out)
{
    char *rest, *end;
    *out = (ti_line){.rank = -1, .action = TI_NOTHING};
    c->numbers.count = 0;
    if (c->has_zero)
        return fail_line(c, "has a zero byte in it: this is no text");
    const char *word = c->is_empty ? NULL : strtok_r(c->line, " \t\r\n", &rest);
    if (!word || *word == '#')
        return true;
    out->rank = strtol(word, &end, 10);
    if (*end || out->rank < 0)
        return fail_line(c, "does not begin with a rank");
    word = strtok_r(NULL, " \t\r\n", &rest);
    out->action = word ? ti_action_by_name(word) : TI_ACTION_COUNT;
    if (out->action == TI_ACTION_COUNT)
        return fail_line(c,
                         arena_printf(c->cursor.ctx->arena,
                                      "has the action '%s', which is not known", word ? word : ""));
    while ((word = strtok_r(NULL, " \t\r\n", &rest)) != NULL) {
        const double value = strtod(word, &end);
        if (*end || !(value > -1e300 && value < 1e300))
            return fail_line(
                c, arena_printf(c->cursor.ctx->arena, "has '%s' where a number belongs", word));
        VEC_PUSH(c->cursor.ctx->arena, &c->numbers, value);
    }
    out->count = c->numbers.count;
    out->numbers = c->numbers.data;
    return true;
}

static bool fill_ti(trace_cursor *base)
{
    ti_cursor *c = (ti_cursor *)base;
    if (!c->file)
        return false;
    c->state.events.count = 0;
    while (c->state.events.count < EVENTS_AT_ONCE) {
        ti_line line;
        if (!next_line(c)) {
            if (!ferror(c->file))
                tell_end(c);
            ti_end(&c->state);
            break;
        }
        c->line_number++;
        if (!read_line(c, &line))
            return false;
        if (line.rank != (long)base->rank)
            continue;
        const char *wrong = ti_events(&c->state, &line);
        if (!wrong && c->is_cut)
            wrong = "has no end: the file is cut off";
        if (wrong)
            return fail_line(c, wrong);
        c->has_init |= line.action == TI_INIT;
        c->has_finalize |= line.action == TI_FINALIZE;
    }
    if (ferror(c->file))
        return trace_fail(base->ctx, c->path, "%s", strerror(errno));
    base->events = c->state.events.data;
    base->count = c->state.events.count;
    return true;
}

static trace_cursor *begin_ti(fp_context *ctx, trace *t, uint32_t rank)
{
    ti_source *s = (ti_source *)t->source;
    ti_cursor *c = ARENA_NEW(ctx->arena, ti_cursor);
    c->path = s->files[s->file_count > 1 ? rank : 0];
    c->file = fopen(c->path, "r");
    c->state =
        (ti_state){.memory = ctx->arena, .rank = rank, .size = t->rank_count, .default_bytes = 1};
    if (!c->file)
        trace_fail(ctx, c->path, "%s", strerror(errno));
    else
        VEC_PUSH(s->memory, &s->open, c->file);
    return &c->cursor;
}

static void close_ti(trace *t)
{
    ti_source *s = (ti_source *)t->source;
    for (int i = 0; i < s->open.count; i++)
        fclose(s->open.data[i]);
    s->open.count = 0;
}

/* A file that the list names: as SMPI takes it, or beside the list. */
static const char *find_file(fp_context *ctx, const char *list, const char *name)
{
    FILE *file = fopen(name, "r");
    if (!file && *name != '/' && strchr(list, '/')) {
        const int length = (int)(strrchr(list, '/') - list);
        name = arena_printf(ctx->arena, "%.*s/%s", length, list, name);
        file = fopen(name, "r");
    }
    if (!file)
        return NULL;
    fclose(file);
    return name;
}

/* The highest rank of a file that is for all; 0 after reporting. Each rank has a line or more: one
 * far beyond the lines is damaged. */
static uint32_t count_ranks(fp_context *ctx, const char *list, const char *path)
{
    enum { WITHOUT_LINES_MOST = 1000 };
    FILE *file = fopen(path, "r");
    long most = -1, line_count = 0;
    char *line = NULL;
    size_t room = 0;
    while (file && getline(&line, &room, file) >= 0) {
        const long rank = strtol(line, NULL, 10);
        most = rank > most ? rank : most;
        line_count++;
    }
    free(line);
    if (file)
        fclose(file);
    if (most < 0)
        return trace_fail(ctx, list, "names one file, which has no ranks"), 0;
    if (most >= line_count + WITHOUT_LINES_MOST || most >= INT32_MAX)
        return trace_fail(ctx, path, "it has %ld lines, and one of rank %ld: it is damaged",
                          line_count, most),
               0;
    return (uint32_t)most + 1;
}

static void define(fp_context *ctx, ti_source *s)
{
    arena *a = ctx->arena;
    trace *t = &s->of;
    trace_rank *ranks = ARENA_ARRAY(a, t->rank_count, trace_rank);
    uint32_t *world = ARENA_ARRAY(a, t->rank_count, uint32_t);
    trace_region *regions = ARENA_ARRAY(a, TI_ACTION_COUNT, trace_region);
    trace_comm *comm = ARENA_NEW(a, trace_comm);
    for (uint32_t i = 0; i < t->rank_count; i++) {
        ranks[i].name = arena_printf(a, "MPI Rank %" PRIu32, i);
        world[i] = i;
    }
    for (int i = 0; i < TI_ACTION_COUNT; i++)
        regions[i] = (trace_region){.name = ti_action_name((ti_action)i), .role = TRACE_MPI};
    *comm = (trace_comm){"MPI_COMM_WORLD", t->rank_count, world};
    t->ranks = ranks;
    t->regions = regions;
    t->region_count = TI_ACTION_COUNT;
    t->comms = comm;
    t->comm_count = 1;
    t->ticks_per_s = 1000000000;
    t->counts_flops = true;
}

trace *trace_open_ti(fp_context *ctx, const char *path)
{
    FILE *list = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    VEC(const char *) files = {0};
    bool is_list = list != NULL;
    while (is_list && getline(&line, &room, list) >= 0) {
        char *rest, *name = strtok_r(line, " \t\r\n", &rest);
        const char *found = name ? find_file(ctx, path, arena_strdup(ctx->arena, name)) : NULL;
        is_list = !name || (found && files.count < INT32_MAX / 2);
        if (!is_list && files.count) {
            trace_fail(ctx, path, "names '%s', a rank's file, which is not there", name);
            files.count = 0;
            break;
        }
        if (found)
            VEC_PUSH(ctx->arena, &files, found);
    }
    free(line);
    if (list)
        fclose(list);
    if (!files.count)
        return NULL;
    trace_raise_file_limit();
    ti_source *s = ARENA_NEW(ctx->arena, ti_source);
    s->source = (trace_source){begin_ti, fill_ti, NULL, close_ti};
    s->of = (trace){.path = path, .source = &s->source};
    s->files = files.data;
    s->memory = ctx->arena;
    s->file_count = files.count;
    s->of.rank_count =
        files.count > 1 ? (uint32_t)files.count : count_ranks(ctx, path, files.data[0]);
    if (!s->of.rank_count)
        return NULL;
    s->is_told = ARENA_ARRAY(ctx->arena, s->of.rank_count, bool);
    define(ctx, s);
    return &s->of;
}

bool trace_is_ti(fp_context *ctx, const char *path)
{
    FILE *list = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    bool is_list = list && getline(&line, &room, list) >= 0;
    if (is_list) {
        char *rest, *name = strtok_r(line, " \t\r\n", &rest);
        is_list = name && !strtok_r(NULL, " \t\r\n", &rest) && find_file(ctx, path, name);
    }
    free(line);
    if (list)
        fclose(list);
    return is_list;
}
