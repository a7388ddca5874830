/* Schedules that were worked out, found again by what they were computed for: a place of the
 * program that goes through the same needs in each step works each of them out once. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_schedule.h"

/* Of a place of the program; then it begins anew. Simulated processes share one memory. */
#ifdef FPR_SIMULATED
enum { BYTES_MOST = 4 << 20 };
#else
enum { BYTES_MOST = 32 << 20 };
#endif
enum { BUCKETS = 1024 };

struct fpr_cache {
    fpr_schedule *bucket[BUCKETS];
    fpr_schedule *newest; /* not weighed yet */
    long long bytes;
};

/* --- Keys --------------------------------------------------------------------------------- */

void fpr_key_add(fpr_key *key, long value)
{
    if (key->count == key->capacity) {
        key->capacity = 2 * key->capacity + 64;
        key->words = realloc(key->words, (size_t)key->capacity * sizeof *key->words);
        if (!key->words)
            fpr_fail("no memory for %d words", key->capacity);
    }
    key->words[key->count++] = value;
}

static void add_index(fpr_key *key, const fpr_index *x)
{
    fpr_key_add(key, x->loop);
    fpr_key_add(key, x->scale);
    fpr_key_add(key, x->offset);
}

void fpr_key_add_need(fpr_key *key, const fpr_array *a, const fpr_need *n)
{
    fpr_key_add(key, n->loops);
    for (int l = 0; l < n->loops; l++) {
        fpr_key_add(key, n->range[l].lower);
        fpr_key_add(key, n->range[l].upper);
        fpr_key_add(key, n->range[l].step);
    }
    for (int d = 0; d < a->rank; d++)
        add_index(key, &n->index[d]);
    for (int k = 0; k < FPR_RANK && n->home[k].axis; k++) {
        fpr_key_add(key, (long)(size_t)n->home[k].axis);
        add_index(key, &n->home[k].cell);
    }
    fpr_key_add(key, (long)n->carried);
}

static unsigned bucket_of(const fpr_key *key)
{
    unsigned long long hash = 1469598103934665603ULL; /* FNV-1a, by words */
    for (int i = 0; i < key->count; i++) {
        hash = (hash ^ (unsigned long)key->words[i]) * 1099511628211ULL;
        hash ^= hash >> 29;
    }
    return (unsigned)(hash % BUCKETS);
}

/* --- Weights ------------------------------------------------------------------------------ */

static long long weight_of_offsets(const fpr_offsets *p)
{
    return p->capacity * (long long)sizeof *p->list;
}

static long long weight_of_packed(const fpr_packed *p)
{
    return (long long)sizeof *p + weight_of_offsets(&p->offsets) +
           p->count * (long long)sizeof(double); /* about an element */
}

static long long weight_of(const fpr_schedule *s)
{
    long long bytes = (long long)sizeof *s + s->key.count * (long long)sizeof(long) +
                      weight_of_offsets(&s->own_from) + weight_of_offsets(&s->own_to) +
                      s->held.capacity * (long long)sizeof *s->held.list;
    for (int i = 0; i < s->send.count; i++)
        bytes += weight_of_packed(&s->send.list[i]);
    for (int i = 0; i < s->receive.count; i++)
        bytes += weight_of_packed(&s->receive.list[i]);
    for (int i = 0; i < s->tree_count; i++)
        bytes += (long long)sizeof *s->trees + weight_of_offsets(&s->trees[i].packed.offsets);
    for (int v = 0; v < s->parts.members.count; v++)
        bytes +=
            (long long)sizeof *s->parts.packed + weight_of_offsets(&s->parts.packed[v].offsets);
    return bytes;
}

/* --- Finding and adding --------------------------------------------------------------------- */

static bool is_for(const fpr_schedule *s, const fpr_key *key)
{
    return s->key.count == key->count &&
           memcmp(s->key.words, key->words, (size_t)key->count * sizeof *key->words) == 0;
}

fpr_schedule *fpr_cache_find(fpr_site *site, const fpr_key *key)
{
    if (site->last && is_for(site->last, key))
        return site->last;
    if (!site->cache)
        return NULL;
    for (fpr_schedule *s = site->cache->bucket[bucket_of(key)]; s; s = s->next)
        if (is_for(s, key))
            return site->last = s;
    return NULL;
}

/* All but those that are on their way. */
static void forget(fpr_site *site)
{
    struct fpr_cache *cache = site->cache;
    cache->bytes = 0;
    for (int b = 0; b < BUCKETS; b++)
        for (fpr_schedule **at = &cache->bucket[b]; *at;) {
            fpr_schedule *s = *at;
            if (s->is_started) {
                cache->bytes += weight_of(s);
                at = &s->next;
                continue;
            }
            *at = s->next;
            fpr_schedule_free(s);
        }
}

fpr_schedule *fpr_cache_add(fpr_site *site, const fpr_key *key)
{
    if (!site->cache)
        site->cache = fpr_allocate(1, sizeof *site->cache);
    struct fpr_cache *cache = site->cache;
    if (cache->newest)
        cache->bytes += weight_of(cache->newest);
    if (cache->bytes > BYTES_MOST)
        forget(site);
    fpr_schedule *s = fpr_allocate(1, sizeof *s);
    size_t bytes = (size_t)key->count * sizeof *key->words;
    s->site = site;
    s->key = (fpr_key){key->count, key->count, fpr_allocate(1, bytes)};
    if (bytes)
        memcpy(s->key.words, key->words, bytes);
    s->next = cache->bucket[bucket_of(key)];
    return cache->bucket[bucket_of(key)] = cache->newest = site->last = s;
}

void fpr_cache_drop(fpr_site *site, fpr_schedule *s)
{
    struct fpr_cache *cache = site->cache;
    fpr_schedule **at = &cache->bucket[bucket_of(&s->key)];
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    if (cache->newest == s)
        cache->newest = NULL;
    else
        cache->bytes -= weight_of(s);
    site->last = NULL;
    fpr_schedule_free(s);
}
