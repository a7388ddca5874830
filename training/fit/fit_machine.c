#include "training/fit/fit_machine.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/format.h"
#include "support/sort.h"
#include "sysmodels/model/operation.h"
#include "training/fit/fit_message.h"
#include "training/fit/fit_node.h"

static const char *value_of(const train_raw *raw, const char *key, const char *otherwise)
{
    const char *value = train_raw_value(raw, key);
    return value != NULL && *value != '\0' ? value : otherwise;
}

static bool is_quick(const train_raw *raw)
{
    return strcmp(value_of(raw, "sizes", "full"), "quick") == 0;
}

/* The day of a date with its time. */
static const char *day_of(arena *a, const train_raw *raw)
{
    const char *date = value_of(raw, "date", "unknown day");
    return arena_strndup(a, date, strcspn(date, "T"));
}

static const char *title_of(arena *a, const train_raw *raw)
{
    return arena_printf(a, "trained on %s, %s, %s ranks, %s", value_of(raw, "machine", "a host"),
                        day_of(a, raw), value_of(raw, "ranks", "some"),
                        value_of(raw, "mpi", "unknown MPI"));
}

/* A name for files and paths: letters, digits, '-' and '_'. */
static const char *plain_name(arena *a, const char *name)
{
    char *plain = arena_strdup(a, name);
    for (char *c = plain; *c != '\0'; c++) {
        if (!isalnum((unsigned char)*c) && *c != '-' && *c != '_')
            *c = '-';
    }
    return *plain != '\0' ? plain : "machine";
}

/* What is seen is what the system tells of itself: the sizes of its caches and memory. */
static void assume_errors(const sag *node_of, sag *m)
{
    static const double usual[PROVENANCE_COUNT] = {
        [FROM_SEED] = 0.05, [FROM_SEEN] = 0, [FROM_DERIVED] = 0.1, [FROM_RECOLLECTED] = 0.2};
    memcpy(m->relative_error, node_of != NULL ? node_of->relative_error : usual, sizeof usual);
    m->relative_error[FROM_TRAINED] = FIT_ERROR_LEAST;
}

/* Where a node's values state no error, its file's judgement is theirs; that of
 * trained ones is another in this file, and is stated. */
static const sag_unit *node_unit(arena *a, const sag *node_of)
{
    sag_unit *node = ARENA_NEW(a, sag_unit);
    *node = (sag_unit){.name = "node",
                       .title = node_of->node->title,
                       .processing = node_of->processing,
                       .memory = node_of->memory,
                       .io = node_of->node->io};
    return node;
}

/* The node that was measured; null with a sentence in `error`. */
static const sag_unit *measured_node(arena *a, const fit_request *request, int ranks,
                                     fit_notes *notes, char error[TRAIN_TEXT])
{
    sag_unit *node = ARENA_NEW(a, sag_unit);
    sag_processing *processing = ARENA_NEW(a, sag_processing);
    sag_memory *memory = ARENA_NEW(a, sag_memory);
    fit_operations operations;
    fit_solve_operations(a, request->data, &operations);
    if (!fit_processing(a, &operations, processing, notes, error))
        return NULL;
    if (operations.worst_series != NULL)
        fit_note(a, notes, "operations: the kernel furthest from their sum is %s, by %s",
                 operations.worst_series->kernel, format_percent(a, operations.worst));
    fit_memory(a, request->raw, request->data, ranks, memory, notes);
    *node = (sag_unit){.name = "node",
                       .title = arena_printf(a, "%s, compiled by %s %s",
                                             value_of(request->raw, "processor", "a processor"),
                                             value_of(request->raw, "compiler", "a compiler"),
                                             value_of(request->raw, "flags", "")),
                       .processing = processing,
                       .memory = memory};
    return node;
}

/* What packing costs is no value of a machine file: an estimate prices copies as loads,
 * stores and iterations. Says what a copy there and one back took per element. */
static void compare_copies(arena *a, const fit_data *data, const sag_processing *p,
                           fit_notes *notes)
{
    enum { ELEMENT = 8, LEAST = 1024, MOST = 65536 };
    double *each = ARENA_ARRAY(a, data->count + 1, double);
    int count = 0;
    for (int i = 0; i + 1 < data->count; i++) {
        const fit_series *unit = &data->series[i], *strided = unit + 1;
        const double bytes = (double)fit_parameter(unit, "bytes");
        if (fit_is_kernel(unit, "shift") && fit_is_kernel(strided, "shift") &&
            fit_parameter(unit, "stride") == ELEMENT &&
            fit_parameter(strided, "stride") > ELEMENT &&
            fit_parameter(unit, "bytes") == fit_parameter(strided, "bytes") &&
            fit_parameter(unit, "ranks") == fit_parameter(strided, "ranks") && bytes >= LEAST &&
            bytes <= MOST)
            each[count++] = (strided->median_s - unit->median_s) / (bytes / ELEMENT);
    }
    if (count == 0)
        return;
    const double priced = 2 * (sag_op_cost(p, SAG_OP_load)->value +
                               sag_op_cost(p, SAG_OP_store)->value + p->loop_iteration.value);
    fit_note(a, notes,
             "copies: an element is packed and unpacked in %s; the node's operations say %s",
             format_time(a, fmax(0, sort_median(each, count))), format_time(a, priced));
}

/* What the sources of parts that other machines have given cite. */
static void take_references(arena *a, const fit_request *request, sag *m)
{
    const sag *from[] = {request->node_of, request->network_of};
    int most = 0;
    for (int k = 0; k < 2; k++)
        most += from[k] != NULL ? from[k]->reference_count : 0;
    sag_reference *all = ARENA_ARRAY(a, most, sag_reference);
    m->references = all;
    for (int k = 0; k < 2; k++)
        for (int i = 0; from[k] != NULL && i < from[k]->reference_count; i++) {
            const sag_reference *r = &from[k]->references[i];
            if (reference_find(m->reference_count, all, r->key, strlen(r->key)) == NULL)
                all[m->reference_count++] = *r;
        }
}

static sag *assemble(arena *a, const fit_request *request, const sag_communication *c,
                     const sag_unit *node)
{
    sag_unit *root = ARENA_NEW(a, sag_unit);
    const sag_unit **children = ARENA_ARRAY(a, 1, const sag_unit *);
    sag *m = ARENA_NEW(a, sag);
    children[0] = node;
    *root = (sag_unit){.name = "network",
                       .title = title_of(a, request->raw),
                       .communication = c,
                       .child_count = 1,
                       .children = children};
    m->name = plain_name(a, request->name != NULL ? request->name
                                                  : value_of(request->raw, "machine", "machine"));
    m->title = root->title;
    m->root = root;
    m->node = children[0];
    m->communication = c;
    m->processing = m->node->processing;
    m->memory = m->node->memory;
    m->trained = (sag_training){.host = value_of(request->raw, "machine", "unknown"),
                                .processor = value_of(request->raw, "processor", "unknown"),
                                .mpi = value_of(request->raw, "mpi", "unknown"),
                                .date = day_of(a, request->raw),
                                .started = value_of(request->raw, "started", NULL),
                                .is_simulated = fit_is_simulated(request->raw),
                                .is_quick = is_quick(request->raw)};
    assume_errors(request->node_of, m);
    take_references(a, request, m);
    return m;
}

static int count_single(const fit_data *data)
{
    int single = 0;
    for (int i = 0; i < data->count; i++)
        single += data->series[i].count == 1 && !data->series[i].is_simulated;
    return single;
}

/* What ended runs was not measured. */
static void name_left_out(arena *a, const train_raw *raw, fit_notes *notes)
{
    const char *all = NULL;
    for (int i = 0; i < raw->left_out_count; i++)
        all = arena_printf(a, "%s%s%s %s", all != NULL ? all : "", all != NULL ? "; " : "",
                           raw->left_out[i].key, raw->left_out[i].value);
    if (all != NULL)
        fit_note(a, notes, "warning: left out, with what is larger, as it ended the run: %s", all);
}

/* What the header says against the figures, and the number of samples. */
static void warn(arena *a, const train_raw *raw, const fit_data *data, int ranks, fit_notes *notes)
{
    const int single = count_single(data);
    name_left_out(a, raw, notes);
    const double processors = strtod(value_of(raw, "processors", "0"), NULL);
    const double nodes = strtod(value_of(raw, "nodes", "1"), NULL);
    if (processors > 0 && nodes > 0 && ranks / nodes > processors)
        fit_note(a, notes, "warning: %d ranks shared %s: messages waited until their receivers ran",
                 ranks,
                 format_plural(a, (int)fmin(processors * nodes, ranks), "processor", "processors"));
    if (is_quick(raw))
        fit_note(a, notes,
                 "warning: few sizes and repetitions (--quick): to try it, not to believe");
    if (single > 0)
        fit_note(a, notes,
                 "warning: %d of %s measured once: nothing tells how much repetitions differ, "
                 "and %s is assumed",
                 single, format_plural(a, data->count, "point was", "points were"),
                 format_percent(a, FIT_UNREPEATED));
}

bool fit_machine(fp_context *ctx, const fit_request *request, fit_result *result,
                 char error[TRAIN_TEXT])
{
    arena *a = ctx->arena;
    const int ranks = atoi(value_of(request->raw, "ranks", "0"));
    *result = (fit_result){0};
    if (ranks < 2) {
        snprintf(error, TRAIN_TEXT,
                 ranks == 1 ? "it is of one rank, and a machine needs messages: start the training "
                              "set with two ranks or more"
                            : "its header does not say of how many ranks it is");
        return false;
    }
    if (request->node_of == NULL && fit_is_simulated(request->raw)) {
        snprintf(error, TRAIN_TEXT,
                 "time was simulated, so that operations and memory were not measured: "
                 "--node-of names a machine whose node this one has");
        return false;
    }
    warn(a, request->raw, request->data, ranks, &result->notes);
    sag_communication *c = ARENA_NEW(a, sag_communication);
    const sag_communication *like =
        request->network_of != NULL ? request->network_of->communication : NULL;
    sag_communication adapter;
    if (!fit_base(a, request->data, ranks, request->per_node, like, c, &adapter, &result->notes,
                  error))
        return false;
    const sag_unit *node = request->node_of != NULL
                               ? node_unit(a, request->node_of)
                               : measured_node(a, request, ranks, &result->notes, error);
    if (node == NULL)
        return false;
    result->network = (fit_network){.communication = c, .ranks = ranks};
    if (!fit_is_simulated(request->raw))
        result->network.combine_s = fit_combine(node->processing);
    compare_copies(a, request->data, node->processing, &result->notes);
    fit_patterns(a, request->data, &result->network, c, &adapter, &result->evidence,
                 &result->notes);
    fit_library(a, request->data, &result->network, false, c, &result->notes);
    fit_residuals(a, request->data, &result->network, c, &result->notes);
    result->communication = c;
    sag *machine = assemble(a, request, c, node);
    fit_simplify(a, machine, c);
    result->machine = machine;
    return true;
}

/* Leaves out the function that is missed least: of gathers and transposes, which programs do
 * seldom and in messages that have one; then of shifts on grids of most axes, which have that
 * of the axes below. Returns what it was of, or null. */
static const char *leave_out_pattern(arena *a, sag_communication *c)
{
    static const sag_pattern_kind kinds[] = {PATTERN_gather, PATTERN_transpose};
    sag_pattern *shift = &c->pattern[PATTERN_shift];
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (c->pattern[kinds[k]].is_set) {
            c->pattern[kinds[k]].is_set = false;
            return sag_pattern_name(kinds[k]);
        }
    }
    for (int d = PATTERN_DIMS_MAX; d >= 1; d--) {
        if (shift->is_set && shift->dims[d - 1].piece_count > 0) {
            shift->dims[d - 1] = (message_function){0};
            shift->is_set = shift->dims[0].piece_count + shift->dims[1].piece_count > 0;
            return arena_printf(a, "shifts on grids of %d axes", d);
        }
    }
    return NULL;
}

/* The same of a collective, which an algorithm stands for then: what is left out last. */
static const char *leave_out_collective(arena *a, sag_communication *c)
{
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; k++) {
        sag_collective *g = &c->collective[k];
        if (g->measured_count > 0) {
            g->measured_count = 0;
            return arena_printf(a, "the collective '%s'", collective_kind_name((collective_kind)k));
        }
    }
    return NULL;
}

static const char *write_machine(fp_context *ctx, const sag *machine, size_t *length)
{
    char *text = NULL;
    FILE *memory = open_memstream(&text, length);
    const bool is_written = memory != NULL && sag_write(ctx, machine, memory);
    if (memory != NULL)
        fclose(memory);
    const char *kept = is_written ? arena_strndup(ctx->arena, text, *length) : NULL;
    free(text);
    return kept;
}

/* Leaves something out, and notes it; numbers of processors once, at their end. Returns
 * whether there was something. */
static bool make_shorter(fp_context *ctx, fit_result *result, int *numbers, double *off)
{
    arena *a = ctx->arena;
    sag_communication *c = result->communication;
    if (fit_join_library(a, c))
        return true;
    const char *left = leave_out_pattern(a, c);
    const double by_neighbours = left == NULL ? fit_leave_out_number(a, c) : -1;
    fit_mend_library(a, c);
    if (by_neighbours >= 0) {
        ++*numbers;
        *off = fmax(*off, by_neighbours);
        return true;
    }
    if (left == NULL && fit_leave_out_of_library(a, c))
        return true;
    left = left == NULL ? leave_out_collective(a, c) : left;
    fit_mend_library(a, c);
    if (left != NULL)
        fit_note(a, &result->notes,
                 "the function of %s is left out: the file would be larger than %d bytes", left,
                 FIT_FILE_MOST);
    return left != NULL;
}

const char *fit_machine_text(fp_context *ctx, fit_result *result, size_t *length)
{
    const char *text;
    int numbers = 0;
    double off = 0;
    while ((text = write_machine(ctx, result->machine, length)) != NULL &&
           *length > FIT_FILE_MOST && make_shorter(ctx, result, &numbers, &off))
        ;
    if (numbers > 0)
        fit_note(
            ctx->arena, &result->notes,
            "collectives of %s are left out: the file would be larger than %d bytes; the "
            "numbers beside them are off by %s at worst",
            format_plural(ctx->arena, numbers, "number of processors", "numbers of processors"),
            FIT_FILE_MOST, format_percent(ctx->arena, off));
    if (text == NULL)
        return NULL;
    const source_file *file =
        source_add(ctx->sources, "the machine that was fitted", text, *length);
    return sag_read(ctx, file) != NULL ? text : NULL;
}
