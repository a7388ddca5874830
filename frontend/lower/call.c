/* Calls: mathematics as operations, the program's functions as call nodes,
 * input and output, and the rest of the library. */

#include "frontend/lower/call.h"

#include "frontend/lower/alternative_read.h"

#include <string.h>
#include <strings.h>

#include "frontend/lower/image.h"
#include "frontend/lower/memory_copy.h"
#include "frontend/lower/mpi.h"
#include "frontend/lower/uncounted_loop.h"
#include "frontend/lower/unknown.h"
#include "frontend/lower/whole_array.h"
#include "frontend/syntax/library_function.h"
#include "frontend/value/callee_effects.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/exchange.h"
#include "frontend/value/integer.h"
#include "frontend/value/left_by_call.h"
#include "frontend/value/memory_function.h"
#include "frontend/value/one_value.h"
#include "frontend/value/pointer_flow.h"

typedef struct known_function {
    const char *name; /* of the double form; f and l may follow */
    op_kind kind;
} known_function;

static const known_function mathematics[] = {
    {"sqrt", OP_SQRT},   {"hypot", OP_SQRT},      {"cbrt", OP_POW},    {"exp", OP_EXP},
    {"exp2", OP_EXP},    {"expm1", OP_EXP},       {"sinh", OP_EXP},    {"cosh", OP_EXP},
    {"tanh", OP_EXP},    {"log", OP_LOG},         {"log2", OP_LOG},    {"log10", OP_LOG},
    {"log1p", OP_LOG},   {"sin", OP_SIN},         {"cos", OP_SIN},     {"tan", OP_SIN},
    {"atan", OP_ATAN},   {"asin", OP_ATAN},       {"acos", OP_ATAN},   {"atan2", OP_ATAN},
    {"pow", OP_POW},     {"fabs", OP_FABS},       {"fmin", OP_FABS},   {"fmax", OP_FABS},
    {"floor", OP_FLOOR}, {"ceil", OP_FLOOR},      {"round", OP_FLOOR}, {"trunc", OP_FLOOR},
    {"rint", OP_FLOOR},  {"nearbyint", OP_FLOOR}, {"fmod", OP_FLOOR},  {"remainder", OP_FLOOR},
};

static const char *const input_output[] = {
    "printf", "fprintf", "puts",  "fputs", "putchar", "putc",  "fputc",   "fwrite",   "fread",
    "scanf",  "fscanf",  "gets",  "fgets", "getchar", "getc",  "fgetc",   "fopen",    "fclose",
    "fflush", "perror",  "write", "read",  "open",    "close", "vprintf", "vfprintf",
};

static bool is_one_of(const char *name, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, list[i]) == 0)
            return true;
    return false;
}

static bool is_mathematics(const char *name, op_kind *kind)
{
    if (strncmp(name, "__builtin_", 10) == 0)
        name += 10;
    if (strcmp(name, "abs") == 0 || strcmp(name, "labs") == 0 || strcmp(name, "llabs") == 0) {
        *kind = OP_FABS;
        return true;
    }
    for (size_t i = 0; i < sizeof mathematics / sizeof *mathematics; i++) {
        size_t length = strlen(mathematics[i].name);
        const char *rest = name + length;
        if (strncmp(name, mathematics[i].name, length) == 0 &&
            (*rest == '\0' || ((*rest == 'f' || *rest == 'l') && rest[1] == '\0'))) {
            *kind = mathematics[i].kind;
            return true;
        }
    }
    return false;
}

static void argument_values(lowering *lo, gather *g, const syntax *call)
{
    for (int i = 1; i < call->child_count; i++)
        lower_value(lo, g, call->child[i]);
}

/* A local pointer that is passed and not followed here: what the callee does by it, it may do to
 * other arrays, and reads of each. */
static void check_pointer(lowering *lo, gather *g, const syntax *s, argument *a)
{
    bool is_pointer = s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_VARIABLE &&
                      s->type && s->type->kind == TYPE_POINTER;
    if (!is_pointer || !pointer_is_tracked(lo, s->decl) || pointer_is_followed(lo, s))
        return;
    const syntax there = {.kind = SYNTAX_UNARY,
                          .op = OPERATOR_DEREF,
                          .type = s->type->target,
                          .where = s->where,
                          .child_count = 1,
                          .child = &s};
    lower_unknown_passed(lo, g, &there);
    if (lo->keeps_loops)
        return;
    const array_list reached = points_to_through(lo, &there);
    a->led_to_count = reached.count;
    a->led_to = reached.arrays;
    a->is_each = lower_is_each(lo, s, reached);
}

/* The element that a part of an array begins with; null: it is not known. */
static const reference *first_element(lowering *lo, place p, source_range where)
{
    const variable *v = lo->info[p.base->id].var;
    bool is_known = !p.is_reshaped && !p.shape_rank && !p.is_repointed && !p.is_whole_pointer &&
                    !p.section_count && (v->is_flat ? p.level == 0 : p.level < v->rank);
    if (!is_known)
        return NULL;
    p.index[p.level] = p.pending;
    p.by_scalar[p.level] = p.pending_by_scalar;
    p.source[p.level] = p.pending_source;
    for (int d = p.level + 1; d < v->rank && !v->is_flat; d++)
        p.index[d] = expr_int(lo->pool, 0);
    p.level = v->is_flat ? 1 : v->rank;
    return access_path_reference(lo, &p, where);
}

/* A variable that may change unseen has one value only as far as a bound of a loop would have. */
static const expr *argument_value(lowering *lo, const syntax *s)
{
    const expr *value = value_integer(lo, s, true);
    if (!value || !value_is_fleeting(lo, value))
        return value;
    const bool was_bound = lo->reading.is_bound;
    lo->reading.is_bound = true;
    value = value_integer(lo, s, true);
    lo->reading.is_bound = was_bound;
    return value;
}

static argument call_argument(lowering *lo, gather *g, const syntax *s)
{
    argument a = {0};
    check_pointer(lo, g, s, &a);
    place p = access_path_of(lo, s);
    if (p.kind == PLACE_ADDRESS && p.base && lo->info[p.base->id].var &&
        lo->info[p.base->id].var->rank) {
        int64_t begin;
        a.array = lo->info[p.base->id].var;
        a.is_part = p.level > 0 || p.is_reshaped || p.shape_rank || !p.pending ||
                    !expr_is_int(p.pending, &begin) || begin != 0;
        a.first = a.is_part ? first_element(lo, p, s->where) : NULL;
        if (lo->info[p.base->id].var->align)
            lo->fn.has_distributed = true;
    } else {
        a.value = argument_value(lo, s);
        const bool asks_members = lo->reading.asks_members;
        lo->reading.asks_members = true;
        if (!a.value)
            a.value = argument_value(lo, s);
        lo->reading.asks_members = asks_members;
    }
    return a;
}

/* The call runs before the statement that uses its value. Its arguments look at the scalars that
 * have been gathered from `first_scalar` on. */
static void call_own_function(lowering *lo, gather *g, const syntax *call, const decl *callee,
                              int first_scalar)
{
    /* A call may have more (...) or fewer (without a prototype); those missing
     * are unknown. */
    int count = callee->formal_count;
    argument *arguments = ARENA_ARRAY(lo->ctx->arena, count, argument);
    for (int i = 0; i < count && i + 1 < call->child_count; i++)
        arguments[i] = call_argument(lo, g, call->child[i + 1]);
    node *n = node_new(lo->ctx, NODE_CALL, call->where);
    if (value_calls(lo, callee, lo->fn.decl))
        n->u.call.trips =
            lo->at.executions ? lo->at.executions : lower_executions(lo, callee, call->where);
    n->unknowns = lower_unknown_body(lo, call, callee);
    n->u.call.callee = lo->info[callee->id].fn;
    n->u.call.argument_count = count;
    n->u.call.arguments = arguments;
    n->u.call.scalar_read_count = g->scalars.count - first_scalar;
    n->u.call.scalar_reads =
        arena_copy(lo->ctx->arena, VEC_AT(&g->scalars, first_scalar),
                   sizeof *g->scalars.data * (size_t)n->u.call.scalar_read_count);
    node_append(&g->before->head, &g->before->tail, n);
    value_set_by_call(lo, call, lo->source->decls[callee->id]);
    exchange_forget(lo, call);
}

/* What a pointer may lead to that is called with arguments as these; of no functions: others, too,
 * or this function again. */
static called_list callable(lowering *lo, const syntax *call)
{
    enum { MOST = 16 };
    const called_list found = points_to_called(lo, call);
    for (int i = 0; i < found.count; i++) {
        const decl *f = found.functions[i];
        if (!f->body || f->is_replaceable || f->formal_count != call->child_count - 1 ||
            value_calls(lo, f, lo->fn.decl))
            return (called_list){0};
    }
    return found.count <= MOST ? found : (called_list){0};
}

/* A call by a pointer: each function that it may lead to is as likely as the others, as what each
 * costs on the average is right. In a generated program the pointer decides. */
static bool call_one_of(lowering *lo, gather *g, const syntax *call, int first_scalar)
{
    const called_list called = lo->keeps_loops ? (called_list){0} : callable(lo, call);
    for (int i = 0; i < called.count; i++) {
        node_list one = {0}, *before = g->before;
        g->before = &one;
        call_own_function(lo, g, call, called.functions[i], first_scalar);
        g->before = before;
        if (called.count == 1) {
            node_append(&g->before->head, &g->before->tail, one.head);
            break;
        }
        node *n = node_new(lo->ctx, NODE_IF, call->where);
        n->u.cond.probability = 1.0 / called.count;
        n->u.cond.assumed = arena_printf(lo->ctx->arena,
                                         "each of the %d functions that this pointer may lead to "
                                         "is as likely as the others",
                                         called.count);
        n->u.cond.then_body = one.head;
        node_append(&g->before->head, &g->before->tail, n);
    }
    if (called.count > 1)
        value_forget_globals(lo, call); /* which of them it is decides what they hold */
    return called.count > 0;
}

/* fread(to, size, count, file) says how much it moves. */
static void note_bytes(lowering *lo, gather *g, const char *name, const syntax *call)
{
    if ((strcmp(name, "fread") != 0 && strcmp(name, "fwrite") != 0) || call->child_count != 5)
        return;
    const expr *size = value_integer(lo, call->child[2], false);
    const expr *count = value_integer(lo, call->child[3], false);
    g->io_bytes = size && count ? expr_mul(lo->pool, size, count) : NULL;
}

typedef struct sending_function {
    const char *name, *remedy;
} sending_function;

/* XcalableMP's functions of descriptors and images that send (Language Specification 1.4,
 * chapters 4 and 7): what a descriptor is of, and which image a number names, is known
 * only at run time. Those that inquire send nothing. */
static const sending_function xmp_sending[] = {
    {"xmp_matmul", "write its loops, with 'gmove' for what they read"},
    {"xmp_transpose", "write its loops, with 'gmove' for what they read"},
    {"xmp_gather", "write its loop, with 'gmove' for what it reads"},
    {"xmp_scatter", "write its loop, with 'gmove' for what it assigns"},
    {"xmp_pack", "write its loop, with 'gmove' for what it assigns"},
    {"xmp_unpack", "write its loop, with 'gmove' for what it reads"},
    {"xmp_sort_up", "write its loops, with 'gmove' for what they move"},
    {"xmp_sort_down", "write its loops, with 'gmove' for what they move"},
    {"xmp_sync_image", "use the directives 'post' and 'wait'"},
    {"xmp_sync_images",
     "list the images in an array with known elements, 'int images[] = {1, 2};'"},
    {"xmp_atomic_define", "use 'gmove' or 'bcast'"},
    {"xmp_atomic_ref", "use 'gmove' or 'bcast'"},
};

static void check_xmp(lowering *lo, gather *g, const syntax *call, const char *name)
{
    for (size_t i = 0; i < sizeof xmp_sending / sizeof *xmp_sending; i++) {
        if (strcmp(name, xmp_sending[i].name) != 0)
            continue;
        diag_report(
            lo->ctx->diags, DIAG_WARNING, "not-analysed", call->where,
            "what '%s' sends and computes is not in the prediction; to have it predicted, %s", name,
            xmp_sending[i].remedy);
        lower_unknown_cost(
            lo, g, call->where,
            arena_printf(lo->ctx->arena, "what '%s' sends and computes is not known", name));
    }
}

/* XcalableMP's library: generated programs have a part of it. */
static void note_library(lowering *lo, const char *name, const syntax *call)
{
    for (int i = 0; i < lo->found.library.count; i++)
        if (strcmp(lo->found.library.data[i].name, name) == 0)
            return;
    VEC_PUSH(lo->ctx->arena, &lo->found.library, ((library_call){name, call->where}));
}

/* Not an operation: the rest of the library, and what is elsewhere. */
static void call_library(lowering *lo, gather *g, const syntax *call, const char *name)
{
    bool is_xmp = name && (strncmp(name, "xmp_", 4) == 0 || strncmp(name, "xmpc_", 5) == 0);
    if (is_xmp) {
        if (!lower_image_sync(lo, g, call, name) && !lower_whole_array(lo, g, call, name))
            check_xmp(lo, g, call, name);
        if (memory_use_of(call->child[0]->decl) == MEMORY_NONE) /* or it is left out there */
            note_library(lo, name, call);
    } else {
        lower_unknown_call(lo, g, call, name);
    }
}

/* The program ends here: what follows is not executed. */
static void end_program(lowering *lo, node_list *out, const syntax *call)
{
    const unknown_effect *u = lower_unknown_end(lo, call->where, "the program ends");
    if (!u)
        return;
    node *n = node_new(lo->ctx, NODE_STATEMENT, call->where);
    n->unknowns = u;
    node_append(&out->head, &out->tail, n);
}

/* Functions of the library that are operations, or input and output. */
static bool is_known_operation(lowering *lo, gather *g, const syntax *call, const char *name,
                               op_kind *kind)
{
    if (is_mathematics(name, kind))
        return true;
    bool is_mpi_file = library_kind_of(name) == LIBRARY_FILES;
    if (!is_mpi_file && !is_one_of(name, input_output, sizeof input_output / sizeof *input_output))
        return false;
    g->is_io = true; /* the host moves the data */
    note_bytes(lo, g, name, call);
    if (is_mpi_file)
        g->io_bytes = lower_mpi_file_bytes(lo, call, name);
    lower_library_writes(lo, g, call);
    return true;
}

void lower_call(lowering *lo, gather *g, const syntax *call)
{
    int first = g->paths.count, first_scalar = g->scalars.count;
    if (call->is_implied)
        VEC_PUSH(lo->ctx->arena, &lo->found.implied, call->where);
    argument_values(lo, g, call);
    const char *name = syntax_callee_name(call);
    op_kind kind = OP_LIBRARY;
    bool ends = syntax_never_returns(call);
    bool frees = name && memory_use_of(call->child[0]->decl) == MEMORY_FREED;
    bool is_own = name && call->child[0]->decl->body && !frees;
    if (is_own)
        call_own_function(lo, g, call, call->child[0]->decl, first_scalar);
    if (ends)
        end_program(lo, g->before, call);
    if (ends || is_own || lower_memory_copy(lo, g, call) || (name && lower_mpi(lo, g, call, name)))
        return;
    if (!name) {
        lower_value(lo, g, call->child[0]);
        if (call_one_of(lo, g, call, first_scalar))
            return;
    }
    if (!frees && (!name || !is_known_operation(lo, g, call, name, &kind)))
        call_library(lo, g, call, name);
    const op_tally before = g->ops;
    lower_count(g, kind, 1);
    lower_operate(g, first, &before);
}
