/* prove_main [--distribute D | --set NAME=VALUE | --procs P |
 * --optimize loop-order]… FILE [FLAG…]: runs each
 * entry of the file twice, as simulate.h says, and prints what moves. What is set
 * need not be a parameter of the file. A line of it may add
 *
 *   / * moves: 5 messages, 136 bytes * /   what all entries move in all, by hand
 *   / * set: N=8 trip@12=2 * /             numbers, for what nothing tells or is large
 *   / * no proof: REASON * /               it cannot be run; and then it must not be
 *
 * (without the blanks). Exit status 1: wrong, or not as the file says. */

#include <stdlib.h>
#include <string.h>

#include "frontend/frontend.h"
#include "support/vec.h"
#include "tests/plan/passes/simulate.h"

/* What the line that begins with / * KEY: says; null: there is none. */
static const char *remark(fp_context *ctx, const char *text, const char *key)
{
    const char *wanted = arena_printf(ctx->arena, "/* %s: ", key);
    const char *at = strstr(text, wanted);
    if (!at || (at > text && at[-1] != '\n'))
        return NULL;
    at += strlen(wanted);
    const char *end = strstr(at, " */");
    return end ? intern_n(ctx->names, at, (size_t)(end - at)) : NULL;
}

static char *read_file(fp_context *ctx, const char *path)
{
    FILE *in = fopen(path, "r");
    char *text = arena_alloc(ctx->arena, 1 << 16);
    size_t n = in ? fread(text, 1, (1 << 16) - 1, in) : 0;
    text[n] = 0;
    if (in)
        fclose(in);
    return text;
}

typedef struct proof {
    fp_context *ctx;
    VEC(binding) set;
    VEC(distribute_override) overrides;
    plan_options how;
    int procs; /* 0: as the directives say, 4 where they leave it open */
} proof;

static void add_number(proof *w, const char *text, const char **end)
{
    size_t n = strcspn(text, "=");
    char *after = NULL;
    binding b = {intern_n(w->ctx->names, text, n), strtoll(text + n + 1, &after, 10)};
    VEC_PUSH(w->ctx->arena, &w->set, b);
    *end = after;
}

static bool is_set(const proof *w, const char *name)
{
    for (int i = 0; i < w->set.count; i++)
        if (w->set.data[i].name == name)
            return true;
    return false;
}

/* Leaves out what the program has no parameter for. */
static void drop_others(proof *w, const program *p)
{
    int kept = 0;
    for (int i = 0; i < w->set.count; i++)
        for (int k = 0; k < expr_pool_param_count(p->pool); k++)
            if (expr_pool_param(p->pool, k)->name == w->set.data[i].name) {
                w->set.data[kept++] = w->set.data[i];
                break;
            }
    w->set.count = kept;
}

/* What is set; 3 for what nothing tells. */
static bindings numbers(proof *w, const program *p)
{
    drop_others(w, p);
    bindings out = {.procs_rank = w->procs > 0, .procs = {w->procs}};
    for (int i = 0; i < expr_pool_param_count(p->pool); i++) {
        const param *one = expr_pool_param(p->pool, i);
        if (!one->value && !is_set(w, one->name))
            VEC_PUSH(w->ctx->arena, &w->set, ((binding){one->name, 3}));
    }
    for (int g = 0; g < p->grid_count && !w->procs; g++)
        for (int k = 0; k < p->grids[g]->rank; k++)
            if (!p->grids[g]->extent[k] && !p->grids[g]->like) {
                out.procs_rank = 1;
                out.procs[0] = 4;
            }
    out.count = w->set.count;
    out.set = w->set.data;
    return out;
}

static simulation prove(proof *w, const program *p, const layout *where, const function *entry,
                        bool moves_all)
{
    simulation none = {.unsupported = "it is not planned"};
    w->how.moves_all = moves_all;
    const node_program *planned = plan_entry(w->ctx, p, where, entry, &w->how);
    if (!planned)
        return none;
    /* Planning may add parameters of its own. */
    bindings values = numbers(w, planned->program);
    env *e = env_new(w->ctx, p->pool, planned->layout->grids, planned->layout->grid_count, &values);
    return e ? simulate(w->ctx, p, entry, planned, e, moves_all) : none;
}

static simulation prove_all(proof *w, const program *p)
{
    simulation all = {0};
    const layout *where = plan_layout(w->ctx, p, w->overrides.count, w->overrides.data);
    if (!where)
        all.unsupported = "it has errors";
    for (int i = 0; where && i < p->entry_count && !all.wrong && !all.unsupported; i++) {
        simulation one = prove(w, p, where, p->entries[i], true);
        if (!one.wrong && !one.unsupported)
            one = prove(w, p, where, p->entries[i], false);
        one.messages += all.messages;
        one.bytes += all.bytes;
        all = one;
    }
    if (diag_has_errors(w->ctx->diags) && !all.wrong)
        all.unsupported = "it has errors";
    return all;
}

/* Compares with what the file says; prints, and returns whether it is so. */
static bool judge(fp_context *ctx, const char *path, const char *text, const simulation *s)
{
    const char *excuse = remark(ctx, text, "no proof"), *moves = remark(ctx, text, "moves");
    const char *got = arena_printf(ctx->arena, "%lld messages, %lld bytes", (long long)s->messages,
                                   (long long)s->bytes);
    const char *problem = s->wrong ? s->wrong : s->unsupported;
    if (problem)
        printf("%s: no proof: %s (%s)\n", path, problem, excuse ? excuse : "why?");
    else if (excuse)
        printf("%s: it is proved, and says that it cannot be\n", path);
    else if (moves && strcmp(moves, got) != 0)
        printf("%s: %s, not %s\n", path, got, moves);
    else
        printf("%s: %s\n", path, got);
    return problem ? excuse != NULL : !excuse && (!moves || strcmp(moves, got) == 0);
}

int main(int argc, char **argv)
{
    fp_context *ctx = fp_context_new();
    proof w = {.ctx = ctx};
    VEC(const char *) flags = {0}, distributions = {0};
    int at = 1;
    for (; at + 2 < argc && argv[at][0] == '-'; at += 2) {
        const char *value = argv[at + 1], *end;
        if (strcmp(argv[at], "--set") == 0)
            add_number(&w, value, &end);
        else if (strcmp(argv[at], "--procs") == 0)
            w.procs = atoi(value);
        else if (strcmp(argv[at], "--optimize") == 0)
            w.how.orders_loops = true;
        else
            VEC_PUSH(ctx->arena, &distributions, value);
    }
    VEC_PUSH(ctx->arena, &flags, "-std=c17");
    const char *path = argv[at], *text = read_file(ctx, path);
    while (++at < argc)
        VEC_PUSH(ctx->arena, &flags, argv[at]);
    for (const char *set = remark(ctx, text, "set"); set && *set; set += strspn(set, " "))
        add_number(&w, set, &set);
    frontend_options options = {.path = path,
                                .argument_count = flags.count,
                                .arguments = flags.data,
                                .header_dir = FP_SOURCE_DIR "/frontend/include"};
    const program *p = frontend_read(ctx, &options);
    for (int i = 0; p && i < distributions.count; i++) {
        distribute_override o;
        if (plan_parse_override(ctx, p->pool, distributions.data[i], &o))
            VEC_PUSH(ctx->arena, &w.overrides, o);
    }
    simulation s = {.unsupported = "it has errors"};
    if (p)
        s = prove_all(&w, p);
    bool is_right = judge(ctx, path, text, &s);
    if (!is_right)
        diag_print(ctx->diags, stdout, false, DIAG_WARNING);
    fp_context_free(ctx);
    return !is_right;
}
