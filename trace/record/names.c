#include "trace/record/names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A communicator that ranks have in common, and what tells it from others. */
typedef struct made_comm {
    uint32_t parent, how, order;
    uint32_t size;
    const uint32_t *ranks;
    int64_t last_rank; /* that has it */
} made_comm;

/* Indices by hash; 0 is empty, else 1 + index. */
typedef struct index_table {
    uint32_t *slots;
    uint32_t size, count;
} index_table;

struct record_names {
    fp_context *ctx;
    VEC(trace_region) regions;
    VEC(made_comm) comms; /* those from RAW_FIRST_MADE on */
    VEC(uint64_t) region_hashes;
    VEC(uint64_t) comm_hashes;
    index_table by_region, by_comm;
    uint32_t rank_count;
};

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t count)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3); /* FNV-1a */
    return hash;
}

static void index_put(index_table *t, uint64_t hash, uint32_t index)
{
    uint32_t at = (uint32_t)hash & (t->size - 1);
    while (t->slots[at])
        at = (at + 1) & (t->size - 1);
    t->slots[at] = 1 + index;
}

/* Adds the index after the last, whose hash is hashes[t->count]. */
static void index_add(arena *a, index_table *t, const uint64_t *hashes)
{
    if (2 * (t->count + 1) > t->size) {
        t->size = t->size ? 2 * t->size : 64;
        t->slots = ARENA_ARRAY(a, t->size, uint32_t);
        for (uint32_t i = 0; i < t->count; i++)
            index_put(t, hashes[i], i);
    }
    index_put(t, hashes[t->count], t->count);
    t->count++;
}

record_names *record_names_new(fp_context *ctx, uint32_t rank_count)
{
    record_names *n = ARENA_NEW(ctx->arena, record_names);
    n->ctx = ctx;
    n->rank_count = rank_count;
    return n;
}

static void set(arena *a, record_numbers *numbers, uint32_t number, uint32_t value)
{
    while ((uint32_t)numbers->count <= number)
        VEC_PUSH(a, numbers, UINT32_MAX);
    numbers->data[number] = value;
}

/* --- Regions --- */

/* "name\nfile\nline". */
static trace_region read_region(fp_context *ctx, uint32_t role, const char *text, size_t bytes)
{
    const char *all = arena_strndup(ctx->arena, text, bytes);
    const char *file = strchr(all, '\n'), *line = file ? strchr(file + 1, '\n') : NULL;
    trace_region r = {.role = (trace_role)role};
    r.name = arena_strndup(ctx->arena, all, strcspn(all, "\n"));
    if (line) {
        r.file = arena_strndup(ctx->arena, file + 1, (size_t)(line - file - 1));
        r.line = (uint32_t)strtoul(line + 1, NULL, 10);
    }
    return r;
}

static bool is_same_region(const trace_region *a, const trace_region *b)
{
    return a->role == b->role && a->line == b->line && strcmp(a->name, b->name) == 0 &&
           strcmp(a->file ? a->file : "", b->file ? b->file : "") == 0;
}

static void add_region(record_names *n, const raw_name *of, const char *text,
                       record_rank_names *out)
{
    arena *a = n->ctx->arena;
    const uint64_t hash = hash_bytes(of->what, text, strnlen(text, of->bytes));
    const index_table *t = &n->by_region;
    const trace_region r = read_region(n->ctx, of->what, text, of->bytes);
    for (uint32_t at = (uint32_t)hash; t->size && t->slots[at & (t->size - 1)]; at++) {
        const uint32_t index = t->slots[at & (t->size - 1)] - 1;
        if (!is_same_region(&n->regions.data[index], &r))
            continue;
        set(a, &out->regions, of->number, index);
        return;
    }
    set(a, &out->regions, of->number, (uint32_t)n->regions.count);
    VEC_PUSH(a, &n->regions, r);
    VEC_PUSH(a, &n->region_hashes, hash);
    index_add(a, &n->by_region, n->region_hashes.data);
}

/* --- Communicators --- */

static bool is_same_comm(const made_comm *a, const made_comm *b)
{
    return a->parent == b->parent && a->how == b->how && a->order == b->order &&
           a->size == b->size && memcmp(a->ranks, b->ranks, a->size * sizeof *a->ranks) == 0;
}

/* The one that other ranks have as well; UINT32_MAX: none. */
static uint32_t find_comm(const record_names *n, const made_comm *c, uint64_t hash)
{
    const index_table *t = &n->by_comm;
    for (uint32_t at = (uint32_t)hash; t->size && t->slots[at & (t->size - 1)]; at++) {
        const uint32_t index = t->slots[at & (t->size - 1)] - 1;
        if (is_same_comm(&n->comms.data[index], c))
            return index;
    }
    return UINT32_MAX;
}

static uint64_t hash_comm(const made_comm *c)
{
    const uint32_t key[] = {c->parent, c->how, c->order, c->size};
    return hash_bytes(hash_bytes(UINT64_C(0xcbf29ce484222325), key, sizeof key), c->ranks,
                      c->size * sizeof *c->ranks);
}

static bool add_comm(record_names *n, const raw_name *of, const uint32_t *ranks, uint32_t rank,
                     record_rank_names *out)
{
    arena *a = n->ctx->arena;
    made_comm c = {.parent = of->parent,
                   .how = of->what,
                   .order = of->order,
                   .size = of->size,
                   .ranks = ranks,
                   .last_rank = rank};
    if (of->bytes / sizeof *ranks < of->size)
        return false;
    for (uint32_t i = 0; i < of->size; i++)
        if (ranks[i] >= n->rank_count)
            return false;
    if (of->parent != RAW_NO_PARENT) {
        if (of->parent >= (uint32_t)out->comms.count)
            return false;
        c.parent = out->comms.data[of->parent];
    }
    /* Of those that a group has made out of one parent the n-th of each rank are one. */
    uint64_t hash = hash_comm(&c);
    uint32_t index = find_comm(n, &c, hash);
    while (c.how == RAW_BY_GROUP && index != UINT32_MAX && n->comms.data[index].last_rank == rank) {
        c.order++;
        hash = hash_comm(&c);
        index = find_comm(n, &c, hash);
    }
    if (index == UINT32_MAX) {
        index = (uint32_t)n->comms.count;
        c.ranks = arena_copy(a, ranks, c.size * sizeof *ranks);
        VEC_PUSH(a, &n->comms, c);
        VEC_PUSH(a, &n->comm_hashes, hash);
        index_add(a, &n->by_comm, n->comm_hashes.data);
    }
    n->comms.data[index].last_rank = rank;
    set(a, &out->comms, of->number, RAW_FIRST_MADE + index);
    return true;
}

/* --- Files --- */

/* Ranks number their own one after the other. */
static bool is_near(const raw_name *of, const record_rank_names *out)
{
    enum { AHEAD_MOST = 4096 };
    const int before = of->kind == RAW_COMM ? out->comms.count : out->regions.count;
    return of->number < (uint32_t)before + AHEAD_MOST;
}

/* One name; false: it makes no sense. What follows it is in `text`. */
static bool add(record_names *n, const raw_name *of, const char *text, uint32_t rank,
                record_rank_names *out)
{
    if (!is_near(of, out))
        return false;
    if (of->kind == RAW_COMM)
        return add_comm(n, of, (const uint32_t *)(const void *)text, rank, out);
    if (of->kind != RAW_REGION || of->what >= TRACE_ROLE_COUNT)
        return false;
    add_region(n, of, text, out);
    return true;
}

bool record_names_read(record_names *n, const char *path, uint32_t rank, record_rank_names *out)
{
    enum { TEXT_MOST = 1 << 28 };
    arena *a = n->ctx->arena, *own = arena_new_under(a);
    *out = (record_rank_names){0};
    set(a, &out->comms, RAW_WORLD, RAW_WORLD);
    set(a, &out->comms, RAW_SELF, RAW_SELF);
    FILE *in = fopen(path, "rb");
    if (!in)
        return trace_fail(n->ctx, path, "%s", strerror(errno));
    raw_name of;
    bool is_good = true;
    while (is_good && fread(&of, sizeof of, 1, in) == 1) {
        char *text = of.bytes < TEXT_MOST ? arena_alloc(own, of.bytes + 8) : NULL;
        is_good = text != NULL;
        if (text && fread(text, 1, of.bytes, in) != of.bytes)
            break; /* the rank has died while it wrote it */
        is_good = is_good && add(n, &of, text, rank, out);
        arena_clear(own);
    }
    fclose(in);
    arena_free(own);
    return is_good || trace_fail(n->ctx, path, "this is not what a rank has written");
}

void record_names_define(const record_names *n, trace *out)
{
    arena *a = n->ctx->arena;
    uint32_t *all = ARENA_ARRAY(a, n->rank_count, uint32_t);
    for (uint32_t i = 0; i < n->rank_count; i++)
        all[i] = i;
    out->region_count = (uint32_t)n->regions.count;
    out->regions = n->regions.data;
    out->comm_count = RAW_FIRST_MADE + (uint32_t)n->comms.count;
    trace_comm *comms = ARENA_ARRAY(a, out->comm_count, trace_comm);
    comms[RAW_WORLD] = (trace_comm){"MPI_COMM_WORLD", n->rank_count, all};
    comms[RAW_SELF] = (trace_comm){"MPI_COMM_SELF", 1, NULL};
    for (int i = 0; i < n->comms.count; i++)
        comms[RAW_FIRST_MADE + i] = (trace_comm){"", n->comms.data[i].size, n->comms.data[i].ranks};
    out->comms = comms;
}
