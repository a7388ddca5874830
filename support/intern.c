#include "support/intern.h"

#include <stdint.h>
#include <string.h>

typedef struct entry {
    const char *text; /* null: free */
    size_t length;
    uint64_t hash;
} entry;

/* Open addressing; the capacity is a power of two, at most three quarters used. */
struct intern_table {
    arena *arena;
    entry *entries;
    size_t capacity, count;
};

intern_table *intern_new(arena *a)
{
    intern_table *table = ARENA_NEW(a, intern_table);
    table->arena = a;
    table->capacity = 256;
    table->entries = ARENA_ARRAY(a, table->capacity, entry);
    return table;
}

/* FNV-1a. */
static uint64_t hash_bytes(const char *text, size_t length)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    return hash;
}

/* Returns the entry that holds the text, or the free one where it belongs. */
static entry *find(const intern_table *table, const char *text, size_t length, uint64_t hash)
{
    size_t mask = table->capacity - 1;
    for (size_t i = (size_t)hash & mask;; i = (i + 1) & mask) {
        entry *e = &table->entries[i];
        if (!e->text || (e->hash == hash && e->length == length && !memcmp(e->text, text, length)))
            return e;
    }
}

static void grow(intern_table *table)
{
    intern_table old = *table;
    table->capacity *= 2;
    table->entries = ARENA_ARRAY(table->arena, table->capacity, entry);
    for (size_t i = 0; i < old.capacity; i++) {
        const entry *e = &old.entries[i];
        if (e->text)
            *find(table, e->text, e->length, e->hash) = *e;
    }
}

const char *intern_n(intern_table *table, const char *text, size_t length)
{
    uint64_t hash = hash_bytes(text, length);
    entry *e = find(table, text, length, hash);
    if (e->text)
        return e->text;
    if (4 * (table->count + 1) > 3 * table->capacity) {
        grow(table);
        e = find(table, text, length, hash);
    }
    table->count++;
    *e = (entry){arena_strndup(table->arena, text, length), length, hash};
    return e->text;
}

const char *intern(intern_table *table, const char *text)
{
    return intern_n(table, text, strlen(text));
}
