#ifndef FPREDICT_TESTS_PAPERS_MEASURE_PARASHAR_H
#define FPREDICT_TESTS_PAPERS_MEASURE_PARASHAR_H

/* The measures of Parashar and Hariri 1996, by topic, and what they share. */

#include "tests/papers/measure/measure.h"

/* Caches and the translation buffer cost nothing: what remains is counted by hand. */
#define NO_MISSES                                                                                  \
    "--param 'cube.node.memory.caches[0].fetch_miss_clk=0' "                                       \
    "--param 'cube.node.memory.caches[0].store_miss_clk=0' "                                       \
    "--param 'cube.node.memory.tlb_miss_clk=0'"

/* What `estimate` says of programs/NAME.c with options and flags of the compiler. The caller owns
 * it. */
json_t *program(const char *name, const char *options, const char *flags);

/* The graph of programs/NAME.c, or of "samples/…/….c", with flags; the caller owns it. */
json_t *graph(const char *path, const char *flags);

/* Seconds of an operation of the iPSC/860's node: "double_add". */
double clocks(const char *operation);

/* Seconds of a short message of that many bytes to a neighbour in the iPSC/860. */
double short_message(int bytes);

/* A part of the slowest processor's time: "waiting". */
double part(const json_t *o, const char *key);

/* Equal but for how numbers are rounded to picoseconds. */
bool equal(double a, double b);

/* Whether a unit of a class is executed so often. */
bool has_unit(const json_t *o, const char *class, double count);

#define OF_UNITS(X)                                                                                \
    X(modules_are_independent)                                                                     \
    X(functional_interpretation)                                                                   \
    X(classes_of_units)                                                                            \
    X(three_components)                                                                            \
    X(global_clock)                                                                                \
    X(iter_d)                                                                                      \
    X(iter_sync)                                                                                   \
    X(iter_nd)                                                                                     \
    X(conditional)                                                                                 \
    X(memory_heuristic)                                                                            \
    X(overlap)                                                                                     \
    X(experiments)
#define OF_LANGUAGE(X)                                                                             \
    X(figure_4)                                                                                    \
    X(figure_6)                                                                                    \
    X(default_mapping)                                                                             \
    X(forall_semantics)                                                                            \
    X(forall_levels)                                                                               \
    X(figure_7)                                                                                    \
    X(array_assignment)                                                                            \
    X(where_mask)                                                                                  \
    X(table_5)
#define OF_MACHINE(X)                                                                              \
    X(components_of_a_unit)                                                                        \
    X(figure_3)                                                                                    \
    X(table_2)                                                                                     \
    X(intrinsics)                                                                                  \
    X(validation_machine)
#define OF_RESULTS(X)                                                                              \
    X(table_3)                                                                                     \
    X(laplace_choice)                                                                              \
    X(figure_13)                                                                                   \
    X(figure_15)                                                                                   \
    X(figure_16)                                                                                   \
    X(figure_17)                                                                                   \
    X(figure_18)                                                                                   \
    X(figure_19)                                                                                   \
    X(nbody_shifts)                                                                                \
    X(nbody_phases)                                                                                \
    X(finance_phases)
#define OF_ACCURACY(X)                                                                             \
    X(nbody_error)                                                                                 \
    X(worst_case)                                                                                  \
    X(best_case)                                                                                   \
    X(kernels_worst)                                                                               \
    X(within_variance)                                                                             \
    X(lfk1)                                                                                        \
    X(lfk2)                                                                                        \
    X(lfk3)                                                                                        \
    X(lfk9)                                                                                        \
    X(lfk14)                                                                                       \
    X(lfk22)                                                                                       \
    X(pbs1)                                                                                        \
    X(pbs2)                                                                                        \
    X(pbs3)                                                                                        \
    X(pbs4)                                                                                        \
    X(pi)                                                                                          \
    X(nbody)                                                                                       \
    X(finance)                                                                                     \
    X(laplace_block_block)                                                                         \
    X(laplace_block_star)                                                                          \
    X(laplace_star_block)                                                                          \
    X(laplace_below_1)                                                                             \
    X(more_cost_effective)                                                                         \
    X(figure_24_interpreted)                                                                       \
    X(figure_24_measured)

#define DECLARE(name) figure parashar_##name(void);
OF_UNITS(DECLARE)
OF_LANGUAGE(DECLARE)
OF_MACHINE(DECLARE)
OF_RESULTS(DECLARE)
OF_ACCURACY(DECLARE)
#undef DECLARE

#endif
