#include <stdio.h>

#include "tests/papers/measure/parashar.h"

/* The iPSC/860 (Parashar and Hariri 1996, sections 2.1, 4.4 and 5). */

#define MACHINE "ipsc860"

figure parashar_components_of_a_unit(void)
{
    const bool holds =
        machine_has(MACHINE, "node.processing") && machine_has(MACHINE, "node.memory") &&
        machine_has(MACHINE, "cube.communication") && machine_has(MACHINE, "host.io");
    return statement(holds,
                     "`processing`, `memory`, `communication` and `io`, each of which a unit may "
                     "lack");
}

figure parashar_figure_3(void)
{
    const bool has_parts = machine_says(MACHINE, "system.parts[0]", "cube") &&
                           machine_says(MACHINE, "system.parts[1]", "link") &&
                           machine_says(MACHINE, "system.parts[2]", "host");
    const bool link_sends_only =
        machine_has(MACHINE, "link.communication") && !machine_has(MACHINE, "link.processing") &&
        !machine_has(MACHINE, "link.memory") && !machine_has(MACHINE, "link.io");
    return statement(has_parts && link_sends_only,
                     "`ipsc860`: system of cube, link and host; the link has communication only");
}

/* What table 2 lists, and where a machine file has it. */
static const char *const table_2[][2] = {
    {"integer and float add", "node.processing.float_add_clk"},
    {"integer and float multiply", "node.processing.int_multiply_clk"},
    {"integer divide", "node.processing.int_divide_clk"},
    {"float divide", "node.processing.float_divide_clk"},
    {"integer to float", "node.processing.int_to_float_clk"},
    {"float to integer", "node.processing.float_to_int_clk"},
    {"per-iteration loop overhead", "node.processing.loop_iteration_clk"},
    {"step limit overhead", "node.processing.loop_setup_clk"},
    {"condition", "node.processing.condition_clk"},
    {"branch taken", "node.processing.branch_taken_clk"},
    {"call", "node.processing.call_clk"},
    {"abs()", "node.processing.fabs_clk"},
    {"exp()", "node.processing.exp_clk"},
    {"cache size", "node.memory.caches[0].size_KiB"},
    {"cache block size", "node.memory.caches[0].line_bytes"},
    {"cache replacement", "node.memory.caches[0].replacement"},
    {"cache associativity", "node.memory.caches[0].associativity_ways"},
    {"cache write policy", "node.memory.caches[0].write_policy"},
    {"main memory size", "node.memory.size_MiB"},
    {"page size", "node.memory.page_KiB"},
    {"instruction cache size", "node.memory.instruction_cache_KiB"},
    {"instruction cache block size", "node.memory.instruction_line_bytes"},
    {"fetch and fetch miss", "node.memory.caches[0].fetch_miss_clk"},
    {"store and store miss", "node.memory.caches[0].store_miss_clk"},
    {"pipelined main memory fetch", "node.memory.pipelined_fetch_clk"},
    {"pipelined main memory store", "node.memory.pipelined_store_clk"},
    {"access overhead", "node.memory.access_clk"},
    {"TLB miss", "node.memory.tlb_miss_clk"},
    {"read/write switch", "node.memory.read_write_switch_clk"},
    {"topology", "cube.communication.topology"},
    {"routing scheme", "cube.communication.routing"},
    {"static buffer size", "cube.communication.pieces[1].from_bytes"},
    {"static start-up", "cube.communication.pieces[0].startup_us"},
    {"static time a byte", "cube.communication.pieces[0].per_byte_us"},
    {"static per hop", "cube.communication.pieces[0].per_hop_us"},
    {"static receive overhead", "cube.communication.pieces[0].receive_us"},
    {"dynamic start-up", "cube.communication.pieces[1].startup_us"},
    {"dynamic time a byte", "cube.communication.pieces[1].per_byte_us"},
    {"dynamic per hop", "cube.communication.pieces[1].per_hop_us"},
    {"dynamic receive overhead", "cube.communication.pieces[1].receive_us"},
    {"synchronisation", "cube.communication.collectives.barrier"},
    {"broadcast", "cube.communication.collectives.broadcast"},
    {"multicast", "cube.communication.collectives.multicast"},
    {"reduction", "cube.communication.collectives.reduce"},
    {"shifts", "cube.communication.patterns.shift"},
};
enum { ENTRIES = sizeof table_2 / sizeof table_2[0] };

figure parashar_table_2(void)
{
    char missing[400] = "";
    int found = 0, at = 0;
    for (int i = 0; i < ENTRIES; i++) {
        if (machine_has(MACHINE, table_2[i][1]))
            found++;
        else
            at += snprintf(missing + at, sizeof missing - (size_t)at, "%s%s", at ? ", " : "",
                           table_2[i][0]);
    }
    return statement(found == ENTRIES, "%d of %d; not there: %s", found, ENTRIES, missing);
}

figure parashar_intrinsics(void)
{
    static const char *const names[] = {"cshift", "tshift", "sum", "product", "maxloc"};
    char own[128] = "";
    int found = 0, at = 0;
    for (int i = 0; i < 5; i++) {
        char path[128];
        snprintf(path, sizeof path, "cube.communication.patterns.%s", names[i]);
        if (!machine_has(MACHINE, path))
            continue;
        at += snprintf(own + at, sizeof own - (size_t)at, "%s%s", at ? ", " : "", names[i]);
        found++;
    }
    return statement(found == 5, "%d of the 5 intrinsics have a function of their own: %s", found,
                     own);
}

figure parashar_validation_machine(void)
{
    static const struct {
        const char *path;
        double value;
    } told[] = {
        {"node.memory.instruction_cache_KiB", 4},
        {"node.memory.caches[0].size_KiB", 8},
        {"node.memory.size_MiB", 8},
        {"node.processing.clock_MHz", 40},
    };
    int same = 0;
    for (int i = 0; i < 4; i++)
        same += machine_value(MACHINE, told[i].path) == told[i].value;
    const double nodes = machine_value(MACHINE, "cube.communication.nodes_max");
    const double flops = 2e-6 / (clocks("double_add") + clocks("double_multiply")),
                 singles = 2e-6 / (clocks("float_add") + clocks("float_multiply"));
    return statement(same == 4 && nodes >= 8 && flops >= 40 && singles >= 80,
                     "caches, memory and clock the same, up to %.0f nodes; a multiplication and an "
                     "addition pass at %.1f MFlop/s in single precision and %.1f in double",
                     nodes, singles, flops);
}
