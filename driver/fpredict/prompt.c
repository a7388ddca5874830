#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "driver/fpredict/session.h"

/* Questions at the terminal for values that nothing tells (Parashar and Hariri 1996, section 2.2:
 * critical variables that are not resolved otherwise are asked for). Each is found
 * by a prediction that fails for want of it, or takes a condition by its
 * probability for want of it. */

typedef struct asker {
    session *s;
    VEC(const param *) left; /* asked for in vain */
    bool is_over;            /* the input ended */
} asker;

static bool was_left(const asker *a, const param *p)
{
    for (int i = 0; i < a->left.count; i++)
        if (a->left.data[i]->name == p->name)
            return true;
    return false;
}

static void print_question(const param *p)
{
    const char *path = p->where.file ? source_path(p->where.file) : NULL;
    if (path)
        fprintf(stderr, "%s:%d: ", path, p->where.line);
    if (p->origin == PARAM_TRIP)
        fputs("how often does this loop run? ", stderr);
    else
        fprintf(stderr, "what is the value of '%s'? ", p->name);
    fputs("(a whole number; empty: leave it) ", stderr);
    fflush(stderr);
}

/* Reads a number; false: none was given, and none will be. */
static bool read_answer(asker *a, const param *p, int64_t *value)
{
    char line[128];
    for (;;) {
        print_question(p);
        if (!fgets(line, sizeof line, stdin)) {
            fputc('\n', stderr);
            a->is_over = true;
            return false;
        }
        size_t length = strcspn(line, "\n");
        if (line[length] == '\0') { /* too long for a number: read it to its end */
            int c;
            while ((c = getchar()) != EOF && c != '\n')
                continue;
        }
        line[length] = '\0';
        if (line[strspn(line, " \t\r")] == '\0')
            return false;
        char *end;
        errno = 0;
        long long number = strtoll(line, &end, 10);
        if (errno != 0 || end == line || end[strspn(end, " \t\r")] != '\0') {
            fprintf(stderr, "'%s' is no whole number of 64 bits.\n", line);
        } else if (number < 0 && p->origin == PARAM_TRIP) {
            fprintf(stderr, "A loop is not executed %lld times.\n", number);
        } else {
            *value = number;
            return true;
        }
    }
}

static void bind_everywhere(session *s, const param *p, int64_t value)
{
    arena *a = s->ctx->arena;
    bindings *all = ARENA_ARRAY(a, s->combination_count, bindings);
    for (int c = 0; c < s->combination_count; c++) {
        all[c] = s->combinations[c];
        binding *set = ARENA_ARRAY(a, all[c].count + 1, binding);
        if (all[c].count > 0)
            memcpy(set, all[c].set, (size_t)all[c].count * sizeof *set);
        set[all[c].count++] = (binding){p->name, value};
        all[c].set = set;
    }
    s->combinations = all;
}

/* Asks for a value; returns whether there is a new one. */
static bool ask_for(asker *a, const param *p)
{
    int64_t value;
    if (a->is_over || was_left(a, p))
        return false;
    if (read_answer(a, p, &value)) {
        bind_everywhere(a->s, p, value);
        return true;
    }
    VEC_PUSH(a->s->ctx->arena, &a->left, p);
    return false;
}

/* Predicts in silence, and asks for what is missing; returns whether to try again. */
static bool ask_once(asker *a, fp_context *aside, const aag_graph *graph, const sag *machine)
{
    session *s = a->s;
    estimate e;
    aside->diags = diag_list_new(aside->arena);
    estimator *est = estimator_new(aside, graph, machine, &s->opt->estimating);
    if (!estimator_eval(est, aside->arena, &s->combinations[0], &e)) {
        const param *missing = estimator_missing(est);
        return missing && ask_for(a, missing);
    }
    for (int i = 0; i < e.open_count; i++)
        if (ask_for(a, e.open[i]))
            return true;
    return false;
}

void session_ask(session *s)
{
    asker a = {.s = s};
    for (int i = 0; i < s->entry_count; i++) {
        fp_context aside = *s->ctx;
        aside.diags = diag_list_new(aside.arena);
        const aag_graph *graph = explore_graph(&aside, s->program, s->entries[i], s->override_count,
                                               s->overrides, &s->graphs);
        while (graph && s->combination_count > 0 && ask_once(&a, &aside, graph, s->machines[0]))
            continue;
    }
}

void session_report_missing(session *s, const aag_graph *graph)
{
    enum { MOST = 32 };
    const bindings *given = s->combinations;
    for (int i = 0; i < MOST; i++) {
        fp_context aside = *s->ctx;
        estimate e;
        aside.diags = diag_list_aside(s->ctx->diags, aside.arena);
        estimator *est = estimator_new(&aside, graph, s->machines[0], &s->opt->estimating);
        const param *missing = estimator_eval(est, aside.arena, &s->combinations[0], &e)
                                   ? NULL
                                   : estimator_missing(est);
        if (!missing)
            break;
        if (i > 0) /* the first has been reported */
            diag_add_all(s->ctx->diags, aside.diags);
        bind_everywhere(s, missing, 1); /* any value leads on to the next that is missing */
    }
    s->combinations = given;
}
