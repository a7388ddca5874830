#include "estimator/memory/reasons.h"

#include "estimator/memory/stream.h"
#include "estimator/memory/walk.h"

reuse_log *reuse_log_new(arena *a)
{
    reuse_log *log = ARENA_NEW(a, reuse_log);
    log->arena = a;
    return log;
}

void reuse_log_begin(reuse_log *log, const nest *n)
{
    log->nest = n;
    log->first = ARENA_ARRAY(log->arena, n->touch_count, int);
    for (int t = 0; t < n->touch_count; t++)
        log->first[t] = -1;
}

void reasons_see(memory_walk *w, int pieces)
{
    reuse_log *log = w->reasons;
    log->places++;
    log->seen++;
    for (int i = 0; i < pieces; i++) {
        bool is_first = true;
        for (int k = 0; k < i; k++)
            is_first &= w->pieces[k].var != w->pieces[i].var;
        log->lines += w->pieces[i].lines;
        log->arrays += is_first;
    }
}

static reuse_record *record_of(reuse_log *log, reuse_kind kind, int t, int by, int loop)
{
    for (int i = log->first[t]; i >= 0; i = log->next.data[i]) {
        reuse_record *r = &log->records.data[i];
        if (r->kind == kind && r->by == by && r->loop == loop)
            return r;
    }
    VEC_PUSH(log->arena, &log->next, log->first[t]);
    log->first[t] = log->records.count;
    VEC_PUSH(log->arena, &log->records,
             ((reuse_record){.kind = kind, .touch = t, .by = by, .loop = loop}));
    return &log->records.data[log->records.count - 1];
}

static void add(reuse_sum *to, const reuse_sum *sum, double times)
{
    to->lines += sum->lines * times;
    to->missed += sum->missed * times;
    to->touched += sum->touched * times;
    to->arrays += sum->arrays * times;
    to->others += sum->others * times;
    to->told += sum->told * times;
    to->further += sum->further * times;
}

/* So many uses in the window that was seen; which is done with. */
static reuse_sum take_seen(reuse_log *log, double lines, double chance)
{
    double places = greater(1, log->places);
    reuse_sum sum = {.lines = lines,
                     .missed = lines * chance,
                     .touched = lines * log->lines / places,
                     .arrays = lines * log->arrays / places};
    log->lines = log->arrays = 0;
    log->places = 0;
    return sum;
}

void reasons_note_list(memory_walk *w, int t, int by, int level, double lines, double chance)
{
    reuse_sum seen = take_seen(w->reasons, lines, chance);
    add(&record_of(w->reasons, REUSE_LIST, t, by, -1)->level[level], &seen, 1);
}

void reasons_note_loop(memory_walk *w, int t, int by, int loop, double ago, int level, double lines,
                       double chance)
{
    reuse_sum seen = take_seen(w->reasons, lines, chance);
    reuse_record *r = record_of(w->reasons, REUSE_LOOP, t, by, loop);
    add(&r->open[level], &seen, 1);
    if (level == 0) {
        r->ago += lines * ago;
        r->counted += lines;
    }
}

void reasons_close_loop(memory_walk *w, int t, int loop, int level, double times)
{
    reuse_log *log = w->reasons;
    for (int i = log->first[t]; i >= 0; i = log->next.data[i]) {
        reuse_record *r = &log->records.data[i];
        if (r->kind != REUSE_LOOP || r->loop != loop)
            continue;
        add(&r->level[level], &r->open[level], times);
        r->open[level] = (reuse_sum){0};
    }
}

void reasons_note_first(memory_walk *w, int t, int level, double lines)
{
    reuse_sum all = {.lines = lines, .missed = lines};
    if (lines > 0)
        add(&record_of(w->reasons, REUSE_FIRST, t, -1, -1)->level[level], &all, 1);
}

/* --- Closer looks --------------------------------------------------------------------------- */

void reasons_add(memory_walk *w, reuse_kind kind, int t, int by, int loop, int level,
                 const reuse_sum *sum, double ago)
{
    reuse_record *r = record_of(w->reasons, kind, t, by, loop);
    add(&r->level[level], sum, 1);
    if (level == 0) {
        r->ago += ago;
        r->counted += sum->lines;
    }
}

void reasons_drop(memory_walk *w, int t, int level)
{
    reuse_log *log = w->reasons;
    for (int i = log->first[t]; i >= 0; i = log->next.data[i]) {
        reuse_record *r = &log->records.data[i];
        r->level[level] = (reuse_sum){0};
        if (level == 0)
            r->ago = r->counted = 0;
    }
}

static reuse_record *first_of(reuse_log *log, int t)
{
    for (int i = log->first[t]; i >= 0; i = log->next.data[i])
        if (log->records.data[i].kind == REUSE_FIRST)
            return &log->records.data[i];
    return NULL;
}

#define BOUNDARY 1.02 /* of an array's lines, that the closed form may count too many */

/* What comes in for the first time, in the order of execution, until all lines of the array have;
 * where stores go past the cache the same ones come again and again. */
static void limit_first(memory_walk *w, int level)
{
    const nest *n = w->nest;
    double *left = ARENA_ARRAY(w->r->scratch, w->r->est->graph->program->variable_count, double);
    bool *is_past = ARENA_ARRAY(w->r->scratch, w->r->est->graph->program->variable_count, bool);
    for (int t = 0; t < n->touch_count; t++) {
        const touch *of = &n->touches[t];
        const touch_state *s = &w->touches[t];
        double bytes = stream_array_end(s, of->var->rank) - s->base;
        left[of->var->id] = greater(left[of->var->id], BOUNDARY * bytes / w->level[level].line + 2);
        is_past[of->var->id] |= !leaves_lines(w, t, level);
    }
    for (int t = 0; t < n->touch_count; t++) {
        const int var = n->touches[t].var->id;
        reuse_record *r = first_of(w->reasons, t);
        if (!r || is_past[var])
            continue;
        reuse_sum *sum = &r->level[level];
        sum->lines = sum->missed = lesser(sum->missed, left[var]);
        left[var] -= sum->missed;
    }
}

/* Uses that nothing is noted of, or of what goes anywhere, all but first ones. */
static void note_rest(memory_walk *w, int t, int level, double first, double missed)
{
    const bool is_wide = w->nest->touches[t].goes_anywhere || w->touches[t].goes_anywhere;
    reuse_sum rest = {.lines = is_wide ? greater(missed, w->runs[t] - first) : missed,
                      .missed = missed};
    add(&record_of(w->reasons, is_wide ? REUSE_ANYWHERE : REUSE_UNKNOWN, t, -1, -1)->level[level],
        &rest, 1);
}

/* How much was used since, of the uses of a record: more is lost first. */
static double between(const reuse_sum *sum)
{
    double lines = greater(sum->lines, 1e-9);
    return greater(sum->told > 0 ? sum->others / sum->told : sum->touched / lines,
                   sum->missed / lines);
}

/* The record with most between of those of which more may be lost: of looks those that have lost
 * some, or have not been told how much was between. */
static reuse_sum *furthest(reuse_log *log, int t, int level)
{
    reuse_sum *best = NULL;
    for (int i = log->first[t]; i >= 0; i = log->next.data[i]) {
        reuse_record *r = &log->records.data[i];
        reuse_sum *sum = &r->level[level];
        if (r->kind != REUSE_FIRST && sum->missed < sum->lines * (1 - 1e-9) &&
            !(sum->told > 0 && sum->missed <= 0) && (!best || between(sum) > between(best)))
            best = sum;
    }
    return best;
}

static void settle(memory_walk *w, int t, int level)
{
    reuse_log *log = w->reasons;
    double again = 0, first = 0, misses = w->misses[level * w->nest->touch_count + t];
    for (int i = log->first[t]; i >= 0; i = log->next.data[i]) {
        const reuse_record *r = &log->records.data[i];
        *(r->kind == REUSE_FIRST ? &first : &again) += r->level[level].missed;
    }
    if (fabs(first + again - misses) <= 1e-9 * misses)
        return;
    if (first > misses) {
        reuse_sum *sum = &first_of(log, t)->level[level];
        sum->lines = sum->missed = first = misses;
    }
    const double share = again > 0 ? (misses - first) / again : 0;
    double more = misses - first - lesser(again, misses - first);
    for (int i = log->first[t]; share < 1 && i >= 0; i = log->next.data[i])
        if (log->records.data[i].kind != REUSE_FIRST)
            log->records.data[i].level[level].missed *= share;
    for (reuse_sum *sum = furthest(log, t, level); more > 1e-9 * misses && sum;
         sum = furthest(log, t, level)) {
        const double part = lesser(more, sum->lines - sum->missed);
        sum->missed += part;
        more -= part;
    }
    if (more > 1e-9 * misses)
        note_rest(w, t, level, first, more);
}

static bool was_looked_at(const reuse_log *log, int t, int level)
{
    bool was = false;
    for (int i = log->first[t]; i >= 0 && !was; i = log->next.data[i])
        was = log->records.data[i].level[level].told > 0;
    return was;
}

void reasons_settle(memory_walk *w)
{
    for (int l = 0; l < w->levels; l++) {
        for (int t = 0; t < w->nest->touch_count; t++)
            if (w->touches[t].goes_anywhere && w->runs[t] > 0 && !was_looked_at(w->reasons, t, l)) {
                double first = w->touches[t].fresh[l];
                reasons_drop(w, t, l);
                reasons_note_first(w, t, l, lesser(first, w->misses[l * w->nest->touch_count + t]));
            }
        limit_first(w, l);
        for (int t = 0; t < w->nest->touch_count; t++)
            settle(w, t, l);
    }
}
