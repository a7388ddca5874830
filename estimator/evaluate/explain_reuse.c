#include "estimator/evaluate/explain_reuse.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "estimator/evaluate/evaluation.h"
#include "estimator/memory/reasons.h"
#include "support/format.h"

/* Shares that are not worth a word: of a reference's uses, and of uses that are found or missed. */
#define SLIGHT 0.01
#define CERTAIN 0.005

void explain_open_reuse(run *r, arena *a)
{
    r->reuse = r->est->nest ? reuse_log_new(a) : NULL;
}

/* --- Notes --------------------------------------------------------------------------------- */

/* How far out the use before is: loops around both, those around an iteration last. */
static int depth_of(const nest *n, const reuse_record *r)
{
    const touch *t = &n->touches[r->touch];
    int common = 0;
    if (r->kind == REUSE_FIRST)
        return -2;
    if (r->kind == REUSE_LOOP)
        return 2 * n->nodes[r->loop].depth;
    if (r->by < 0)
        return -1;
    const touch *by = &n->touches[r->by];
    while (common < t->depth && common < by->depth && t->loops[common] == by->loops[common])
        common++;
    return 2 * common - 1;
}

/* The reference as the source has it; its array's name where the text has something else. */
static const char *text_of(arena *a, const reference *ref)
{
    const char *name = ref->var->name;
    const source_range at = ref->where;
    size_t length = 0, named = strlen(name);
    const char *line = at.file && at.line == at.end_line && at.column > 0
                           ? source_line(at.file, at.line, &length)
                           : NULL;
    size_t begin = (size_t)at.column - 1, end = (size_t)at.end_column - 1;
    bool is_it =
        line && end <= length && end > begin + named && strncmp(line + begin, name, named) == 0;
    return is_it ? arena_strndup(a, line + begin, end - begin) : name;
}

const char *explain_group_text(const run *r, arena *a, int block, int group)
{
    const nest *n = r->nest;
    for (int p = 0; n && p < n->places.count; p++)
        for (int t = 0; n->places.data[p].block == block && t < n->touch_count; t++)
            if (n->group_of[t] == n->places.data[p].first + group)
                return text_of(a, n->touches[t].ref);
    return NULL;
}

/* What a unit does at each level. */
typedef struct unit_sums {
    double missed[CACHE_LEVELS];
} unit_sums;

static unit_sums sums_of(const reuse_log *log, const aag_unit *u)
{
    unit_sums all = {0};
    for (int i = 0; i < log->records.count; i++)
        for (int k = 0; k < CACHE_LEVELS; k++)
            if (log->nest->touches[log->records.data[i].touch].unit == u)
                all.missed[k] += log->records.data[i].level[k].missed;
    return all;
}

static double uses_of(const reuse_log *log, int t, int level)
{
    double lines = 0;
    for (int i = log->first[t]; i >= 0; i = log->next.data[i])
        lines += log->records.data[i].level[level].lines;
    return lines;
}

static reuse_level level_of(const run *r, const reuse_record *from, int level)
{
    const reuse_sum *sum = &from->level[level];
    double each = sum->lines > 0 ? 1 / sum->lines : 0;
    return (reuse_level){.lines = sum->lines,
                         .missed = sum->missed,
                         .bytes = sum->touched * each * r->est->level[level].line,
                         .arrays = sum->arrays * each,
                         .others = sum->told > 0 ? sum->others / sum->told : -1,
                         .is_more = sum->further > SLIGHT * sum->lines};
}

static void set_levels(const run *r, const reuse_record *from, const unit_sums *all,
                       reuse_note *note)
{
    for (int k = 0; k < r->est->level_count; k++) {
        reuse_level *to = &note->level[k];
        *to = level_of(r, from, k);
        to->is_notable = to->lines > SLIGHT * uses_of(r->reuse, from->touch, k) ||
                         to->missed > SLIGHT * all->missed[k];
    }
}

bool explain_reuse_again(const run *r, const reuse_note *note, int level, reuse_level *out)
{
    const reuse_log *log = r->reuse;
    /* Other values have other levels, and other touches then. */
    if (note->key[0] >= log->nest->touch_count || log->nest->touches[note->key[0]].ref != note->ref)
        return false;
    for (int i = log->first[note->key[0]]; i >= 0; i = log->next.data[i]) {
        const reuse_record *one = &log->records.data[i];
        if (one->kind != note->kind || one->by != note->key[1] || one->loop != note->key[2])
            continue;
        *out = level_of(r, one, level);
        return out->lines > 0;
    }
    return false;
}

static reuse_note note_of(const nest *n, arena *a, const reuse_record *r)
{
    const touch *t = &n->touches[r->touch], *by = r->by >= 0 ? &n->touches[r->by] : NULL;
    return (reuse_note){.kind = r->kind,
                        .unit = t->unit,
                        .ref = t->ref,
                        .text = text_of(a, t->ref),
                        .is_read = t->is_read,
                        .is_written = t->is_written,
                        .by_unit = by ? by->unit : NULL,
                        .by = by ? by->ref : NULL,
                        .by_text = by ? text_of(a, by->ref) : NULL,
                        .loop = r->loop >= 0 ? n->nodes[r->loop].unit : NULL,
                        .ago = r->counted > 0 ? r->ago / r->counted : 0,
                        .depth = depth_of(n, r),
                        .key = {r->touch, r->by, r->loop}};
}

int explain_reuse_notes(const run *r, arena *a, const aag_unit *u, const reuse_note **notes)
{
    const reuse_log *log = r->reuse;
    VEC(reuse_note) all = {0};
    *notes = NULL;
    if (!log || !log->nest)
        return 0;
    unit_sums sums = sums_of(log, u);
    for (int t = 0; t < log->nest->touch_count; t++) {
        int from = all.count;
        for (int i = log->first[t]; i >= 0 && log->nest->touches[t].unit == u;
             i = log->next.data[i]) {
            reuse_note note = note_of(log->nest, a, &log->records.data[i]);
            int at = all.count;
            set_levels(r, &log->records.data[i], &sums, &note);
            VEC_PUSH(a, &all, note);
            for (; at > from && all.data[at - 1].depth < note.depth; at--)
                all.data[at] = all.data[at - 1];
            all.data[at] = note;
        }
    }
    *notes = all.data;
    return all.count;
}

/* --- Text ---------------------------------------------------------------------------------- */

/* "L1", "the TLB", "the secondary cache"; "the cache" where there is no other. */
static const char *level_called(const explainer *x, int level)
{
    const estimator *est = x->r->est;
    const char *name = est->level[level].name;
    int caches = 0;
    for (int k = 0; k < est->level_count; k++)
        caches += !est->level[k].is_tlb;
    if (est->level[level].is_tlb)
        return "the TLB";
    if (caches == 1 || !strcmp(name, "cache"))
        return "the cache";
    bool is_numbered = (name[0] == 'L' || name[0] == 'l') && isdigit((unsigned char)name[1]);
    return is_numbered ? name : arena_printf(x->ctx->arena, "the %s cache", name);
}

/* "an iteration of the loop in line 24 after u[i][j]" */
static const char *when_of(arena *a, const reuse_note *n)
{
    const char *place = "";
    bool is_same = n->by == n->ref;
    if (n->by_unit != n->unit && n->by->where.line != n->ref->where.line)
        place = arena_printf(a, " in line %d", n->by->where.line);
    const char *after = is_same ? " later" : arena_printf(a, " after %s%s", n->by_text, place);
    if (n->kind == REUSE_LIST)
        return arena_printf(a, "after %s%s", n->by_text, place);
    if (n->ago < 2)
        return arena_printf(a, "an iteration of the loop in line %d%s", n->loop->where.line, after);
    return arena_printf(a, "%s iterations of the loop in line %d%s", format_count(a, rint(n->ago)),
                        n->loop->where.line, after);
}

static bool is_found(const reuse_level *l)
{
    return l->missed <= CERTAIN * l->lines;
}

/* "lost in 4.2 % of 2,016 times" */
static const char *fate_text(arena *a, const reuse_level *l)
{
    const char *times = format_plural(a, rint(l->lines), "time", "times");
    if (is_found(l))
        return arena_printf(a, "found again, %s", times);
    if (l->missed >= (1 - CERTAIN) * l->lines)
        return arena_printf(a, "lost, %s", times);
    return arena_printf(a, "lost in %s of %s", format_percent(a, l->missed / l->lines), times);
}

/* "the cache holds 8,192 bytes: found again, 2,016 times" */
static const char *outcome_of(const explainer *x, const reuse_note *n, int level)
{
    arena *a = x->ctx->arena;
    const reuse_level *l = &n->level[level];
    const cache_shape *c = &x->r->est->level[level].shape;
    const double room = c->lines * c->line;
    const char *why = "";
    if (is_found(l)) {
        bool is_tight = l->arrays > 0 && l->bytes <= room && l->bytes * (1 + 1 / l->arrays) > room;
        why = is_tight                 ? "; as much of one more array would push it out"
              : l->bytes > room * 1.01 ? "; the rest lies in other sets"
                                       : "";
    } else if (l->bytes <= room) {
        why = c->replace == REPLACE_RANDOM ? ", replaced at random"
                                           : ": others come into its set (conflict)";
    }
    return arena_printf(a, "%s holds %s: %s%s", level_called(x, level), format_bytes(a, room),
                        fate_text(a, l), why);
}

/* "5.2 other lines of its set come in between" */
static const char *others_text(arena *a, const reuse_level *l, const char *one, const char *set)
{
    const double others = rint(10 * l->others) / 10;
    const bool is_whole = fabs(others - rint(others)) < 0.01;
    if (others < 0.1)
        return arena_printf(a, "no other %s%s comes in between", one, set);
    return arena_printf(a, "%s%s other %s%s%s%s in between", l->is_more ? "at least " : "",
                        is_whole ? format_count(a, others) : format_number(a, others), one,
                        others == 1 ? "" : "s", set, others == 1 ? " comes" : " come");
}

/* What became of uses of a level where executions were looked at. */
static const char *looked_text(const explainer *x, const reuse_note *n, int level)
{
    arena *a = x->ctx->arena;
    const reuse_level *l = &n->level[level];
    const cache_shape *c = &x->r->est->level[level].shape;
    const double ways = c->ways ? c->ways : c->lines;
    const char *set = ways < c->lines ? " of its set" : "";
    const char *one = x->r->est->level[level].is_tlb ? "page" : "line";
    const char *outcome = fate_text(a, l);
    const char *name = level_called(x, level);
    if (is_found(l) && l->others >= 0 && l->others < 0.05)
        return arena_printf(a, "%s: %s", others_text(a, l, one, set), outcome);
    if (l->others >= 0)
        return arena_printf(a, "%s, and %s has room for %s: %s", others_text(a, l, one, set), name,
                            format_count(a, ways), outcome);
    return arena_printf(a, "%s has room for %s%s: %s", name,
                        format_plural(a, ways, one, arena_printf(a, "%ss", one)), set, outcome);
}

/* Is it of executions that were looked at, which tell of sets and not of bytes? */
static bool is_looked(const reuse_level *l)
{
    return l->others >= 0 || l->bytes <= 0;
}

/* "u[i][j] is read again after 1,604 bytes, an iteration of the loop in line 24 after u[i][j-1]" */
static const char *again_text(arena *a, const reuse_note *n, const reuse_level *nearest)
{
    const char *verb = n->is_read && n->is_written ? "used" : n->is_read ? "read" : "written";
    if (n->kind == REUSE_ANYWHERE)
        return arena_printf(a, "%s goes anywhere in '%s'", n->text, n->ref->var->name);
    if (n->kind == REUSE_UNKNOWN)
        return arena_printf(a, "%s is %s again, not known how long after", n->text, verb);
    if (is_looked(nearest))
        return arena_printf(a, "%s is %s again %s", n->text, verb, when_of(a, n));
    return arena_printf(a, "%s is %s again after %s, %s", n->text, verb,
                        format_bytes(a, rint(nearest->bytes)), when_of(a, n));
}

/* What becomes of the uses, from the nearest cache to the first that has them, and in the TLB
 * where some are lost there. */
static void say_again(explainer *x, const reuse_note *n)
{
    arena *a = x->ctx->arena;
    const estimator *est = x->r->est;
    const char *text = "";
    const reuse_level *nearest = NULL;
    bool is_over = false;
    for (int k = 0; k < est->level_count; k++) {
        const reuse_level *l = &n->level[k];
        bool is_tlb = est->level[k].is_tlb;
        if (!l->is_notable || rint(l->lines) < 1 || (is_tlb ? is_found(l) : is_over))
            continue;
        const char *size = "";
        if (!nearest)
            nearest = l;
        else if (!is_looked(l) && fabs(l->bytes - nearest->bytes) > 0.05 * nearest->bytes)
            size = arena_printf(a, "in its %s, %s, ", is_tlb ? "pages" : "lines",
                                format_bytes(a, rint(l->bytes)));
        text = arena_printf(a, "%s; %s%s", text, size,
                            is_looked(l) ? looked_text(x, n, k) : outcome_of(x, n, k));
        is_over |= !is_tlb && is_found(l);
    }
    if (nearest)
        explain_say(x, 2, -1, NULL, "%s%s", again_text(a, n, nearest), text);
}

static void say_first(explainer *x, const reuse_note *n)
{
    arena *a = x->ctx->arena;
    const estimator *est = x->r->est;
    const char *name = level_called(x, 0);
    double lines = rint(n->level[0].lines);
    if (lines < 1 || !n->level[0].is_notable)
        return;
    if (!n->is_read && !est->level[0].allocates)
        explain_say(x, 2, -1, NULL, "%s is written past %s where it is not there, %s", n->text,
                    name, format_plural(a, lines, "time", "times"));
    else
        explain_say(x, 2, -1, NULL, "%s is %s for the first time: %s in", n->text,
                    n->is_read ? "read" : "written",
                    format_plural(a, lines, "line comes", "lines come"));
}

void explain_reuse(explainer *x, const aag_unit *u)
{
    const reuse_note *notes;
    int count = explain_reuse_notes(x->r, x->ctx->arena, u, &notes);
    for (int i = 0; i < count; i++)
        if (notes[i].kind == REUSE_FIRST)
            say_first(x, &notes[i]);
        else
            say_again(x, &notes[i]);
}
