#include "estimator/memory/reasons.h"

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
}

/* So many uses in the window that was seen; which is done with. */
static reuse_sum take_seen(reuse_log *log, double lines, double chance)
{
    double places = greater(1, log->places);
    reuse_sum sum = {lines, lines * chance, lines * log->lines / places,
                     lines * log->arrays / places};
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
