/* MPI's collectives (MPI 3.1, chapter 5), as nodes of their own. */

#include "frontend/lower/mpi.h"

#include <string.h>
#include <strings.h>

#include "frontend/directive/constant.h"
#include "frontend/lower/macro_use.h"
#include "frontend/lower/unknown.h"
#include "frontend/value/array_constants.h"
#include "frontend/value/integer.h"

/* Which argument is what, from 0; 0: there is none, for the first is the buffer that is sent. */
typedef struct mpi_function {
    const char *name;
    collective_form form;
    int arguments;
    int count, counts, type; /* of what one processor sends: a number, or an array of numbers */
    int in_place_count, in_place_type; /* where MPI_IN_PLACE is sent */
    int op, root, comm;
} mpi_function;

static const mpi_function functions[] = {
    {"MPI_Barrier", FORM_BARRIER, 1, .comm = 0},
    {"MPI_Bcast", FORM_BROADCAST, 5, .count = 1, .type = 2, .root = 3, .comm = 4},
    {"MPI_Reduce", FORM_REDUCE, 7, .count = 2, .type = 3, .op = 4, .root = 5, .comm = 6},
    {"MPI_Allreduce", FORM_ALL_REDUCE, 6, .count = 2, .type = 3, .op = 4, .comm = 5},
    {"MPI_Gather", FORM_GATHER, 8, 1, 0, 2, 4, 5, .root = 6, .comm = 7},
    {"MPI_Gatherv", FORM_GATHER, 9, 1, 4, 2, 0, 6, .root = 7, .comm = 8},
    {"MPI_Scatter", FORM_SCATTER, 8, 1, 0, 2, 4, 5, .root = 6, .comm = 7},
    {"MPI_Scatterv", FORM_SCATTER, 9, 5, 1, 3, 0, 6, .root = 7, .comm = 8},
    {"MPI_Allgather", FORM_ALL_GATHER, 7, 1, 0, 2, 4, 5, .comm = 6},
    {"MPI_Allgatherv", FORM_ALL_GATHER, 8, 1, 4, 2, 0, 6, .comm = 7},
    {"MPI_Alltoall", FORM_ALL_TO_ALL, 7, 1, 0, 2, 4, 5, .comm = 6},
    {"MPI_Alltoallv", FORM_ALL_TO_ALL, 9, 0, 1, 3, 0, 7, .comm = 8},
};

typedef struct mpi_type {
    const char *name;
    elem_kind kind;
    int bytes;
    const char *c; /* of which the target says how many; null: `bytes` are they */
} mpi_type;

/* MPI 3.1, tables 3.2 and 5.4. */
static const mpi_type types[] = {
    {"MPI_CHAR", ELEM_INT, 1, NULL},
    {"MPI_SIGNED_CHAR", ELEM_INT, 1, NULL},
    {"MPI_UNSIGNED_CHAR", ELEM_INT, 1, NULL},
    {"MPI_BYTE", ELEM_INT, 1, NULL},
    {"MPI_C_BOOL", ELEM_INT, 1, NULL},
    {"MPI_SHORT", ELEM_INT, 2, NULL},
    {"MPI_UNSIGNED_SHORT", ELEM_INT, 2, NULL},
    {"MPI_INT", ELEM_INT, 4, NULL},
    {"MPI_UNSIGNED", ELEM_INT, 4, NULL},
    {"MPI_LONG", ELEM_INT, 8, "long"},
    {"MPI_UNSIGNED_LONG", ELEM_INT, 8, "long"},
    {"MPI_LONG_LONG", ELEM_INT, 8, NULL},
    {"MPI_LONG_LONG_INT", ELEM_INT, 8, NULL},
    {"MPI_UNSIGNED_LONG_LONG", ELEM_INT, 8, NULL},
    {"MPI_INT8_T", ELEM_INT, 1, NULL},
    {"MPI_INT16_T", ELEM_INT, 2, NULL},
    {"MPI_INT32_T", ELEM_INT, 4, NULL},
    {"MPI_INT64_T", ELEM_INT, 8, NULL},
    {"MPI_UINT8_T", ELEM_INT, 1, NULL},
    {"MPI_UINT16_T", ELEM_INT, 2, NULL},
    {"MPI_UINT32_T", ELEM_INT, 4, NULL},
    {"MPI_UINT64_T", ELEM_INT, 8, NULL},
    {"MPI_FLOAT", ELEM_FLOAT, 4, NULL},
    {"MPI_DOUBLE", ELEM_FLOAT, 8, NULL},
    {"MPI_LONG_DOUBLE", ELEM_FLOAT, 16, "long double"},
    {"MPI_C_COMPLEX", ELEM_FLOAT, 8, NULL},
    {"MPI_C_FLOAT_COMPLEX", ELEM_FLOAT, 8, NULL},
    {"MPI_C_DOUBLE_COMPLEX", ELEM_FLOAT, 16, NULL},
    {"MPI_2INT", ELEM_INT, 8, NULL},
    {"MPI_FLOAT_INT", ELEM_FLOAT, 8, NULL},
    {"MPI_DOUBLE_INT", ELEM_FLOAT, 12, NULL},
};

static const struct mpi_op {
    const char *name;
    reduce_op op;
} operations[] = {
    {"MPI_SUM", REDUCE_SUM},    {"MPI_PROD", REDUCE_PRODUCT},     {"MPI_MIN", REDUCE_MIN},
    {"MPI_MAX", REDUCE_MAX},    {"MPI_BAND", REDUCE_AND},         {"MPI_BOR", REDUCE_OR},
    {"MPI_BXOR", REDUCE_XOR},   {"MPI_LAND", REDUCE_LOGICAL_AND}, {"MPI_LOR", REDUCE_LOGICAL_OR},
    {"MPI_MINLOC", REDUCE_MIN}, {"MPI_MAXLOC", REDUCE_MAX},
};

/* --- Names ---------------------------------------------------------------------------- */

/* A variable may be set to a constant of MPI, and another one to that, so deep. */
enum { SET_MOST = 4 };

/* The name of a constant of MPI, which is a macro, an enumerator or a variable of its header;
 * "" where it is none. */
static const char *constant_name(lowering *lo, const syntax *s)
{
    for (int depth = 0; s && depth < SET_MOST; depth++) {
        const c_expansion *use = lower_macro_use(lo, s->where);
        if (use)
            return use->name;
        while (s->kind == SYNTAX_CAST)
            s = s->child[0];
        if (s->kind == SYNTAX_CALL && syntax_callee_name(s))
            return syntax_callee_name(s);
        if (s->kind != SYNTAX_NAME || !s->decl)
            return "";
        if (strncmp(s->decl->name, "MPI_", 4) == 0)
            return s->decl->name;
        const decl_info *info = &lo->info[s->decl->id];
        s = info->assignments == 0 ? s->decl->init : info->assigned;
    }
    return "";
}

static int64_t bytes_of(const lowering *lo, const mpi_type *type)
{
    const c_unit *unit = &lo->source->units[0];
    for (int i = 0; type->c && i < unit->size_count; i++)
        if (strcmp(unit->sizes[i].name, type->c) == 0)
            return unit->sizes[i].type.bytes;
    return type->bytes;
}

/* The variable that a buffer is: v, &v, &v[0]. Null: it has no name. */
static const variable *buffer_of(const lowering *lo, const syntax *s)
{
    while (s->kind == SYNTAX_CAST || (s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS) ||
           s->kind == SYNTAX_SUBSCRIPT)
        s = s->child[0];
    return s->kind == SYNTAX_NAME && s->decl && s->decl->kind != DECL_FUNCTION
               ? lo->info[s->decl->id].var
               : NULL;
}

/* --- What it does ----------------------------------------------------------------------- */

static const syntax *argument_of(const syntax *call, int i)
{
    return call->child[i + 1];
}

/* All processors, and nobody else; null, or why that is not known. */
static const char *check_communicator(lowering *lo, const syntax *s)
{
    const char *name = constant_name(lo, s);
    bool is_all = strcmp(name, "MPI_COMM_WORLD") == 0 ||
                  (strcmp(name, "xmp_get_mpi_comm") == 0 && !lo->around.executing.count);
    return is_all ? NULL
                  : "which processors its communicator has is not known; MPI_COMM_WORLD is all of "
                    "them";
}

static const char *read_type(lowering *lo, const syntax *s, collective_node *out)
{
    const char *name = constant_name(lo, s);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].name, name) != 0)
            continue;
        out->kind = types[i].kind;
        out->elem_bytes = (int)bytes_of(lo, &types[i]);
        return NULL;
    }
    return "how many bytes an element of its datatype has is not known; use one that MPI names, "
           "such as MPI_DOUBLE";
}

static const char *read_operation(lowering *lo, const syntax *s, collective_node *out)
{
    const char *name = constant_name(lo, s);
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (strcmp(operations[i].name, name) == 0)
            out->op = operations[i].op;
    return out->op ? NULL
                   : "what its operation costs is not known; use one that MPI names, such as "
                     "MPI_SUM";
}

/* The elements of an array of counts, where all are known. */
static const gen_sizes *read_sizes(lowering *lo, const syntax *s)
{
    const expr *const *size;
    int64_t value;
    while (s->kind == SYNTAX_CAST)
        s = s->child[0];
    if (s->kind != SYNTAX_NAME || !s->decl || s->decl->kind != DECL_VARIABLE)
        return NULL;
    int count = value_elements(lo, s->decl, &size);
    for (int i = 0; i < count; i++)
        if (!expr_known(size[i], &value) || value < 0)
            return NULL;
    if (count <= 0)
        return NULL;
    gen_sizes *sizes = ARENA_NEW(lo->ctx->arena, gen_sizes);
    *sizes = (gen_sizes){.name = s->decl->name, .count = count, .size = size};
    return sizes;
}

static bool is_in_place(lowering *lo, const syntax *call)
{
    return strcmp(constant_name(lo, argument_of(call, 0)), "MPI_IN_PLACE") == 0;
}

static const char *read_count(lowering *lo, const mpi_function *f, const syntax *call,
                              collective_node *out)
{
    bool is_of_parts = f->form >= FORM_GATHER; /* a reduction's count is of both buffers */
    bool takes_received = is_of_parts && is_in_place(lo, call);
    int count = takes_received ? f->in_place_count : f->count;
    const syntax *number = count ? argument_of(call, count) : NULL;
    if (f->counts)
        out->sizes = read_sizes(lo, argument_of(call, f->counts));
    if (!out->sizes && number)
        out->elements = value_integer(lo, number, true);
    if (!out->sizes && !out->elements)
        return f->counts ? "how many elements each processor has is not known; give the array of "
                           "counts its values where it is declared"
                         : "how many elements it moves is not known; use a constant or a parameter";
    int type = takes_received && f->in_place_type ? f->in_place_type : f->type;
    return read_type(lo, argument_of(call, type), out);
}

/* Null, or why it is not known what the call does. */
static const char *read_call(lowering *lo, const mpi_function *f, const syntax *call,
                             collective_node *out)
{
    const char *why = check_communicator(lo, argument_of(call, f->comm));
    if (!why && f->form != FORM_BARRIER)
        why = read_count(lo, f, call, out);
    if (!why && f->op)
        why = read_operation(lo, argument_of(call, f->op), out);
    if (!why && f->root) {
        out->root = value_integer(lo, argument_of(call, f->root), true);
        why = out->root ? NULL : "which processor is its root is not known; use a constant";
    }
    if (f->form != FORM_BARRIER)
        out->buffer = buffer_of(lo, argument_of(call, is_in_place(lo, call) ? 1 : 0));
    return why;
}

/* They take (file, buffer, count, type, status); of a place in the file, that before the buffer. */
const expr *lower_mpi_file_bytes(lowering *lo, const syntax *call, const char *name)
{
    collective_node element = {0};
    bool moves = strncmp(name + strlen("MPI_File_"), "read", 4) == 0 ||
                 strncmp(name + strlen("MPI_File_"), "write", 5) == 0;
    const int count = strstr(name, "_at") ? 3 : 2;
    if (!moves || call->child_count != count + 4 ||
        read_type(lo, argument_of(call, count + 1), &element))
        return NULL;
    const expr *elements = value_integer(lo, argument_of(call, count), false);
    return elements ? expr_mul(lo->pool, elements, expr_int(lo->pool, element.elem_bytes)) : NULL;
}

/* --- Others ------------------------------------------------------------------------------- */

static const mpi_function *find_function(const syntax *call, const char *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, name) == 0 && call->child_count == functions[i].arguments + 1)
            return &functions[i];
    return NULL;
}

/* Does a function of MPI's send? By their names, after MPI_ and the I of those that only
 * start (MPI 4.0, chapters 3, 6 and 12). */
static bool sends(const char *name)
{
    static const char *const sending[] = {
        "Send",      "Bsend",          "Ssend",    "Rsend",      "Recv",      "Barrier",
        "Bcast",     "Gather",         "Scatter",  "Allgather",  "Alltoall",  "Reduce",
        "Allreduce", "Reduce_scatter", "Scan",     "Exscan",     "Put",       "Get",
        "Sendrecv",  "Gatherv",        "Scatterv", "Allgatherv", "Alltoallv", "Accumulate",
        "Rput",      "Rget",           "Start",    "Startall",
    };
    for (size_t i = 0; i < sizeof sending / sizeof *sending; i++)
        if (strcmp(name + 4, sending[i]) == 0 ||
            (name[4] == 'I' && strcasecmp(name + 5, sending[i]) == 0))
            return true;
    return false;
}

bool lower_mpi(lowering *lo, gather *g, const syntax *call, const char *name)
{
    if (strncmp(name, "MPI_", 4) != 0)
        return false;
    const mpi_function *f = find_function(call, name);
    collective_node c = {.name = name};
    const char *why = f ? read_call(lo, f, call, &c) : "it is no collective that is priced";
    if (why && sends(name))
        diag_report(lo->ctx->diags, DIAG_WARNING, "mpi", call->where,
                    "what '%s' sends is not in the prediction: %s", name, why);
    if (why) {
        if (f)
            lower_unknown_cost(
                lo, g, call->where,
                arena_printf(lo->ctx->arena, "what '%s' sends is not known: %s", name, why));
        return false;
    }
    c.form = f->form;
    node *n = node_new(lo->ctx, NODE_COLLECTIVE, call->where);
    n->u.collective = c;
    lower_unknown_call(lo, g, call, name);
    node_append(&g->before->head, &g->before->tail, n);
    lo->fn.has_distributed = true;
    return true;
}
