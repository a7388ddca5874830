#include "program/env/residue.h"

#include <string.h>

#include "program/env/internal.h"

/* --- Residues --------------------------------------------------------------------- */

/* Is its value all that it decides? A comparison, a maximum or a count may be equal where what it
 * compares is not; what chooses is none that varies. */
static bool is_arithmetic(const expr *x)
{
    bool is_plain = x->kind == EXPR_ADD || x->kind == EXPR_MUL || x->kind == EXPR_FLOOR_DIV ||
                    x->kind == EXPR_MOD || x->kind == EXPR_SELECT;
    if (!x->loop_vars || x->kind == EXPR_LOOP_VAR)
        return true;
    for (int i = 0; i < x->u.op.count && is_plain; i++)
        is_plain = is_arithmetic(x->u.op.operand[i]);
    return is_plain;
}

void residue_push(arena *a, residue *out, int64_t value)
{
    VEC_PUSH(a, &out->values, value);
}

static int64_t value_in(env *e, const expr *x, residue *out)
{
    int64_t value = 0;
    if (!out->is_unknown && !env_value_of(e, x, &value)) {
        env_forget_failure(e);
        out->is_unknown = true;
    }
    return value;
}

static bool is_closed_term(const expr *x, uint64_t open)
{
    return x->loop_vars && !(x->loop_vars & open) && is_arithmetic(x);
}

void residue_add(env *e, arena *a, const expr *x, uint64_t open, residue *out)
{
    int64_t sum = 0;
    if (!x || !x->loop_vars)
        return;
    if (x->kind == EXPR_LOOP_VAR && (x->loop_vars & open)) {
        out->is_unknown |= x->loop_vars == LOOP_VARS_SHARED;
        return;
    }
    if (is_closed_term(x, open)) {
        residue_push(a, out, value_in(e, x, out));
        return;
    }
    for (int i = 0; i < x->u.op.count; i++) {
        const expr *term = x->u.op.operand[i];
        if (x->kind != EXPR_ADD || !is_closed_term(term, open))
            residue_add(e, a, term, open, out);
        else if (__builtin_add_overflow(sum, value_in(e, term, out), &sum))
            out->is_unknown = true;
    }
    if (x->kind == EXPR_ADD)
        residue_push(a, out, sum);
    if (x->kind == EXPR_COUNT && x->axis)
        residue_add(e, a, x->axis->offset, open, out);
}

/* --- Tables ------------------------------------------------------------------------ */

typedef struct residue_entry {
    struct residue_entry *next;
    uint64_t hash;
    int count;
    const int64_t *values;
    void *found;
} residue_entry;

static uint64_t hash_of(const residue *key)
{
    uint64_t hash = (uint64_t)key->values.count;
    for (int i = 0; i < key->values.count; i++) {
        hash = (hash ^ (uint64_t)key->values.data[i]) * UINT64_C(0xff51afd7ed558ccd);
        hash ^= hash >> 32;
    }
    return hash;
}

static bool is_key(const residue_entry *entry, const residue *key, uint64_t hash)
{
    return entry->hash == hash && entry->count == key->values.count &&
           (!entry->count ||
            !memcmp(entry->values, key->values.data, (size_t)entry->count * sizeof *entry->values));
}

void *residue_find(const residue_table *t, const residue *key)
{
    if (!t->count || key->is_unknown)
        return NULL;
    uint64_t hash = hash_of(key);
    residue_entry *entry = t->slot[hash % (uint64_t)t->room];
    while (entry && !is_key(entry, key, hash))
        entry = entry->next;
    return entry ? entry->found : NULL;
}

static void grow(residue_table *t)
{
    int room = t->room ? 2 * t->room : 64;
    residue_entry **slot = ARENA_ARRAY(t->memory, room, residue_entry *);
    for (int i = 0; i < t->room; i++) {
        for (residue_entry *entry = t->slot[i], *next; entry; entry = next) {
            next = entry->next;
            entry->next = slot[entry->hash % (uint64_t)room];
            slot[entry->hash % (uint64_t)room] = entry;
        }
    }
    t->slot = slot;
    t->room = room;
}

void residue_keep(residue_table *t, const residue *key, void *found)
{
    if (key->is_unknown)
        return;
    if (t->count >= t->room)
        grow(t);
    residue_entry *entry = ARENA_NEW(t->memory, residue_entry);
    size_t size = (size_t)key->values.count * sizeof *entry->values;
    *entry = (residue_entry){.hash = hash_of(key), .count = key->values.count, .found = found};
    if (size)
        entry->values = arena_copy(t->memory, key->values.data, size);
    residue_entry **slot = &t->slot[entry->hash % (uint64_t)t->room];
    entry->next = *slot;
    *slot = entry;
    t->count++;
}

void residue_forget(residue_table *t)
{
    *t = (residue_table){.memory = t->memory};
}
