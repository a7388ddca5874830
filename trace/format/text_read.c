#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/format/source.h"
#include "trace/format/text_field.h"

/* A text is read whole when it is opened: it is for traces that people write or read. */
enum { TEXT_MOST = 1 << 30 };

typedef VEC(trace_event) event_list;

typedef struct text_source {
    trace_source source; /* first */
    trace of;
    event_list *events; /* [rank] */
} text_source;

typedef struct text_reader {
    fp_context *ctx;
    text_source *s;
    const source_file *file;
    const char *text;
    size_t at, end; /* of the line that is read */
    size_t word, word_end;
    bool is_open;             /* a name has no closing quote */
    bool must_end, has_ended; /* by a line that says so */
    uint64_t event_count;
    VEC(trace_rank) ranks;
    VEC(trace_region) regions;
    VEC(trace_comm) comms;
    VEC(event_list) events;
} text_reader;

static bool fail_word(text_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail_word(text_reader *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *what = arena_vprintf(r->ctx->arena, format, args);
    va_end(args);
    const size_t length = source_length(r->file);
    const size_t begin = r->word < length ? r->word : length - 1; /* it has a first line */
    const size_t end = r->word_end > begin ? r->word_end : begin + 1;
    diag_report(r->ctx->diags, DIAG_ERROR, "trace", source_range_of(r->file, begin, end), "%s",
                what);
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Past the word that begins at `at`. */
static size_t end_of_word(const text_reader *r, size_t at)
{
    const bool is_quoted = r->text[at] == '"';
    for (at += is_quoted; at < r->end; at++) {
        if (is_quoted ? r->text[at] == '"' : is_blank(r->text[at]))
            return at + is_quoted;
        at += is_quoted && r->text[at] == '\\' && at + 1 < r->end;
    }
    return at;
}

/* The next word of the line, or null; a name in quotes without them. */
static const char *next_word(text_reader *r)
{
    while (r->at < r->end && is_blank(r->text[r->at]))
        r->at++;
    r->word = r->word_end = r->at;
    if (r->at == r->end)
        return NULL;
    const bool is_quoted = r->text[r->at] == '"';
    r->word_end = r->at = end_of_word(r, r->word);
    r->is_open |= is_quoted && (r->word_end < r->word + 2 || r->text[r->word_end - 1] != '"');
    char *out = arena_alloc(r->ctx->arena, r->word_end - r->word + 1), *to = out;
    for (size_t i = r->word + is_quoted; i < r->word_end && !(is_quoted && r->text[i] == '"');
         i++) {
        i += is_quoted && r->text[i] == '\\' && i + 1 < r->word_end;
        *to++ = r->text[i];
    }
    return out;
}

static bool read_number(text_reader *r, const char *what, uint64_t most, uint64_t *out)
{
    const char *word = next_word(r);
    if (!word)
        return fail_word(r, "%s is missing", what);
    char *end;
    errno = 0;
    *out = strtoull(word, &end, 10);
    if (*end || word[0] < '0' || word[0] > '9' || errno)
        return fail_word(r, "'%s' is no number: here stands %s", word, what);
    return *out <= most || fail_word(r, "%s is %" PRIu64 " at most", what, most);
}

/* Definitions of one kind are numbered from 0 on, in order. */
static bool read_place(text_reader *r, const char *what, int count)
{
    uint64_t number;
    if (!read_number(r, arena_printf(r->ctx->arena, "the number of the %s", what), UINT32_MAX - 1,
                     &number))
        return false;
    return number == (uint64_t)count ||
           fail_word(r, "%ss are numbered from 0 on, in order: the next is %d", what, count);
}

static bool read_name(text_reader *r, const char *what, const char **out)
{
    *out = next_word(r);
    if (r->is_open)
        return fail_word(r, "the name of the %s has no closing quote", what);
    return *out || fail_word(r, "the name of the %s is missing", what);
}

static bool read_rank(text_reader *r)
{
    trace_rank rank = {0};
    if (!read_place(r, "rank", r->ranks.count) || !read_name(r, "rank", &rank.name))
        return false;
    VEC_PUSH(r->ctx->arena, &r->ranks, rank);
    VEC_PUSH(r->ctx->arena, &r->events, (event_list){0});
    return true;
}

static bool read_region(text_reader *r)
{
    trace_region region = {0};
    if (!read_place(r, "region", r->regions.count))
        return false;
    const char *role = next_word(r);
    if (role && strcmp(role, "mpi") == 0)
        region.role = TRACE_MPI;
    else if (role && strcmp(role, "runtime") == 0)
        region.role = TRACE_RUNTIME;
    else if (!role || strcmp(role, "user") != 0)
        return fail_word(r, "a region is of 'user', 'mpi' or 'runtime'");
    uint64_t line = 0;
    if (!read_name(r, "region", &region.name))
        return false;
    region.file = next_word(r);
    if (region.file && !read_number(r, "its line", UINT32_MAX, &line))
        return false;
    region.line = (uint32_t)line;
    VEC_PUSH(r->ctx->arena, &r->regions, region);
    return true;
}

static bool read_comm(text_reader *r)
{
    trace_comm comm = {.size = 1};
    if (!r->ranks.count)
        return fail_word(r, "communicators come after the ranks: 'rank 0 NAME'");
    if (!read_place(r, "comm", r->comms.count) || !read_name(r, "communicator", &comm.name))
        return false;
    const size_t at = r->at;
    const char *word = next_word(r);
    if (!word || strcmp(word, "self") != 0) {
        uint32_t *ranks = ARENA_ARRAY(r->ctx->arena, r->ranks.count, uint32_t);
        bool *is_in = ARENA_ARRAY(r->ctx->arena, r->ranks.count, bool);
        comm.size = 0;
        for (r->at = at; next_word(r);) {
            uint64_t rank;
            r->at = r->word;
            if (!read_number(r, "a rank", (uint64_t)r->ranks.count - 1, &rank))
                return false;
            if (is_in[rank])
                return fail_word(r, "this rank is in the communicator already");
            is_in[rank] = true;
            ranks[comm.size++] = (uint32_t)rank;
        }
        comm.ranks = ranks;
    }
    VEC_PUSH(r->ctx->arena, &r->comms, comm);
    return true;
}

static bool read_field(text_reader *r, trace_event *e, text_field field)
{
    uint64_t value;
    if (field == TEXT_ANY_SOURCE) {
        e->any_source = true;
        return true;
    }
    const bool is_long = field == TEXT_BYTES || field == TEXT_RECEIVED || field == TEXT_REQUEST;
    const char *word = text_field_word(e->kind, field);
    if (!read_number(r, word ? word : "the region", is_long ? UINT64_MAX : UINT32_MAX, &value))
        return false;
    switch (field) {
    case TEXT_REGION:
        e->region = (uint32_t)value;
        break;
    case TEXT_PEER:
    case TEXT_ROOT:
        e->peer = (uint32_t)value;
        break;
    case TEXT_COMM:
        e->comm = (uint32_t)value;
        break;
    case TEXT_TAG:
        e->tag = (uint32_t)value;
        break;
    case TEXT_BYTES:
        e->bytes = value;
        break;
    case TEXT_RECEIVED:
        e->received = value;
        break;
    case TEXT_REQUEST:
        e->request = value;
        break;
    case TEXT_COLLECTIVE:
    case TEXT_ANY_SOURCE:
    case TEXT_FIELD_COUNT:
        break;
    }
    return true;
}

/* The fields that stand with their words, in any order. */
static bool read_fields(text_reader *r, trace_event *e, unsigned fields)
{
    unsigned seen = 0;
    const char *word;
    while ((word = next_word(r)) != NULL) {
        text_field f = 0;
        if (strcmp(word, "cpu") == 0) {
            if (e->cpu != TRACE_NO_CPU)
                return fail_word(r, "'cpu' stands twice");
            if (!read_number(r, "processor time", UINT64_MAX - 1, &e->cpu))
                return false;
            continue;
        }
        for (; f < TEXT_FIELD_COUNT; f++) {
            const char *own = fields >> f & 1 ? text_field_word(e->kind, f) : NULL;
            if (own && strcmp(word, own) == 0)
                break;
        }
        if (f == TEXT_FIELD_COUNT)
            return fail_word(r, "'%s' is nothing that '%s' has", word, trace_kind_name(e->kind));
        if (seen >> f & 1)
            return fail_word(r, "'%s' stands twice", word);
        if (!read_field(r, e, f))
            return false;
        seen |= 1u << f;
    }
    for (text_field f = 0; f < TEXT_FIELD_COUNT; f++)
        if (f != TEXT_ROOT && f != TEXT_ANY_SOURCE && (fields & ~seen) >> f & 1)
            return fail_word(r, "'%s' has '%s', too", trace_kind_name(e->kind),
                             text_field_word(e->kind, f));
    return true;
}

static bool read_event(text_reader *r)
{
    uint64_t rank;
    trace_event e = {.cpu = TRACE_NO_CPU, .peer = TRACE_NO_ROOT};
    r->at = r->word;
    if (!read_number(r, "a rank, or 'clock', 'rank', 'region' or 'comm'",
                     (uint64_t)r->ranks.count - 1, &rank) ||
        !read_number(r, "its time", INT64_MAX, &e.time))
        return false;
    const char *kind = next_word(r);
    e.kind = kind ? trace_kind_by_name(kind) : TRACE_KIND_COUNT;
    if (e.kind == TRACE_KIND_COUNT)
        return fail_word(r, "here stands what happened: enter, leave, send, recv, …");
    unsigned fields = text_fields_of(e.kind);
    if (fields >> TEXT_REGION & 1 && !read_field(r, &e, TEXT_REGION))
        return false;
    if (fields >> TEXT_COLLECTIVE & 1) {
        const char *name = next_word(r);
        e.collective = name ? trace_collective_by_name(name) : TRACE_COLLECTIVE_COUNT;
        if (e.collective == TRACE_COLLECTIVE_COUNT)
            return fail_word(r, "here stands which: MPI_Barrier, MPI_Bcast, …, or other");
    }
    if (!read_fields(r, &e, fields & ~(1u << TEXT_REGION | 1u << TEXT_COLLECTIVE)))
        return false;
    VEC_PUSH(r->ctx->arena, &r->events.data[rank], e);
    r->event_count++;
    r->s->of.length = e.time > r->s->of.length ? e.time : r->s->of.length;
    return true;
}

/* "end", and how many events there are, if whoever wrote it has counted them. */
static bool read_end(text_reader *r)
{
    uint64_t count = r->event_count;
    const size_t at = r->at;
    if (next_word(r)) {
        r->at = at;
        if (!read_number(r, "how many events there are", UINT64_MAX, &count))
            return false;
    }
    r->has_ended = true;
    return count == r->event_count ||
           fail_word(r, "before it stand %" PRIu64 " events: lines are missing, or too many",
                     r->event_count);
}

static bool read_line(text_reader *r)
{
    const char *word = next_word(r);
    bool (*read)(text_reader *) = read_event;
    if (!word || word[0] == '#')
        return true;
    if (r->has_ended)
        return fail_word(r, "nothing comes after 'end'");
    if (strcmp(word, "clock") == 0)
        return read_number(r, "the clock's ticks a second", INT64_MAX, &r->s->of.ticks_per_s) &&
               (r->s->of.ticks_per_s > 0 || fail_word(r, "a clock that ticks"));
    if (strcmp(word, "rank") == 0)
        read = read_rank;
    else if (strcmp(word, "region") == 0)
        read = read_region;
    else if (strcmp(word, "comm") == 0)
        read = read_comm;
    else if (strcmp(word, "end") == 0)
        read = read_end;
    else if (!r->ranks.count)
        return fail_word(r, "events come after the ranks: 'rank 0 NAME'");
    if (!read(r))
        return false;
    return read == read_event || !next_word(r) || fail_word(r, "one word too many");
}

static trace_cursor *begin_text(fp_context *ctx, trace *t, uint32_t rank)
{
    (void)t, (void)rank;
    return ARENA_NEW(ctx->arena, trace_cursor);
}

/* Gives all of a rank's events at once. */
static bool fill_text(trace_cursor *c)
{
    const event_list *of = &((text_source *)c->of->source)->events[c->rank];
    if (c->given == 0) {
        c->events = of->data;
        c->count = of->count;
    }
    return true;
}

static bool read_all(text_reader *r)
{
    const size_t length = source_length(r->file);
    for (size_t begin = strcspn(r->text, "\n") + 1, next; begin < length; begin = next) {
        const char *newline = memchr(r->text + begin, '\n', length - begin);
        r->at = begin;
        const size_t end = newline ? (size_t)(newline - r->text) : length;
        r->end = end > begin && r->text[end - 1] == '\r' ? end - 1 : end;
        next = end + 1;
        if (!read_line(r))
            return false;
        if (!newline && r->at > begin && r->event_count)
            return fail_word(r, "the last line has no end: the file is cut off");
    }
    r->word = r->word_end = length ? length - 1 : 0;
    if (!r->s->of.ticks_per_s)
        return fail_word(r, "it does not say how fast its clock is: 'clock 1000000000'");
    if (!r->ranks.count)
        return fail_word(r, "it has no ranks: 'rank 0 NAME'");
    return r->has_ended || !r->must_end ||
           fail_word(r, "the last line is not 'end': the file is cut off, after %" PRIu64 " events",
                     r->event_count);
}

static bool begins_with(const text_reader *r, const char *line)
{
    const size_t first = strlen(line), length = source_length(r->file);
    return length >= first && strncmp(r->text, line, first) == 0 &&
           (length == first || r->text[first] == '\n' || r->text[first] == '\r');
}

trace *trace_open_text(fp_context *ctx, const char *path)
{
    text_reader r = {.ctx = ctx, .file = source_open_large(ctx->sources, path, TEXT_MOST)};
    if (!r.file && errno == EFBIG)
        return trace_fail(ctx, path,
                          "a text is read whole, and 1 GiB at most: archives of OTF2 may be of any "
                          "length"),
               NULL;
    if (!r.file)
        return trace_fail(ctx, path, "%s", strerror(errno)), NULL;
    r.text = source_text(r.file);
    r.must_end = begins_with(&r, TEXT_FIRST_LINE_OF_WHOLE);
    if (!r.must_end && !begins_with(&r, TEXT_FIRST_LINE))
        return trace_fail(ctx, path,
                          "this is no trace: it is neither a folder of OTF2 nor a text that begins "
                          "with '" TEXT_FIRST_LINE_OF_WHOLE "', or '" TEXT_FIRST_LINE "'"),
               NULL;
    r.s = ARENA_NEW(ctx->arena, text_source);
    r.s->source = (trace_source){begin_text, fill_text, NULL, NULL};
    r.s->of = (trace){.path = path, .source = &r.s->source};
    if (!read_all(&r))
        return NULL;
    for (int i = 0; i < r.ranks.count; i++)
        r.ranks.data[i].event_count = (uint64_t)r.events.data[i].count;
    trace *t = &r.s->of;
    t->ranks = r.ranks.data;
    t->rank_count = (uint32_t)r.ranks.count;
    t->regions = r.regions.data;
    t->region_count = (uint32_t)r.regions.count;
    t->comms = r.comms.data;
    t->comm_count = (uint32_t)r.comms.count;
    r.s->events = r.events.data;
    return t;
}
