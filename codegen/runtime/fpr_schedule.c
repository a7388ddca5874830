/* Schedules: worked out from the needs, and cached while these are the same. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/fpr_schedule.h"

/* --- Packed messages -------------------------------------------------------------- */

void fpr_packed_set(const fpr_array *a, int partner, fpr_elements *e, fpr_packed *p)
{
    p->partner = partner;
    p->offsets.count = 0;
    fpr_offsets_add(a, e, &p->offsets);
    p->count = fpr_count_elements(e);
    size_t bytes = (size_t)p->count * a->bytes;
    if (bytes > p->capacity) {
        p->buffer = fpr_realloc(p->buffer, bytes);
        p->capacity = bytes;
    }
}

fpr_packed fpr_pack_of(const fpr_array *a, int partner, fpr_elements e)
{
    fpr_packed p = {0};
    fpr_packed_set(a, partner, &e, &p);
    fpr_free_stretches(&e);
    return p;
}

fpr_packed fpr_elements_of(const fpr_array *a, int partner, fpr_elements e)
{
    fpr_packed p = {.partner = partner, .offsets = fpr_offsets_of(a, &e)};
    p.count = fpr_count_elements(&e);
    fpr_free_stretches(&e);
    return p;
}

fpr_packed fpr_elements_of_some(const fpr_array *a, int partner, fpr_elements all,
                                fpr_elements some)
{
    fpr_packed p = {.partner = partner, .offsets = fpr_offsets_of_some(a, &all, &some)};
    p.count = fpr_count_elements(&all);
    fpr_free_stretches(&all);
    fpr_free_stretches(&some);
    return p;
}

/* Of what `me` has and others execute (is_owner), or the other way round. */
static void make_messages(const fpr_array *a, const fpr_schedule *s, int me, bool is_owner,
                          bool is_write_back, fpr_packed_all *out)
{
    bool is_any = is_owner ? fpr_has_some(a, s->need_count, s->needs, me)
                           : fpr_executes(s->need_count, s->needs, me);
    if (!is_any || me >= a->grid->size)
        return;
    out->list = fpr_allocate((size_t)a->grid->size, sizeof *out->list);
    for (int p = 0; p < a->grid->size; p++) {
        fpr_elements e = {0};
        if (p != me)
            fpr_collect(a, s->need_count, s->needs, is_owner ? p : me, is_owner ? me : p,
                        is_write_back, &e);
        if (e.count)
            out->list[out->count++] = fpr_pack_of(a, p, e);
    }
    if (!out->count) {
        free(out->list);
        out->list = NULL;
    }
}

/* --- Schedules ----------------------------------------------------------------------- */

void fpr_schedule_ready(fpr_schedule *s)
{
    s->requests = fpr_allocate((size_t)(s->send.count + s->receive.count), sizeof *s->requests);
}

void fpr_packed_free(fpr_packed *p)
{
    fpr_free_stretches(&p->offsets);
    free(p->buffer);
}

static void free_messages(fpr_packed_all *p)
{
    for (int i = 0; i < p->count; i++)
        fpr_packed_free(&p->list[i]);
    free(p->list);
}

void fpr_schedule_free(fpr_schedule *s)
{
    if (!s)
        return;
    free_messages(&s->send);
    free_messages(&s->receive);
    free(s->requests);
    fpr_free_stretches(&s->own_from);
    fpr_free_stretches(&s->own_to);
    fpr_group_free(s);
    free(s->together.rank);
    free(s->held.list);
    free(s->key.words);
    free(s);
}

static fpr_schedule nothing; /* to send, or to receive */

/* `m`: where they are; all zero: a schedule for nothing but them. */
static fpr_schedule *schedule_at(fpr_site *site, const fpr_array *a, fpr_pattern pattern, int count,
                                 const fpr_need *needs, bool is_write_back, const fpr_moved *m)
{
    static fpr_key key; /* its memory is used again */
    key.count = 0;
    fpr_key_add(&key, (long)(size_t)a->memory);
    fpr_key_add(&key, (long)pattern);
    fpr_key_add(&key, is_write_back);
    for (int d = 0; d < a->rank; d++)
        fpr_key_add(&key, m->is[d]);
    for (int i = 0; i < count; i++)
        fpr_key_add_shape(&key, a, m, &needs[i]);
    fpr_schedule *s = fpr_cache_find(site, &key);
    if (s && fpr_hold_again(site, s)) {
        fpr_schedule_move(s, a, m);
        return s;
    }
    if (s)
        fpr_cache_drop(site, s);
    /* Not cached: of a pipeline's many steps, each processor takes part in few. */
    if (fpr_is_between_two(pattern) && !fpr_may_take_part(a, count, needs, fpr_me)) {
        nothing.site = site;
        return &nothing;
    }
    s = fpr_cache_add(site, &key);
    s->made_at = *m;
    s->pattern = pattern;
    s->need_count = count;
    s->needs = needs;
    fpr_hold_begin(site, a);
    if (pattern == FPR_BROADCAST) {
        fpr_make_trees(a, s);
    } else if (pattern != FPR_GATHER || !fpr_make_parts(a, s)) {
        make_messages(a, s, fpr_me, true, is_write_back, is_write_back ? &s->receive : &s->send);
        make_messages(a, s, fpr_me, false, is_write_back, is_write_back ? &s->send : &s->receive);
        fpr_schedule_ready(s);
        if (site->is_all_to_all && !is_write_back)
            fpr_find_together(a, count, needs, s);
    }
    fpr_hold_for(site, s);
    s->needs = NULL;
    s->need_count = 0;
    return s;
}

fpr_schedule *fpr_cached_schedule_for(fpr_site *site, const fpr_array *a, fpr_pattern pattern,
                                      int count, const fpr_need *needs, bool is_write_back)
{
    return schedule_at(site, a, pattern, count, needs, is_write_back, &(fpr_moved){0});
}

fpr_schedule *fpr_schedule_for(fpr_site *site, const fpr_array *a, fpr_pattern pattern, int count,
                               const fpr_need *needs, bool is_write_back)
{
    fpr_schedule *once = fpr_single_schedule(site, a, pattern, count, needs, is_write_back);
    if (once)
        return once;
    const fpr_moved m = fpr_moved_of(a, count, needs);
    return schedule_at(site, a, pattern, count, needs, is_write_back, &m);
}
