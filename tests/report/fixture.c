#include "tests/report/fixture.h"

#include <stdlib.h>
#include <string.h>

const report_style plain_style = {.color = false, .width = 100};

typedef struct parts {
    aag_unit start, iterate, exchange, nest, statement, end;
    communication comm;
    variable a;
    function entry;
    program program;
    const source_file *file;
    layout layout;
    const char *distribution;
    const proc_grid *grid_of;
    proc_grid grid;
    aag_graph graph;
    sag machine;
    unit_cost costs[6];
    comm_cost comm_costs[1];
    const aag_unit *units[6];
    param n;
    parameter_value values[1];
    assumption assumptions[1];
    double busy[4];
    busy_class busy_classes[2];
} parts;

static source_range at(const source_file *file, int line, int column)
{
    return (source_range){file, line, column, line, column + 1};
}

static void make_units(parts *p, const source_file *file)
{
    p->start = (aag_unit){.cls = AAG_START, .id = 0, .next = &p->iterate};
    p->iterate = (aag_unit){.cls = AAG_ITER_SYNC,
                            .id = 1,
                            .last = 4,
                            .where = at(file, 3, 5),
                            .next = &p->end,
                            .child = &p->exchange,
                            .has_comm = true};
    p->exchange = (aag_unit){.cls = AAG_COMM,
                             .id = 2,
                             .last = 2,
                             .where = at(file, 5, 20),
                             .parent = &p->iterate,
                             .next = &p->nest,
                             .comm = &p->comm,
                             .has_comm = true};
    p->nest = (aag_unit){.cls = AAG_ITER_D,
                         .id = 3,
                         .last = 4,
                         .where = at(file, 4, 9),
                         .parent = &p->iterate,
                         .child = &p->statement};
    p->statement = (aag_unit){
        .cls = AAG_SEQ, .id = 4, .last = 4, .where = at(file, 5, 13), .parent = &p->nest};
    p->end = (aag_unit){.cls = AAG_END, .id = 5, .last = 5};
    const aag_unit *units[] = {&p->start, &p->iterate,   &p->exchange,
                               &p->nest,  &p->statement, &p->end};
    for (int i = 0; i < 6; i++)
        p->units[i] = units[i];
}

static void make_costs(parts *p)
{
    const unit_cost costs[] = {
        {.unit = &p->start, .count = 1},
        {.unit = &p->iterate, .count = 1, .time = {.overhead = 10e-6}},
        {.unit = &p->exchange, .count = 10, .time = {.communication = 200e-6, .waiting = 50e-6}},
        {.unit = &p->nest, .count = 10, .time = {.overhead = 40e-6}},
        {.unit = &p->statement, .count = 490, .time = {.computation = 700e-6}, .misses = {123}},
        {.unit = &p->end, .count = 1},
    };
    for (int i = 0; i < 6; i++)
        p->costs[i] = costs[i];
    p->comm_costs[0] = (comm_cost){.comm = &p->comm,
                                   .unit = &p->exchange,
                                   .count = 10,
                                   .messages = 60,
                                   .bytes = 480,
                                   .time = 200e-6,
                                   .sent = 2,
                                   .received = 2,
                                   .message_bytes = 8,
                                   .message_least = 8,
                                   .message_time = 10e-6,
                                   .is_alike = true,
                                   .is_even = true};
}

fixture fixture_new(const char *path, const char *text)
{
    fixture f = {.ctx = fp_context_new()};
    f.file = source_add(f.ctx->sources, path, text, strlen(text));
    parts *p = ARENA_NEW(f.ctx->arena, parts);
    p->a = (variable){.name = "a", .where = at(f.file, 1, 1), .elem_bytes = 4, .rank = 1};
    p->comm = (communication){.kind = COMM_SHIFT,
                              .var = &p->a,
                              .elem_bytes = 4,
                              .where = at(f.file, 5, 20),
                              .reason = "'a' needs the elements at both ends of its neighbours"};
    p->entry = (function){.name = "sweep", .where = at(f.file, 1, 6), .has_body = true};
    p->file = f.file;
    p->program = (program){.ctx = f.ctx, .file = f.file, .file_count = 1, .files = &p->file};
    p->grid = (proc_grid){.name = "P", .rank = 1};
    p->distribution = "T(block)";
    p->grid_of = &p->grid;
    p->layout = (layout){.text_count = 1, .text = &p->distribution, .text_grid = &p->grid_of};
    make_units(p, f.file);
    make_costs(p);
    p->graph = (aag_graph){.program = &p->program,
                           .entry = &p->entry,
                           .layout = &p->layout,
                           .unit_count = 6,
                           .units = p->units,
                           .root = &p->start};
    p->machine = (sag){.name = "toy", .title = "A toy"};
    p->n = (param){.name = "N", .where = at(f.file, 1, 1)};
    p->values[0] = (parameter_value){&p->n, 100};
    p->assumptions[0] = (assumption){at(f.file, 3, 5), "'it' runs 10 times"};
    const double busy[] = {600e-6, 750e-6, 750e-6, 600e-6};
    memcpy(p->busy, busy, sizeof busy);
    p->busy_classes[0] = (busy_class){600e-6, 0, 2};
    p->busy_classes[1] = (busy_class){750e-6, 1, 2};
    f.estimate = (estimate){.graph = &p->graph,
                            .machine = &p->machine,
                            .procs = 4,
                            .shape_rank = 1,
                            .shape = {4},
                            .time = 1e-3,
                            .low = 0.95e-3,
                            .high = 1.05e-3,
                            .slowest = 1,
                            .parts = {700e-6, 200e-6, 50e-6, 50e-6},
                            .unit_count = 6,
                            .units = p->costs,
                            .comm_count = 1,
                            .comms = p->comm_costs,
                            .busy = p->busy,
                            .busy_class_count = 2,
                            .busy_classes = p->busy_classes,
                            .balance = 0.9,
                            .node_bytes = 200,
                            .assumption_count = 1,
                            .assumptions = p->assumptions,
                            .parameter_count = 1,
                            .parameters = p->values};
    return f;
}

fixture fixture_sweep(void)
{
    return fixture_new("sweep.c", "void sweep(void)\n"
                                  "{\n"
                                  "    for (it = 0; it < 10; it++) // niter\n"
                                  "        for (i = 1; i < 99; i++)\n"
                                  "            b[i] = a[i-1] + a[i+1];\n"
                                  "}\n");
}

void fixture_unknown(fixture *f, unknown_kind kind, int line, const char *reason)
{
    enum { LINE = 3, UNITS = 3 };
    static const int unit_of[UNITS] = {1, 3, 4}; /* of lines 3, 4 and 5 */
    estimate *e = &f->estimate;
    arena *a = f->ctx->arena;
    aag_unit *unit = (aag_unit *)e->units[unit_of[line - LINE]].unit;
    unknown_effect *u = ARENA_NEW(a, unknown_effect);
    *u = (unknown_effect){
        .kind = kind, .where = at(f->file, line, 9), .reason = reason, .next = unit->unknowns};
    unit->unknowns = u;
    const unknown_effect **all = ARENA_ARRAY(a, e->unknown_count + 1, const unknown_effect *);
    for (int i = 0; i < e->unknown_count; i++)
        all[i] = e->unknowns[i];
    all[e->unknown_count++] = u;
    e->unknowns = all;
}

void fixture_free(fixture *f)
{
    fp_context_free(f->ctx);
}

const char *fixture_print(fixture *f, printer print)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    print(f, out);
    fclose(out);
    const char *copy = arena_strndup(f->ctx->arena, text, size);
    free(text);
    return copy;
}
