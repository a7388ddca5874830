#include "sysmodels/file/word.h"

#include <assert.h>
#include <string.h>

#define ENTRY(word, value) {word, value},
#define X(name, words, what) const cyaml_strval_t name##_words[name##_word_count] = {words(ENTRY)};
WORD_LISTS(X)
#undef X
#undef ENTRY

const char *machine_enum_name(const cyaml_strval_t *words)
{
#define X(name, list, what)                                                                        \
    if (words == name##_words)                                                                     \
        return what;
    WORD_LISTS(X)
#undef X
    assert(false && "an enumeration without a name");
    return "";
}

static const char *word_of(const cyaml_strval_t *words, int count, int64_t value)
{
    for (int i = 0; i < count; ++i)
        if (words[i].val == value)
            return words[i].str;
    assert(false && "a value that is in no enumeration");
    return "";
}

#define WORD_FUNCTION(name, type)                                                                  \
    const char *name##_name(type value)                                                            \
    {                                                                                              \
        return word_of(name##_words, name##_word_count, (int64_t)value);                           \
    }

WORD_FUNCTION(provenance, provenance)
WORD_FUNCTION(composition, composition)
WORD_FUNCTION(replacement, replacement)
WORD_FUNCTION(write_policy, write_policy)
WORD_FUNCTION(topology, topology)
WORD_FUNCTION(embedding, embedding)
WORD_FUNCTION(exchange_rule, exchange_rule)
WORD_FUNCTION(packing_rule, packing_rule)
WORD_FUNCTION(placement, placement)
WORD_FUNCTION(uplink_choice, uplink_choice)
WORD_FUNCTION(half_way, half_way)
WORD_FUNCTION(sharing, sharing)
WORD_FUNCTION(both_ways, both_ways)
WORD_FUNCTION(inside_by, inside_by)
WORD_FUNCTION(request_service, request_service)
WORD_FUNCTION(barrier_model, barrier_model)
WORD_FUNCTION(message_form, message_form)
WORD_FUNCTION(loop_order, loop_order)
WORD_FUNCTION(pattern_way, pattern_way)
WORD_FUNCTION(collective_algorithm, collective_algorithm)
WORD_FUNCTION(library_algorithm, library_algorithm)
WORD_FUNCTION(pattern_measure, pattern_measure)

/* clang-format off */
#define WORD(name, words, type, member, origin)                                                    \
    {name, words##_words, words##_word_count, offsetof(type, member),                              \
     sizeof((type *)0)->member, offsetof(type, origin)},

static const word_field words_of_processing[] = {
    WORD("composition", composition, sag_processing, compose, compose_origin)
};
static const word_field words_of_cache[] = {
    WORD("replacement", replacement, sag_cache, replace, replace_origin)
    WORD("write_policy", write_policy, sag_cache, write, write_origin)
    WORD("write_allocate", truth, sag_cache, write_allocate, write_allocate_origin)
};
static const word_field words_of_communication[] = {
    WORD("topology", topology, sag_communication, topology, topology_origin)
    WORD("embedding", embedding, sag_communication, embedding, embedding_origin)
    WORD("exchange", exchange_rule, sag_communication, exchange, exchange_origin)
    WORD("packing", packing_rule, sag_communication, packing, packing_origin)
    WORD("placement", placement, sag_communication, placement, placement_origin)
    WORD("uplink_choice", uplink_choice, sag_communication, uplink_choice, uplink_choice_origin)
    WORD("half_way", half_way, sag_communication, half_way, half_way_origin)
    WORD("sharing", sharing, sag_communication, sharing, sharing_origin)
    WORD("both_ways", both_ways, sag_communication, both_ways, both_ways_origin)
    WORD("inside_by", inside_by, sag_communication, inside_by, inside_by_origin)
    {"nodes_max", NULL, 0, offsetof(sag_communication, nodes_max), sizeof(int),
     offsetof(sag_communication, nodes_max_origin)},
};
static const word_field words_of_collective[] = {
    WORD("algorithm", collective_algorithm, sag_collective, algorithm, algorithm_origin)
    WORD("subgroups", collective_algorithm, sag_collective, subgroups, subgroups_origin)
    WORD("measures", measures, sag_collective, measures_completion, measures_origin)
};
static const word_field words_of_extrapolation[] = {
    WORD("requests", request_service, sag_extrapolation, requests, requests_origin)
    WORD("barrier", barrier_model, sag_extrapolation, barrier, barrier_origin)
    WORD("barrier_by_messages", truth, sag_extrapolation, barrier_by_messages,
         barrier_by_messages_origin)
};
static const word_field words_of_pattern[] = {
    WORD("measures", pattern_measure, sag_pattern, measures, measures_origin)
};
/* clang-format on */

#define WORD_TABLE(name)                                                                           \
    {                                                                                              \
        words_of_##name, (int)(sizeof words_of_##name / sizeof *words_of_##name)                   \
    }

const word_table processing_words = WORD_TABLE(processing);
const word_table cache_words = WORD_TABLE(cache);
const word_table communication_words = WORD_TABLE(communication);
const word_table collective_words = WORD_TABLE(collective);
const word_table extrapolation_words = WORD_TABLE(extrapolation);
const word_table pattern_words = WORD_TABLE(pattern);

static const char *const op_names[] = {
#define X(name) #name,
    SAG_OPS(X)
#undef X
};

const char *sag_op_name(sag_op op)
{
    assert((int)op >= 0 && op < SAG_OP_COUNT);
    return op_names[op];
}

static const char *const pattern_names[] = {
#define X(name, of) #name,
    SAG_PATTERNS(X)
#undef X
};

const char *sag_pattern_name(sag_pattern_kind k)
{
    assert((int)k >= 0 && k < PATTERN_COUNT);
    return pattern_names[k];
}

sag_pattern_kind sag_pattern_by_name(const char *name)
{
    int k = 0;
    while (k < PATTERN_COUNT && strcmp(pattern_names[k], name) != 0)
        ++k;
    return (sag_pattern_kind)k;
}

const char *collective_kind_name(collective_kind k)
{
    switch (k) {
    case COLLECTIVE_BROADCAST:
        return "broadcast";
    case COLLECTIVE_REDUCE:
        return "reduce";
    case COLLECTIVE_ALLGATHER:
        return "allgather";
    case COLLECTIVE_BARRIER:
        return "barrier";
    case COLLECTIVE_ALLTOALL:
        return "alltoall";
    case COLLECTIVE_ALLTOALLV:
        return "alltoallv";
    case COLLECTIVE_REDUCE_TO_ONE:
        return "reduce_to_one";
    case COLLECTIVE_GATHER:
        return "gather";
    case COLLECTIVE_SCATTER:
        return "scatter";
    case COLLECTIVE_KIND_COUNT:
        break;
    }
    assert(false && "no such collective");
    return "";
}
