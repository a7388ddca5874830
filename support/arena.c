#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "support/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Blocks form a list, the newest first; allocations are cut off its end. A
 * request larger than a block gets one of its own, put after the newest so
 * that the room left in that one is not lost. The first ones are small: many
 * arenas have little in them and do not last, and all of a block is set to zero. */
typedef struct block {
    struct block *next;
    size_t used, size;
    int idle; /* lives of the arena, one after another, that did not want it */
    _Alignas(max_align_t) unsigned char bytes[];
} block;

/* Memory that processes share: one piece, of which nothing is used again. How much of it is used
 * stands at its beginning, for all of them. */
typedef struct shared_room {
    unsigned char *bytes; /* null: the arena has blocks */
    size_t size;
    void (*full)(void *with);
    void *with;
} shared_room;

struct arena {
    block *blocks;
    block *spare; /* all zero, for use again */
    size_t next;  /* bytes of the next block that is made */
    arena *parent;
    arena *children, *sibling;
    shared_room room;
};

#ifdef FPREDICT_ARENA_SEPARATE
static const size_t block_size = 0, first_size = 0;
#else
static const size_t block_size = 64 * 1024, first_size = 4 * 1024;
#endif

static block *block_new(size_t size)
{
    block *b = calloc(1, sizeof *b + size);
    if (!b) {
        fputs("fpredict: out of memory\n", stderr);
        abort();
    }
    b->size = size;
    return b;
}

arena *arena_new(void)
{
    arena *a = calloc(1, sizeof *a);
    if (!a) {
        fputs("fpredict: out of memory\n", stderr);
        abort();
    }
    a->next = first_size;
    return a;
}

arena *arena_new_under(arena *parent)
{
    arena *a = arena_new();
    a->parent = parent;
    a->sibling = parent->children;
    parent->children = a;
    return a;
}

static size_t aligned(size_t size)
{
    const size_t align = _Alignof(max_align_t);
    return size == 0 ? align : (size + align - 1) / align * align;
}

arena *arena_new_shared(arena *parent, size_t size, void (*full)(void *with), void *with)
{
    size = aligned(sizeof(size_t)) + aligned(size);
    /* Pages are there from their first use on. */
    void *bytes =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED)
        return NULL;
    arena *a = arena_new_under(parent);
    a->room = (shared_room){.bytes = bytes, .size = size, .full = full, .with = with};
    return a;
}

static void free_blocks(block *b)
{
    while (b) {
        block *next = b->next;
        free(b);
        b = next;
    }
}

void arena_free(arena *a)
{
    if (!a)
        return;
    while (a->children)
        arena_free(a->children);
    if (a->parent) {
        arena **at = &a->parent->children;
        while (*at != a)
            at = &(*at)->sibling;
        *at = a->sibling;
    }
    free_blocks(a->blocks);
    free_blocks(a->spare);
    if (a->room.bytes)
        munmap(a->room.bytes, a->room.size);
    free(a);
}

/* What was spare and not wanted for long is not worth keeping; what is large, not at
 * all, for the next large request may well be another size. */
static void drop_idle(arena *a)
{
    enum { LIVES_KEPT = 32 };
    for (block **at = &a->spare; *at;) {
        block *b = *at;
        if (b->size <= block_size && ++b->idle <= LIVES_KEPT) {
            at = &b->next;
            continue;
        }
        *at = b->next;
        free(b);
    }
}

void arena_clear(arena *a)
{
    assert(!a->room.bytes);
    while (a->children)
        arena_free(a->children);
    drop_idle(a);
    if (block_size == 0)
        free_blocks(a->blocks);
    for (block *b = block_size == 0 ? NULL : a->blocks; b;) {
        block *next = b->next;
        memset(b->bytes, 0, b->used);
        b->used = 0;
        b->idle = 0;
        b->next = a->spare;
        a->spare = b;
        b = next;
    }
    a->blocks = NULL;
}

/* Takes the first spare block of at least `least` bytes that would not waste
 * most of itself where `size` are wanted, or makes one of these. */
static block *block_take(arena *a, size_t least, size_t size)
{
    for (block **at = &a->spare; *at; at = &(*at)->next) {
        block *b = *at;
        if (b->size < least || b->size / 4 > size)
            continue;
        *at = b->next;
        b->next = NULL;
        return b;
    }
    return block_new(size);
}

/* Returns a block of its own for `size` bytes. */
static void *alloc_separate(arena *a, size_t size)
{
    block *b = block_take(a, size, size);
    b->used = size;
    if (a->blocks) {
        b->next = a->blocks->next;
        a->blocks->next = b;
    } else {
        a->blocks = b;
    }
    return b->bytes;
}

static void *alloc_shared(const shared_room *room, size_t size)
{
    const size_t head = aligned(sizeof(size_t));
    size_t *used = (size_t *)(void *)room->bytes;
    size = aligned(size);
    if (size > room->size - head - *used) {
        room->full(room->with);
        abort();
    }
    void *p = room->bytes + head + *used;
    *used += size;
    return p;
}

void *arena_alloc(arena *a, size_t size)
{
    assert(size <= SIZE_MAX / 2);
    if (a->room.bytes)
        return alloc_shared(&a->room, size);
    /* A separate block keeps the exact size: rounding would hide an overrun. */
    if (size > block_size / 4)
        return alloc_separate(a, size);
    size = aligned(size);
    if (!a->blocks || a->blocks->size - a->blocks->used < size) {
        block *b = block_take(a, size, a->next > size ? a->next : size);
        a->next = 2 * a->next < block_size ? 2 * a->next : block_size;
        b->next = a->blocks;
        a->blocks = b;
    }
    void *p = a->blocks->bytes + a->blocks->used;
    a->blocks->used += size;
    return p;
}

void *arena_array(arena *a, size_t count, size_t size)
{
    assert(size == 0 || count <= SIZE_MAX / 2 / size);
    return arena_alloc(a, count * size);
}

/* Makes what was allocated last longer; false: something else was, or there is no room. */
static bool extend(arena *a, const void *data, size_t old, size_t size)
{
    block *b = a->blocks;
    if (!b || !data || a->room.bytes || block_size == 0)
        return false;
    const unsigned char *begin = data, *end = b->bytes + b->used;
    bool is_last = begin >= b->bytes && begin < end && begin + aligned(old) == end;
    size_t more = aligned(size) - aligned(old);
    if (!is_last || b->size - b->used < more)
        return false;
    b->used += more;
    return true;
}

void *arena_grow(arena *a, void *data, size_t old, size_t count, size_t size)
{
    assert(size == 0 || (old <= count && count <= SIZE_MAX / 2 / size));
    if (extend(a, data, old * size, count * size))
        return data;
    void *p = arena_alloc(a, count * size);
    if (old)
        memcpy(p, data, old * size);
    return p;
}

void *arena_copy(arena *a, const void *data, size_t size)
{
    void *p = arena_alloc(a, size);
    if (size)
        memcpy(p, data, size);
    return p;
}

char *arena_strdup(arena *a, const char *text)
{
    return arena_strndup(a, text, strlen(text));
}

char *arena_strndup(arena *a, const char *text, size_t length)
{
    char *copy = arena_alloc(a, length + 1);
    if (length)
        memcpy(copy, text, length);
    return copy;
}

char *arena_printf(arena *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(a, format, args);
    va_end(args);
    return text;
}

char *arena_vprintf(arena *a, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    assert(length >= 0);
    char *text = arena_alloc(a, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}
