#ifndef FPREDICT_SYSMODELS_FILE_WORD_H
#define FPREDICT_SYSMODELS_FILE_WORD_H

/* The words of machine files, for sysmodels/ alone: what each enumeration is
 * written as, and where a component keeps its words. The schema, the reader, the
 * writer and `--set machine…` all follow these lists. */

#include <cyaml/cyaml.h>
#include <stdint.h>

#include "sysmodels/model/sag.h"

/* X(word, value) */
#define PROVENANCE_WORDS(X)                                                                        \
    X("seed", FROM_SEED)                                                                           \
    X("seen", FROM_SEEN)                                                                           \
    X("derived", FROM_DERIVED)                                                                     \
    X("recollected", FROM_RECOLLECTED)                                                             \
    X("trained", FROM_TRAINED)                                                                     \
    X("user", FROM_USER)
#define COMPOSITION_WORDS(X)                                                                       \
    X("in_order", COMPOSE_IN_ORDER)                                                                \
    X("pipelined", COMPOSE_PIPELINED)                                                              \
    X("out_of_order", COMPOSE_OUT_OF_ORDER)                                                        \
    X("superscalar", COMPOSE_SUPERSCALAR)
#define REPLACEMENT_WORDS(X)                                                                       \
    X("lru", REPLACE_LRU)                                                                          \
    X("random", REPLACE_RANDOM)                                                                    \
    X("fifo", REPLACE_FIFO)
#define WRITE_POLICY_WORDS(X)                                                                      \
    X("write_back", WRITE_BACK)                                                                    \
    X("write_through", WRITE_THROUGH)
#define TRUTH_WORDS(X)                                                                             \
    X("false", false)                                                                              \
    X("true", true)
#define TOPOLOGY_WORDS(X)                                                                          \
    X("hypercube", TOPOLOGY_HYPERCUBE)                                                             \
    X("full", TOPOLOGY_FULL)                                                                       \
    X("mesh", TOPOLOGY_MESH)                                                                       \
    X("torus", TOPOLOGY_TORUS)                                                                     \
    X("switch", TOPOLOGY_SWITCH)                                                                   \
    X("fat_tree", TOPOLOGY_FAT_TREE)                                                               \
    X("dragonfly", TOPOLOGY_DRAGONFLY)
#define EMBEDDING_WORDS(X)                                                                         \
    X("gray", EMBED_GRAY)                                                                          \
    X("row_major", EMBED_ROW_MAJOR)
#define EXCHANGE_RULE_WORDS(X)                                                                     \
    X("posted", EXCHANGE_POSTED)                                                                   \
    X("phased", EXCHANGE_PHASED)                                                                   \
    X("pushed", EXCHANGE_PUSHED)                                                                   \
    X("adapter", EXCHANGE_ADAPTER)
#define PACKING_RULE_WORDS(X)                                                                      \
    X("as_needed", PACK_AS_NEEDED)                                                                 \
    X("always", PACK_ALWAYS)
#define PLACEMENT_WORDS(X)                                                                         \
    X("in_order", PLACE_IN_ORDER)                                                                  \
    X("by_grid", PLACE_BY_GRID)                                                                    \
    X("list", PLACE_LIST)
#define UPLINK_CHOICE_WORDS(X)                                                                     \
    X("shared", UPLINKS_SHARED)                                                                    \
    X("by_destination", UPLINKS_BY_DESTINATION)                                                    \
    X("by_source", UPLINKS_BY_SOURCE)
#define HALF_WAY_WORDS(X)                                                                          \
    X("direct", HALF_WAY_DIRECT)                                                                   \
    X("up", HALF_WAY_UP)                                                                           \
    X("up_not_from_middle", HALF_WAY_UP_NOT_FROM_MIDDLE)
#define SHARING_WORDS(X)                                                                           \
    X("equal", SHARING_EQUAL)                                                                      \
    X("inverse_latency", SHARING_INVERSE_LATENCY)
#define BOTH_WAYS_WORDS(X)                                                                         \
    X("apart", BOTH_WAYS_APART)                                                                    \
    X("shared", BOTH_WAYS_SHARED)
#define INSIDE_BY_WORDS(X)                                                                         \
    X("memory", INSIDE_BY_MEMORY)                                                                  \
    X("port", INSIDE_BY_PORT)
#define REQUEST_SERVICE_WORDS(X)                                                                   \
    X("no_interrupt", SERVICE_NO_INTERRUPT)                                                        \
    X("interrupt", SERVICE_INTERRUPT)                                                              \
    X("poll", SERVICE_POLL)
#define BARRIER_MODEL_WORDS(X)                                                                     \
    X("linear", BARRIER_LINEAR)                                                                    \
    X("logarithmic", BARRIER_LOGARITHMIC)                                                          \
    X("hardware", BARRIER_HARDWARE)
#define MESSAGE_FORM_WORDS(X)                                                                      \
    X("vectors", MESSAGES_VECTORS)                                                                 \
    X("iterations", MESSAGES_ITERATIONS)                                                           \
    X("elements", MESSAGES_ELEMENTS)
#define LOOP_ORDER_WORDS(X)                                                                        \
    X("source", LOOPS_SOURCE)                                                                      \
    X("memory", LOOPS_MEMORY)
/* All ways; those of transposes and redistributions; those of what is irregular. */
#define PATTERN_WAY_WORDS(X)                                                                       \
    X("messages", WAY_MESSAGES)                                                                    \
    X("pairwise", WAY_PAIRWISE)                                                                    \
    X("allgather", WAY_ALLGATHER)
#define STEPPED_WAY_WORDS(X)                                                                       \
    X("messages", WAY_MESSAGES)                                                                    \
    X("pairwise", WAY_PAIRWISE)
#define GATHERED_WAY_WORDS(X)                                                                      \
    X("messages", WAY_MESSAGES)                                                                    \
    X("allgather", WAY_ALLGATHER)
#define COLLECTIVE_ALGORITHM_WORDS(X)                                                              \
    X("direct", COLLECTIVE_DIRECT)                                                                 \
    X("binomial", COLLECTIVE_BINOMIAL)                                                             \
    X("recursive_doubling", COLLECTIVE_RECURSIVE_DOUBLING)                                         \
    X("ring", COLLECTIVE_RING)                                                                     \
    X("linear", COLLECTIVE_LINEAR)                                                                 \
    X("pattern", COLLECTIVE_PATTERN)
#define LIBRARY_ALGORITHM_WORDS(X)                                                                 \
    X("linear", LIBRARY_LINEAR)                                                                    \
    X("binomial", LIBRARY_BINOMIAL)                                                                \
    X("knomial", LIBRARY_KNOMIAL)                                                                  \
    X("chain", LIBRARY_CHAIN)                                                                      \
    X("binary", LIBRARY_BINARY)                                                                    \
    X("split_binary", LIBRARY_SPLIT_BINARY)                                                        \
    X("scatter_doubling", LIBRARY_SCATTER_DOUBLING)                                                \
    X("scatter_ring", LIBRARY_SCATTER_RING)                                                        \
    X("recursive_doubling", LIBRARY_DOUBLING)                                                      \
    X("recursive_halving", LIBRARY_HALVING)                                                        \
    X("up_and_down", LIBRARY_UP_AND_DOWN)                                                          \
    X("ring", LIBRARY_RING)                                                                        \
    X("pairwise", LIBRARY_PAIRWISE)                                                                \
    X("bruck", LIBRARY_BRUCK)                                                                      \
    X("neighbours", LIBRARY_NEIGHBOURS)                                                            \
    X("direct", LIBRARY_DIRECT)                                                                    \
    X("spread", LIBRARY_SPREAD)                                                                    \
    X("partners", LIBRARY_PARTNERS)                                                                \
    X("measured", LIBRARY_MEASURED)
#define ROOT_HANDS_WORDS(X)                                                                        \
    X("false", HANDS_NOTHING)                                                                      \
    X("true", HANDS_TO_FIRST)                                                                      \
    X("node", HANDS_TO_FIRST_OF_NODE)
#define MEASURES_WORDS(X)                                                                          \
    X("participation", false)                                                                      \
    X("completion", true)
#define PATTERN_MEASURE_WORDS(X)                                                                   \
    X("message", MEASURES_MESSAGE)                                                                 \
    X("participation", MEASURES_PARTICIPATION)                                                     \
    X("completion", MEASURES_COMPLETION)

/* X(name, its words, how a person calls what is chosen) */
#define WORD_LISTS(X)                                                                              \
    X(provenance, PROVENANCE_WORDS, "a provenance")                                                \
    X(composition, COMPOSITION_WORDS, "a composition")                                             \
    X(replacement, REPLACEMENT_WORDS, "a replacement policy")                                      \
    X(write_policy, WRITE_POLICY_WORDS, "a write policy")                                          \
    X(truth, TRUTH_WORDS, "true or false")                                                         \
    X(topology, TOPOLOGY_WORDS, "a topology")                                                      \
    X(embedding, EMBEDDING_WORDS, "an embedding")                                                  \
    X(exchange_rule, EXCHANGE_RULE_WORDS, "an exchange rule")                                      \
    X(packing_rule, PACKING_RULE_WORDS, "a packing")                                               \
    X(placement, PLACEMENT_WORDS, "a placement")                                                   \
    X(uplink_choice, UPLINK_CHOICE_WORDS, "a choice of links up")                                  \
    X(half_way, HALF_WAY_WORDS, "a way round")                                                     \
    X(sharing, SHARING_WORDS, "a way to share")                                                    \
    X(both_ways, BOTH_WAYS_WORDS, "what two ways have of a link")                                  \
    X(inside_by, INSIDE_BY_WORDS, "a way inside a node")                                           \
    X(request_service, REQUEST_SERVICE_WORDS, "a way to serve requests")                           \
    X(barrier_model, BARRIER_MODEL_WORDS, "a model of barriers")                                   \
    X(message_form, MESSAGE_FORM_WORDS, "what is a message")                                       \
    X(loop_order, LOOP_ORDER_WORDS, "an order of loops")                                           \
    X(pattern_way, PATTERN_WAY_WORDS, "a way to do it")                                            \
    X(stepped_way, STEPPED_WAY_WORDS, "a way to do it")                                            \
    X(gathered_way, GATHERED_WAY_WORDS, "a way to do it")                                          \
    X(collective_algorithm, COLLECTIVE_ALGORITHM_WORDS, "an algorithm")                            \
    X(library_algorithm, LIBRARY_ALGORITHM_WORDS, "an algorithm")                                  \
    X(root_hands, ROOT_HANDS_WORDS, "true, false or node")                                         \
    X(measures, MEASURES_WORDS, "what a pattern measures")                                         \
    X(pattern_measure, PATTERN_MEASURE_WORDS, "what a pattern measures")

/* provenance_words and provenance_word_count, and so on. */
#define PLUS_ONE(word, value) +1
#define X(name, words, what)                                                                       \
    enum { name##_word_count = words(PLUS_ONE) };                                                  \
    extern const cyaml_strval_t name##_words[name##_word_count];
WORD_LISTS(X)
#undef X
#undef PLUS_ONE

/* A word, or a whole number, and where it comes from. */
typedef struct word_field {
    const char *name;
    const cyaml_strval_t *words; /* null: a whole number */
    int word_count;
    size_t offset, size; /* in sag_processing, …: an enumeration, a bool or an int */
    size_t origin_offset;
} word_field;

typedef struct word_table {
    const word_field *fields;
    int count;
} word_table;

extern const word_table processing_words, cache_words, communication_words, collective_words,
    pattern_words, extrapolation_words;

/* Returns how a person calls what an enumeration chooses ("a topology"). */
const char *machine_enum_name(const cyaml_strval_t *words);

/* Return the word of a value. The other enumerations have theirs in model/quantity.h and
 * model/communication.h. */
const char *composition_name(composition c);
const char *replacement_name(replacement r);
const char *write_policy_name(write_policy w);
const char *topology_name(topology t);
const char *embedding_name(embedding e);
const char *placement_name(placement p);
const char *uplink_choice_name(uplink_choice u);
const char *half_way_name(half_way h);
const char *sharing_name(sharing s);
const char *both_ways_name(both_ways b);
const char *inside_by_name(inside_by i);
const char *request_service_name(request_service s);
const char *barrier_model_name(barrier_model b);
const char *pattern_measure_name(pattern_measure m);

#endif
