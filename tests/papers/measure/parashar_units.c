#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/papers/measure/parashar.h"

/* What a unit takes, beside the paper's formulas worked out here with the machine's values
 * (Parashar and Hariri 1996, section 2.3). The programs are in programs/. */

enum { ITERATIONS = 1000 }; /* of units.c, and STEPS of exchange.c */
enum { STEPS = 100 };

static double unit(const char *name)
{
    json_t *o = program("units", NO_MISSES, "");
    const double time = region(o, name, "time_s");
    json_decref(o);
    return time;
}

figure parashar_iter_d(void)
{
    const double ours = unit("iterd");
    const double by_hand =
        clocks("loop_setup") + ITERATIONS * (clocks("loop_iteration") + clocks("double_add"));
    return beside(ours, by_hand, "%.1f µs, by hand %.1f", 1e6 * ours, 1e6 * by_hand);
}

/* n = N, and as long as it is more than 1: a loop of n iterations, and n halved. Test and halving
 * are the loop's control. */
figure parashar_iter_nd(void)
{
    double by_hand = clocks("loop_setup");
    for (int n = ITERATIONS; n > 1; n /= 2)
        by_hand += clocks("loop_iteration") + clocks("loop_setup") +
                   n * (clocks("loop_iteration") + clocks("double_add"));
    const double ours = unit("iternd");
    return beside(
        ours, by_hand,
        "`while (n > 1)` around n iterations, n halved: %.3f µs, by hand, one iteration after "
        "another, %.3f; where computed values end a loop, the source must say `trip(…)`",
        1e6 * ours, 1e6 * by_hand);
}

/* One in four is true: x * 1.5; else x + 1. */
figure parashar_conditional(void)
{
    double by_hand = clocks("loop_setup");
    for (int i = 0; i < ITERATIONS; i++) {
        const int weight = i % 4 == 0 ? 1 : 0;
        by_hand += clocks("loop_iteration") + clocks("condition") + clocks("int_divide") +
                   clocks("int_compare") +
                   weight * (clocks("branch_taken") + clocks("double_multiply")) +
                   (1 - weight) * clocks("double_add");
    }
    const double ours = unit("conditional");
    return beside(ours, by_hand, "%.1f µs, by hand %.1f", 1e6 * ours, 1e6 * by_hand);
}

/* The paper's recurrence: when each iteration and each communication is called. A block is a loop
 * over the one element of the processor. */
figure parashar_iter_sync(void)
{
    const double loop = clocks("loop_setup") + clocks("loop_iteration");
    const double copy = loop + clocks("load") + clocks("store");
    const double block_1 = copy + clocks("double_add"), comm = short_message(8);
    const double block_2 = copy + copy + clocks("double_multiply"), block_3 = copy;
    double call = clocks("loop_setup");
    for (int i = 0; i < STEPS; i++) {
        const double comm_1 = call + clocks("loop_iteration") + block_1;
        const double comm_2 = comm_1 + comm + block_2;
        call = comm_2 + comm + block_3;
    }
    json_t *o = program("exchange", NO_MISSES, "");
    const double ours = region(o, "steps", "time_s");
    json_decref(o);
    return beside(ours, call, "%.4f ms, by hand %.4f", 1e3 * ours, 1e3 * call);
}

figure parashar_overlap(void)
{
    json_t *o = program("exchange", "--overlap 0.25", "");
    const double ours = part(o, "communication"),
                 by_hand = 2 * STEPS * (1 - 0.25) * short_message(8);
    json_decref(o);
    return beside(ours, by_hand, "f = 0.25: %.2f ms, by hand %.2f", 1e3 * ours, 1e3 * by_hand);
}

figure parashar_global_clock(void)
{
    json_t *o = program("waiting", NO_MISSES, "");
    const double ours = part(o, "waiting"),
                 by_hand = 1000 * (clocks("loop_iteration") + clocks("double_add") +
                                   clocks("load") + clocks("store"));
    json_decref(o);
    return beside(ours, by_hand, "the other's 1,000 iterations: %.1f µs of waiting, by hand %.1f",
                  1e6 * ours, 1e6 * by_hand);
}

/* Communication of a sender: its message, and what is started and waited for later. */
static double sent(const char *options, const char *flags)
{
    json_t *o = program("sender", options, flags);
    const double time = part(o, "communication");
    json_decref(o);
    return time;
}

figure parashar_three_components(void)
{
    json_t *o = program("waiting", "--param cube.communication.call_overhead_us=10 " NO_MISSES, "");
    json_t *without = program("waiting", NO_MISSES, "");
    const double calls = part(o, "overhead") - part(without, "overhead"),
                 transmission = part(o, "communication"), waiting = part(o, "waiting");
    json_decref(o);
    json_decref(without);
    const bool are_three =
        equal(calls, 20e-6) && equal(transmission, short_message(8)) && waiting > 0;
    const double started = sent("", "-DASYNC=1"), hidden = sent("--overlap 1", "-DASYNC=1");
    return statement(are_three && started == 0,
                     "call %.0f µs, transmission %.1f, waiting %.0f; a sender of an asynchronous "
                     "message pays %.1f, with `--overlap 1` %.0f",
                     1e6 * calls, 1e6 * transmission, 1e6 * waiting, 1e6 * started, 1e6 * hidden);
}

figure parashar_functional_interpretation(void)
{
    int halved = 0;
    for (int n = ITERATIONS; n > 1; n /= 2)
        halved += n;
    json_t *o = program("units", "", "");
    const bool holds =
        has_unit(o, "Seq", 250) && has_unit(o, "Seq", 750) && has_unit(o, "Seq", halved);
    json_decref(o);
    return statement(holds,
                     "`i %% 4 == 0` of 1,000: 250 and 750; `n /= 2` down from 1,000: %d "
                     "iterations inside, as counted by hand",
                     halved);
}

figure parashar_modules_are_independent(void)
{
    json_t *one = program("exchange", NO_MISSES, "");
    json_t *two = program("exchange", NO_MISSES " --scale processor=2", "");
    const double computing = part(one, "computation"), faster = part(two, "computation"),
                 sending = part(one, "communication"), same = part(two, "communication");
    json_decref(one);
    json_decref(two);
    return statement(equal(computing, 2 * faster) && equal(sending, same),
                     "a node twice as fast: computing %.1f → %.1f µs, communicating %.2f → %.2f ms",
                     1e6 * computing, 1e6 * faster, 1e3 * sending, 1e3 * same);
}

/* Marks the classes in a graph. */
static void find_classes(const json_t *o, const char *const *classes, bool *found)
{
    size_t i;
    const char *key;
    json_t *value;
    if (json_is_array(o)) {
        json_array_foreach(o, i, value) find_classes(value, classes, found);
        return;
    }
    json_object_foreach((json_t *)o, key, value)
    {
        for (int c = 0; classes[c]; c++) {
            if (strcmp(key, "class") == 0 && strcmp(json_string_value(value), classes[c]) == 0)
                found[c] = true;
        }
        find_classes(value, classes, found);
    }
}

figure parashar_classes_of_units(void)
{
    static const char *const classes[] = {"Start",    "End",     "Seq",    "Spawn",     "IterD",
                                          "IterSync", "IterND",  "CondtD", "CondtSync", "Comm",
                                          "Sync",     "SyncSeq", "Call",   NULL};
    static const char *const graphs[][2] = {{"tests/papers/programs/units.c", ""},
                                            {"tests/papers/programs/classes.c", ""},
                                            {"tests/papers/programs/sender.c", "-DASYNC=1"},
                                            {"samples/pi/pi.c", ""}};
    bool found[sizeof classes / sizeof classes[0]] = {false};
    int count = 0;
    for (size_t i = 0; i < sizeof graphs / sizeof graphs[0]; i++) {
        json_t *o = graph(graphs[i][0], graphs[i][1]);
        find_classes(o, classes, found);
        json_decref(o);
    }
    for (int c = 0; classes[c]; c++)
        count += found[c];
    return statement(count == 13, "%d of the 13, in graphs of four small programs", count);
}

/* Misses of 4,096 doubles added up twice, which are four times the cache. */
static double misses(const char *options)
{
    json_t *o = program("passes", options, "");
    const double count = region(o, "passes", "misses");
    json_decref(o);
    return count;
}

figure parashar_memory_heuristic(void)
{
#define CACHE "--param 'cube.node.memory.caches[0]."
    const double as_is = misses(""), large = misses(CACHE "size_KiB=64'"),
                 line = misses(CACHE "line_bytes=64'"),
                 direct = misses("--set N=512 " CACHE "associativity_ways=1'"),
                 ways = misses("--set N=512 " CACHE "associativity_ways=4'"),
                 fifo = misses(CACHE "replacement=fifo'");
#undef CACHE
    return statement(line < as_is && large < as_is && ways < direct && fifo != as_is,
                     "two passes over 4,096 doubles: %.0f misses; lines of 64 bytes %.0f; 64 KiB "
                     "%.0f; 512 doubles, direct-mapped %.0f, 4 ways %.0f; other replacement %.0f",
                     as_is, line, large, direct, ways, fifo);
}

figure parashar_experiments(void)
{
    json_t *as_is = program("exchange", "", ""),
           *loaded = program("exchange", "--load network=0.5", ""),
           *wide = program("exchange", "--scale bandwidth=2", "");
    const double ours[] = {part(as_is, "communication"), part(loaded, "communication"),
                           part(wide, "communication")};
    json_decref(as_is);
    json_decref(loaded);
    json_decref(wide);
    /* 8 bytes of 0.4 µs, which half of the channel takes twice as long for */
    const double bytes = short_message(8) - short_message(0);
    const double few = misses("--param 'cube.node.memory.caches[0].size_KiB=64'"),
                 many = misses("");
    return statement(equal(ours[0], 2 * STEPS * short_message(8)) &&
                         equal(ours[1], 2 * STEPS * (short_message(0) + 2 * bytes)) &&
                         equal(ours[2], 2 * STEPS * (short_message(0) + bytes / 2)) && few < many,
                     "200 messages of 8 bytes: %.2f ms; `--load network=0.5` %.2f, `--scale "
                     "bandwidth=2` %.2f, as by hand; a cache of 64 KiB misses %.0f times for %.0f",
                     1e3 * ours[0], 1e3 * ours[1], 1e3 * ours[2], few, many);
}
