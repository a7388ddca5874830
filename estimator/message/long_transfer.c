#include "estimator/message/long_transfer.h"

#include "support/format.h"

enum { MANY = 1 << 21 }; /* about a second */

typedef struct watcher {
    run *r;
    const aag_unit *u;
} watcher;

static void tell_many(void *with, int64_t messages)
{
    const watcher *w = with;
    const estimate_options *opt = &w->r->est->options;
    const variable *v = w->u->comm->var;
    if (!opt->tell || messages < MANY)
        return;
    opt->tell(opt->tell_with, w->u->comm->where,
              arena_printf(w->r->scratch,
                           "this prediction takes long: '%s' is moved by %s messages among %d "
                           "processors, which are followed one by one; fewer processors (--procs) "
                           "shorten it",
                           v->name, format_integer(w->r->scratch, messages), w->r->procs));
}

bool long_transfer_compute(run *r, arena *a, const aag_unit *u, transfer *out,
                           transfer_pattern *pattern, bool *ok)
{
    watcher w = {r, u};
    env_set_watch(r->env, (env_watch){tell_many, &w, 0});
    bool is_computed = transfer_compute_pattern(a, r->env, u->comm, out, pattern, ok);
    env_set_watch(r->env, (env_watch){0});
    return is_computed;
}

bool long_transfer_compute_gather(run *r, arena *a, const aag_unit *u, transfer *out,
                                  transfer_gather *gather, bool *ok)
{
    watcher w = {r, u};
    env_set_watch(r->env, (env_watch){tell_many, &w, 0});
    bool is_computed = transfer_compute_gather(a, r->env, u->comm, out, gather, ok);
    env_set_watch(r->env, (env_watch){0});
    return is_computed;
}

static void note_more(void *is_more, int64_t messages)
{
    (void)messages;
    *(bool *)is_more = true;
}

bool long_transfer_compute_few(run *r, arena *a, const aag_unit *u, int64_t most, bool *is_more,
                               transfer *out, transfer_pattern *pattern, bool *ok)
{
    bool is_told = false;
    env_set_watch(r->env, (env_watch){note_more, &is_told, most});
    bool is_computed = transfer_compute_pattern(a, r->env, u->comm, out, pattern, ok);
    env_set_watch(r->env, (env_watch){0});
    *is_more = is_told && !is_computed;
    return is_computed;
}

bool long_transfer_compute_gather_few(run *r, arena *a, const aag_unit *u, bool *is_more,
                                      transfer *out, transfer_gather *gather, bool *ok)
{
    enum { FEW = 1 << 12 };
    bool is_told = false;
    env_set_watch(r->env, (env_watch){note_more, &is_told, FEW});
    bool is_computed = transfer_compute_gather(a, r->env, u->comm, out, gather, ok);
    env_set_watch(r->env, (env_watch){0});
    *is_more = is_told && !is_computed;
    return is_computed;
}

bool long_transfer_compute_again(run *r, arena *a, const aag_unit *u, transfer_memo *memo,
                                 transfer *out, bool *is_again, bool *ok)
{
    watcher w = {r, u};
    env_set_watch(r->env, (env_watch){tell_many, &w, 0});
    bool is_computed = transfer_compute_again(a, r->env, u->comm, memo, out, is_again, ok);
    env_set_watch(r->env, (env_watch){0});
    return is_computed;
}
