/* prove_main [--distribute D]… FILE [FLAG…]: runs each entry of the file twice, as
 * simulate.h says, and prints what moves. A line of the file may add
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
#include "tests/plan/simulate.h"

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

typedef VEC(binding) binding_vec;

static bool is_set(const binding_vec *set, const char *name)
{
    for (int i = 0; i < set->count; i++)
        if (set->data[i].name == name)
            return true;
    return false;
}

/* The numbers that the file states; 3 for what nothing tells. */
static bindings numbers(fp_context *ctx, const program *p, const char *stated)
{
    binding_vec set = {0};
    for (const char *at = stated; at && *at;) {
        size_t n = strcspn(at, "=");
        char *end;
        binding b = {intern_n(ctx->names, at, n), strtoll(at + n + 1, &end, 10)};
        VEC_PUSH(ctx->arena, &set, b);
        at = end + strspn(end, " ");
    }
    for (int i = 0; i < expr_pool_param_count(p->pool); i++) {
        const param *one = expr_pool_param(p->pool, i);
        if (!one->value && !is_set(&set, one->name))
            VEC_PUSH(ctx->arena, &set, ((binding){one->name, 3}));
    }
    bindings out = {.count = set.count, .set = set.data};
    for (int g = 0; g < p->grid_count; g++)
        for (int k = 0; k < p->grids[g]->rank; k++)
            if (!p->grids[g]->extent[k]) {
                out.procs_rank = 1;
                out.procs[0] = 4;
            }
    return out;
}

static simulation prove(fp_context *ctx, const program *p, const layout *where, const char *stated,
                        const function *entry)
{
    simulation none = {.unsupported = "it is not planned"};
    const node_program *planned = plan_entry(ctx, p, where, entry);
    if (!planned)
        return none;
    /* Planning may add parameters of its own. */
    bindings values = numbers(ctx, planned->program, stated);
    env *e = env_new(ctx, p->pool, planned->layout->grids, planned->layout->grid_count, &values);
    return e ? simulate(ctx, p, entry, planned, e) : none;
}

static int fail(const char *path, const char *what)
{
    printf("%s: %s\n", path, what);
    return 1;
}

int main(int argc, char **argv)
{
    fp_context *ctx = fp_context_new();
    VEC(const char *) flags = {0};
    VEC(distribute_override) overrides = {0};
    int first = 1;
    while (first + 2 < argc && strcmp(argv[first], "--distribute") == 0)
        first += 2;
    VEC_PUSH(ctx->arena, &flags, "-std=c17");
    for (int i = first + 1; i < argc; i++)
        VEC_PUSH(ctx->arena, &flags, argv[i]);
    const char *path = argv[first], *text = read_file(ctx, path);
    frontend_options options = {.path = path,
                                .argument_count = flags.count,
                                .arguments = flags.data,
                                .header_dir = FP_SOURCE_DIR "/frontend/include"};
    const program *p = frontend_read(ctx, &options);
    for (int i = 1; p && i < first; i += 2) {
        distribute_override o;
        if (plan_parse_override(ctx, p->pool, argv[i + 1], &o))
            VEC_PUSH(ctx->arena, &overrides, o);
    }
    const layout *where = p ? plan_layout(ctx, p, overrides.count, overrides.data) : NULL;
    simulation all = {.unsupported = where ? NULL : "it has errors"};
    for (int i = 0; where && i < p->entry_count && !all.wrong && !all.unsupported; i++) {
        simulation one = prove(ctx, p, where, remark(ctx, text, "set"), p->entries[i]);
        one.messages += all.messages;
        one.bytes += all.bytes;
        all = one;
    }
    const char *excuse = remark(ctx, text, "no proof");
    const char *moves = remark(ctx, text, "moves");
    const char *got = arena_printf(ctx->arena, "%lld messages, %lld bytes", (long long)all.messages,
                                   (long long)all.bytes);
    int status = 0;
    const char *not_proved = all.wrong ? all.wrong : all.unsupported;
    if (diag_has_errors(ctx->diags) && !not_proved)
        not_proved = "it has errors";
    if (not_proved && !excuse)
        status = fail(path, not_proved);
    else if (!not_proved && excuse)
        status = fail(path, "it is proved, and says that it cannot be");
    else if (not_proved)
        printf("%s: no proof: %s (%s)\n", path, not_proved, excuse);
    else if (moves && strcmp(moves, got) != 0)
        status = fail(path, arena_printf(ctx->arena, "%s, not %s", got, moves));
    else
        printf("%s: %s\n", path, got);
    if (status)
        diag_print(ctx->diags, stdout, false, DIAG_WARNING);
    fp_context_free(ctx);
    return status;
}
