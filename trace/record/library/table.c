#include "trace/record/library/table.h"

#include <stdlib.h>
#include <string.h>

static uint32_t bucket_of(const record_table *t, uint64_t key)
{
    return (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (t->bucket_count - 1);
}

static void append(record_table *t, uint32_t at)
{
    const uint32_t b = bucket_of(t, t->entries[at - 1].key);
    t->entries[at - 1].next = 0;
    if (t->last[b])
        t->entries[t->last[b] - 1].next = at;
    else
        t->first[b] = at;
    t->last[b] = at;
}

/* More buckets; those of one key keep their order, as each old bucket is walked in its own. */
static bool spread(record_table *t)
{
    const uint32_t old_count = t->bucket_count, count = old_count ? 2 * old_count : 64;
    uint32_t *first = calloc(count, sizeof *first), *last = calloc(count, sizeof *last);
    uint32_t *old = t->first;
    if (!first || !last) {
        free(first);
        free(last);
        return false;
    }
    free(t->last);
    t->first = first;
    t->last = last;
    t->bucket_count = count;
    for (uint32_t b = 0; b < old_count; b++)
        for (uint32_t at = old[b], next; at; at = next) {
            next = t->entries[at - 1].next;
            append(t, at);
        }
    free(old);
    return true;
}

bool record_table_add(record_table *t, uint64_t key, uint32_t value)
{
    if (t->count == t->bucket_count && !spread(t))
        return false;
    uint32_t at = t->free;
    if (at) {
        t->free = t->entries[at - 1].next;
    } else {
        if (t->used == t->capacity) {
            const uint32_t more = t->capacity ? 2 * t->capacity : 64;
            record_table_entry *grown = realloc(t->entries, more * sizeof *grown);
            if (!grown)
                return false;
            t->entries = grown;
            t->capacity = more;
        }
        at = ++t->used;
    }
    t->entries[at - 1] = (record_table_entry){.key = key, .value = value};
    append(t, at);
    t->count++;
    return true;
}

bool record_table_find(const record_table *t, uint64_t key, uint32_t *value)
{
    if (t->count == 0)
        return false;
    for (uint32_t at = t->first[bucket_of(t, key)]; at; at = t->entries[at - 1].next)
        if (t->entries[at - 1].key == key) {
            *value = t->entries[at - 1].value;
            return true;
        }
    return false;
}

bool record_table_take(record_table *t, uint64_t key, uint32_t *value)
{
    if (t->count == 0)
        return false;
    const uint32_t b = bucket_of(t, key);
    for (uint32_t before = 0, at = t->first[b]; at; before = at, at = t->entries[at - 1].next) {
        record_table_entry *e = &t->entries[at - 1];
        if (e->key != key)
            continue;
        *value = e->value;
        if (before)
            t->entries[before - 1].next = e->next;
        else
            t->first[b] = e->next;
        if (t->last[b] == at)
            t->last[b] = before;
        e->next = t->free;
        t->free = at;
        t->count--;
        return true;
    }
    return false;
}
