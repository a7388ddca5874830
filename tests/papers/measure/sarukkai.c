#include <math.h>

#include "tests/papers/measure/sarukkai_traces.h"

/* What each of ocean's transposes costs on P nodes of the iPSC/860 by the paper's function, in µs:
 * each sends P - 1 blocks of N / P by N / P doubles, and the ways from a node of a cube to all
 * others have P / 2 · log2 P hops together. */
static double transpose_us(int procs, int size)
{
    const double side = (double)size / procs, bytes = 8 * side * side,
                 hops = procs / 2.0 * log2(procs);
    return bytes < 100 ? (procs - 1) * (76 + 0.4 * bytes) + hops * 11
                       : (procs - 1) * (136 + 0.4 * bytes) + hops * 33;
}

/* Six in each of 20 steps, and two at the end. */
enum { TRANSPOSES = 20 * 6 + 2 };

static double predicted_us(int procs, int size)
{
    json_t *o = estimate("ocean/ocean", "--machine ipsc860 --procs %d --set N=%d", procs, size);
    const double time = communication(o, "transpose", "time_s");
    json_decref(o);
    return 1e6 * time / TRANSPOSES;
}

/* Messages of 512 bytes on 8 nodes, of 32 on 32. */
static figure transposes_by_the_function(void)
{
    const double few = predicted_us(8, 64), many = predicted_us(32, 64);
    const double off =
        fmax(fabs(few / transpose_us(8, 64) - 1), fabs(many / transpose_us(32, 64) - 1));
    return beside(
        1 + off, 1,
        "a transpose of ocean, N = 64: %.1f µs on 8 nodes, %.1f on 32; by hand 7 · (136 + "
        "204.8) + 12 · 33 = %.1f, and 31 · (76 + 12.8) + 80 · 11 = %.1f",
        few, many, transpose_us(8, 64), transpose_us(32, 64));
}

#define PIECES "cube.communication.pieces"

static figure constants_of_long_messages(void)
{
    const double startup = machine_value("ipsc860", PIECES "[1].startup_us"),
                 byte = machine_value("ipsc860", PIECES "[1].per_byte_us"),
                 hop = machine_value("ipsc860", PIECES "[1].per_hop_us");
    return statement(startup == 136 && byte == 0.4 && hop == 33,
                     "%.0f, %.1f and %.0f µs, from %.0f bytes on", startup, byte, hop,
                     machine_value("ipsc860", PIECES "[1].from_bytes"));
}

static figure two_functions(void)
{
    const double startup = machine_value("ipsc860", PIECES "[0].startup_us"),
                 byte = machine_value("ipsc860", PIECES "[0].per_byte_us"),
                 hop = machine_value("ipsc860", PIECES "[0].per_hop_us"),
                 from = machine_value("ipsc860", PIECES "[1].from_bytes");
    const figure longer = constants_of_long_messages();
    return statement(longer.holds && startup == 76 && byte == 0.4 && hop == 11 && from == 100,
                     "%.0f + %.1f n + %.0f h; %s", startup, byte, hop, longer.text);
}

const measure sarukkai_measures[] = {
    {"transposes_by_the_function", transposes_by_the_function},
    {"constants_of_long_messages", constants_of_long_messages},
    {"two_functions", two_functions},
    {"barriers_grow_with_alpha", barriers_grow_with_alpha},
    {"barriers_larger_on_few", barriers_larger_on_few},
    {"barriers_left", barriers_left},
    {"ocean_rises", ocean_rises},
    {"ocean_falls", ocean_falls},
    {"ocean_deviation_grows", ocean_deviation_grows},
    {"ocean_least", ocean_least},
    {"ocean_most", ocean_most},
    {"ocean_model", ocean_model},
    {"ocean_between", ocean_between},
    {"lifo_gains_nothing", lifo_gains_nothing},
    {"fifo_gains", fifo_gains},
    {"becomes_severe", becomes_severe},
    {"reduces", reduces},
    {0},
};
