#include "driver/fpredict/train.h"

/* Predicts the kernels that compilers are trained with: each is read once, and both of its
 * functions are planned for where messages may stand, and evaluated on whatever machine comes. */

enum { COMMUNICATING, STAYING, FUNCTIONS };
enum { OUT_OF_LOOPS, IN_LOOPS, PLANS };

typedef struct read_kernel {
    bool is_read;
    options opt;
    session s;
    const aag_graph *graph[PLANS][FUNCTIONS]; /* null: it cannot be predicted */
    const sag *machine;                       /* of the estimators */
    estimator *est[FUNCTIONS];
} read_kernel;

struct kernel_predictor {
    fp_context *ctx;
    options opt;         /* how kernels are read */
    read_kernel *kernel; /* [profile_kernel_count] */
};

kernel_predictor *kernel_predictor_new(fp_context *ctx, const options *opt, int flag_count,
                                       const char *const *flags)
{
    kernel_predictor *p = ARENA_NEW(ctx->arena, kernel_predictor);
    const char *why;
    *p = (kernel_predictor){.ctx = ctx,
                            .opt = *opt,
                            .kernel = ARENA_ARRAY(ctx->arena, profile_kernel_count, read_kernel)};
    p->opt.compiler = NULL; /* the candidates are profiles of their own */
    p->opt.procs.count = 0;
    p->opt.no_warnings = p->opt.quiet_compiler = true;
    p->opt.flag_count = flag_count;
    p->opt.flags = flags;
    options_keep_flags(ctx, &p->opt, &why); /* what is no flag of a reader is left out */
    return p;
}

static const function *named(const program *p, const char *name)
{
    for (const function *f = p->functions; f; f = f->next)
        if (f->has_body && f->name == name)
            return f;
    return NULL;
}

static void read(kernel_predictor *p, read_kernel *k, const profile_kernel *kernel)
{
    static const char *const names[FUNCTIONS] = {"communicating", "staying"};
    k->is_read = true;
    k->opt = p->opt;
    k->opt.file = train_kernel_path(p->ctx, kernel);
    k->opt.files.count = k->opt.files.capacity = 0;
    k->opt.files.data = NULL;
    VEC_PUSH(p->ctx->arena, &k->opt.files, k->opt.file);
    if (!session_open(&k->s, p->ctx, &k->opt))
        return;
    for (int i = 0; i < PLANS * FUNCTIONS; i++) {
        const int f = i % FUNCTIONS, plan = i / FUNCTIONS;
        const function *entry = named(k->s.program, intern(p->ctx->names, names[f]));
        graph_options how = k->s.graphs;
        how.plan.keeps_messages = plan == IN_LOOPS;
        if (entry)
            k->graph[plan][f] = explore_graph(p->ctx, k->s.program, entry, 0, NULL, &how);
    }
}

static bool has_estimators(kernel_predictor *p, read_kernel *k, const sag *machine)
{
    const int plan = sag_message_form(machine) == MESSAGES_ITERATIONS ? IN_LOOPS : OUT_OF_LOOPS;
    for (int f = 0; f < FUNCTIONS; f++) {
        if (!k->graph[plan][f])
            return false;
        if (k->machine != machine)
            k->est[f] = estimator_new(p->ctx, k->graph[plan][f], machine, &k->s.estimating);
        if (!k->est[f])
            return false;
    }
    k->machine = machine;
    return true;
}

/* Seconds of a sample, of as many steps as were measured: all begin and end together there, too, so
 * that pipelines fill and drain in both. Negative: it cannot be predicted. */
static double sample_of(kernel_predictor *p, read_kernel *k, int f, const profile_point *point)
{
    fp_context *ctx = p->ctx;
    const binding set[] = {{intern(ctx->names, "PROCS"), point->procs},
                           {intern(ctx->names, "steps"), point->steps},
                           {intern(ctx->names, "SIZE"), point->size}};
    const bindings values = {.count = point->size ? 3 : 2,
                             .set = set,
                             .procs_rank = point->kernel->axes,
                             .procs = {point->procs / (point->kernel->axes == 1 ? 1 : 2), 2}};
    estimate e;
    return estimator_eval(k->est[f], ctx->arena, &values, &e) ? e.time : -1;
}

double kernel_predict(void *data, const sag *machine, const profile_point *point)
{
    kernel_predictor *p = data;
    read_kernel *k = &p->kernel[point->kernel - profile_kernels];
    if (!k->is_read)
        read(p, k, point->kernel);
    if (!has_estimators(p, k, machine))
        return -1;
    const double with = sample_of(p, k, COMMUNICATING, point);
    const double without = sample_of(p, k, STAYING, point);
    return with < 0 || without < 0 ? -1
           : with > without        ? (with - without) / (double)point->steps
                                   : 0;
}
