#include <string.h>

#include "explore/crossovers.h"
#include "explore/search.h"
#include "explore/sentence.h"
#include "explore/sizes.h"
#include "support/format.h"

/* Looks for where another alternative becomes the fastest, by evaluating
 * (explore/search.h). */

enum { PROCS_LIMIT = 128, SIZE_STEPS_DOWN = 6, SIZE_STEPS_UP = 5, SIZE_STEPS = 6 };

/* So many sizes in a row without a change end the look around a border. */
enum { PERIOD_LEAST = 8 };

/* What the numbers of processors, and what the sizes, may take: a few seconds. */
#define WORK_MAX 10000000

/* A prediction that is wanted: an alternative at a size or number of processors. */
typedef struct trial_request {
    int which;
    bool is_size;
    int64_t at;
} trial_request;

typedef struct trial_reply {
    bool is_made;
    trial found;
} trial_reply;

/* Tries alternatives at other sizes or numbers of processors. */
typedef struct trier {
    arena *scratch;
    const crossover_question *asked;
    const char *size_name; /* null: there is none */
    bool is_size;          /* sizes are tried, not numbers of processors */
    meter *meter;
    int64_t predicted, work; /* so far, of both */
    workers *workers;        /* null: none */
    trial_reply *ready;      /* at `ready_at`, of those alternatives that is_ready says */
    bool *is_ready;
    int64_t ready_at;
    const char *why; /* a worker has ended */
} trier;

static trial trial_of(const estimate *e)
{
    trial t = {.is_tried = true, .time = e->time, .bound = estimate_bound_of(e), .work = e->walked};
    memcpy(t.error, e->error, sizeof t.error);
    return t;
}

static bindings with_procs(const trier *t, int64_t procs)
{
    bindings values = *t->asked->values;
    values.procs_rank = 1;
    values.procs[0] = (int)procs;
    return values;
}

/* Predicts; of the trier it reads only what it begins with. */
static void predict(void *with, arena *results, const void *request, void *reply)
{
    const trier *t = with;
    const trial_request *r = request;
    trial_reply *out = reply;
    const alternative *alt = &t->asked->ranked[r->which];
    const subject *s = &t->asked->subjects[alt->place];
    arena *mine = arena_new();
    (void)results;
    /* What these look-ups would report is about programs that nobody asked for. */
    s->ctx->arena = s->own;
    s->ctx->diags = diag_list_new(mine);
    bindings values = r->is_size ? explore_with_value(mine, t->asked->values, t->size_name, r->at)
                                 : with_procs(t, r->at);
    values = explore_fit_procs(alt->graph, &values);
    estimate e;
    out->is_made = estimator_eval(s->est, mine, &values, &e) && explore_fits_node(&e);
    if (out->is_made)
        out->found = trial_of(&e);
    arena_free(mine);
}

/* Has the workers predict what is wanted there. */
static void prepare(void *with, int64_t at, const bool *is_wanted)
{
    trier *t = with;
    const int count = t->asked->count;
    trial_request *requests = ARENA_ARRAY(t->scratch, count, trial_request);
    trial_reply *replies = ARENA_ARRAY(t->scratch, count, trial_reply);
    int wanted = 0;
    for (int i = 0; i < count; i++) {
        t->is_ready[i] = false;
        if (is_wanted[i])
            requests[wanted++] = (trial_request){i, t->is_size, at};
    }
    if (wanted < 2 || t->why ||
        !workers_map(t->workers, wanted, requests, replies, NULL, NULL, &t->why))
        return;
    t->ready_at = at;
    for (int k = 0; k < wanted; k++) {
        t->ready[requests[k].which] = replies[k];
        t->is_ready[requests[k].which] = true;
    }
}

static bool try_one(void *with, int which, int64_t at, trial *out)
{
    trier *t = with;
    trial_reply r = {0};
    if (t->why)
        return false;
    if (t->workers && t->is_ready[which] && t->ready_at == at)
        r = t->ready[which];
    else
        predict(t, NULL, &(trial_request){which, t->is_size, at}, &r);
    if (r.is_made)
        *out = r.found;
    t->predicted++;
    t->work += r.is_made ? out->work : 0;
    meter_say(t->meter, "trying other sizes and processors: %.0f %%, %lld predictions",
              100 * (double)t->work / (2.0 * WORK_MAX), (long long)t->predicted);
    return r.is_made;
}

/* Starts from the comparison that was made, the fastest first: it wins where two are
 * equal, so that equals are no border. */
static search search_from(trier *t, int64_t now)
{
    const int count = t->asked->count;
    trial *known = ARENA_ARRAY(t->scratch, count, trial);
    for (int i = 0; i < count; i++)
        known[i] = trial_of(&t->asked->ranked[i].result);
    search s = search_new(t->scratch, count, now, known, WORK_MAX, try_one, t);
    s.prepare = t->workers ? prepare : NULL;
    return s;
}

/* --- The parameter that the templates' extents depend on ------------------- */

static void find_params(const expr *e, const param **found, int *count)
{
    if (e->kind == EXPR_PARAM) {
        if (e->u.param->value && e->u.param->origin == PARAM_SYNTHETIC) {
            find_params(e->u.param->value, found, count);
        } else if (*count == 0 || *found != e->u.param) {
            *found = e->u.param;
            ++*count;
        }
    }
    for (int i = 0; i < expr_operand_count(e); i++)
        find_params(e->u.op.operand[i], found, count);
}

/* Returns the one parameter of all distributed templates' extents, or null. */
static const param *size_parameter(const program *p)
{
    const param *found = NULL;
    int count = 0;
    for (int i = 0; i < p->template_count; i++) {
        const dist_template *t = p->templates[i];
        if (!t->is_distributed)
            continue;
        for (int d = 0; d < t->rank; d++)
            if (t->extent[d])
                find_params(t->extent[d], &found, &count);
    }
    return count == 1 ? found : NULL;
}

static bool value_of(const estimate *e, const param *p, int64_t *value)
{
    for (int i = 0; i < e->parameter_count; i++)
        if (e->parameters[i].param == p) {
            *value = e->parameters[i].value;
            return true;
        }
    return false;
}

/* --- Processors ------------------------------------------------------------ */

/* Powers of two away from what was asked for, down or up. */
static int powers(int64_t now, int64_t limit, bool is_up, int64_t *ats)
{
    int count = 0;
    for (int64_t p = 2; p <= limit; p *= 2)
        if (is_up ? p > now : p < now)
            ats[count++] = p;
    for (int i = 0; !is_up && i < count / 2; i++) {
        int64_t swapped = ats[i];
        ats[i] = ats[count - 1 - i];
        ats[count - 1 - i] = swapped;
    }
    return count;
}

static const char *procs_text(trier *t, const search *s)
{
    arena *a = t->scratch;
    const char *text = NULL;
    const char **numbers = ARENA_ARRAY(a, s->looks.count, const char *);
    look_run r;
    for (int first = 0; search_run(s, first, &r); first = r.last + 1) {
        int count = 0;
        for (int k = r.first; k <= r.last; k++)
            if (!s->looks.data[k]->is_draw)
                numbers[count++] = arena_printf(a, "%lld", (long long)s->looks.data[k]->at);
        if (count == 0)
            continue;
        const char *on = format_list(a, count, numbers, "and"),
                   *name = t->asked->ranked[r.winner].name;
        text = text ? arena_printf(a, "%s, %s on %s", text, name, on)
                    : arena_printf(a, "%s is fastest on %s processors", name, on);
    }
    return search_is_news(s) ? text : NULL;
}

static void say_procs(trier *t, arena *a, sentence_list *out)
{
    const alternative *fastest = &t->asked->ranked[0];
    const sag *machine = t->asked->machine;
    int64_t now = fastest->result.procs, ats[64];
    int64_t limit = machine->communication && machine->communication->nodes_max > 0 &&
                            machine->communication->nodes_max < PROCS_LIMIT
                        ? machine->communication->nodes_max
                        : PROCS_LIMIT;
    search s = search_from(t, now);
    for (int is_up = 0; is_up < 2; is_up++)
        search_along(&s, powers(now, limit, is_up, ats), ats);
    const char *text = procs_text(t, &s), *at = "";
    int64_t size;
    const param *p = size_parameter(fastest->graph->program);
    if (p && value_of(&fastest->result, p, &size))
        at = arena_printf(t->scratch, "At %s = %lld, ", p->name, (long long)size);
    if (text)
        VEC_PUSH(a, out,
                 arena_printf(a, "%s%s%s%s.", at, text,
                              s.is_cut ? "; more processors are left out" : "",
                              s.is_open ? "; numbers of them at which what is not known could "
                                          "change the fastest are left out"
                                        : ""));
}

/* --- Sizes ----------------------------------------------------------------- */

static void say_sizes(trier *t, arena *a, int64_t now, sentence_list *out)
{
    search s = search_from(t, now);
    int64_t ats[SIZE_STEPS];
    int procs = t->asked->ranked[0].result.procs, count = 0;
    /* Fewer elements than processors tell nobody anything. */
    for (int64_t at = now / 2; count < SIZE_STEPS_DOWN && at >= procs && at >= 4; at /= 2)
        ats[count++] = at;
    search_along(&s, count, ats);
    count = 0;
    while (count < SIZE_STEPS_UP && now <= INT64_MAX >> (count + 1)) {
        ats[count] = now << (count + 1);
        count++;
    }
    search_along(&s, count, ats);
    /* Blocks and turns fill up anew with each multiple of the processors. */
    if (search_is_news(&s))
        search_crossovers(&s, procs > PERIOD_LEAST ? procs : PERIOD_LEAST);
    const char **names = ARENA_ARRAY(t->scratch, t->asked->count, const char *);
    for (int i = 0; i < t->asked->count; i++)
        names[i] = t->asked->ranked[i].name;
    const char *text = sizes_text(&s, names, t->size_name);
    if (text)
        VEC_PUSH(a, out,
                 arena_printf(a, "On %s, %s.", format_plural(a, procs, "processor", "processors"),
                              text));
}

/* --- Questions ------------------------------------------------------------- */

/* Puts what it finds into `results`. Returns false, with *why, when a worker has ended. */
static bool answer(const crossover_question *asked, arena *results, const explore_effort *effort,
                   crossover_answer *out, const char **why)
{
    arena *scratch = arena_new();
    const estimate *now = &asked->ranked[0].result;
    const param *size = size_parameter(asked->ranked[0].graph->program);
    trier t = {.scratch = scratch,
               .asked = asked,
               .size_name = size ? size->name : NULL,
               .meter = effort->meter,
               .ready = ARENA_ARRAY(scratch, asked->count, trial_reply),
               .is_ready = ARENA_ARRAY(scratch, asked->count, bool)};
    const worker_job job = {predict, &t, sizeof(trial_request), sizeof(trial_reply)};
    const int count = explore_worker_count(effort, asked->count);
    t.workers = count > 1 ? workers_start(scratch, count, &job) : NULL;
    sentence_list found = {0};
    say_procs(&t, results, &found);
    int64_t value;
    t.is_size = size && value_of(now, size, &value) && value > 0;
    if (t.is_size)
        say_sizes(&t, results, value, &found);
    if (t.workers)
        workers_end(t.workers);
    *why = t.why ? arena_strdup(results, t.why) : NULL;
    *out = (crossover_answer){found.count, (const char *const *)found.data};
    arena_free(scratch);
    return !*why;
}

/* Several questions, each of which one process answers. */
typedef struct inquiry {
    const crossover_question *questions;
    const explore_effort *effort;
    int count;
} inquiry;

static void answer_one(void *with, arena *results, const void *request, void *reply)
{
    static const explore_effort alone = {.jobs = 1};
    const inquiry *i = with;
    const char *why;
    answer(&i->questions[*(const int *)request], results, &alone, reply, &why);
}

static void tell(void *with, int done)
{
    const inquiry *i = with;
    meter_say(i->effort->meter, "trying other sizes and processors: %d of %d", done, i->count);
}

bool explore_crossovers(fp_context *ctx, int count, const crossover_question *questions,
                        const explore_effort *effort, crossover_answer *out)
{
    const char *why = NULL;
    inquiry all = {questions, effort, count};
    bool ok = true;
    if (count == 1) {
        ok = answer(questions, ctx->arena, effort, out, &why);
    } else if (count > 1) {
        const worker_job job = {answer_one, &all, sizeof(int), sizeof(crossover_answer)};
        int *parts = ARENA_ARRAY(ctx->arena, count, int);
        for (int i = 0; i < count; i++)
            parts[i] = i;
        tell(&all, 0);
        workers *w = workers_start(ctx->arena, explore_worker_count(effort, count), &job);
        ok = workers_map(w, count, parts, out, tell, &all, &why);
        workers_end(w);
    }
    if (!ok)
        explore_report_worker(ctx, why);
    return ok;
}
