#include <assert.h>

#include "sysmodels/file/file.h"

#define NEEDED_STRING(key, type, member)                                                           \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER, type, member, 1, CYAML_UNLIMITED)
#define OPTIONAL_STRING(key, type, member)                                                         \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, member, 1,         \
                           CYAML_UNLIMITED)
#define OPTIONAL_PART(key, type, member, fields)                                                   \
    CYAML_FIELD_MAPPING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, member, fields)
#define NEEDED_PART(key, type, member, fields)                                                     \
    CYAML_FIELD_MAPPING_PTR(key, CYAML_FLAG_POINTER, type, member, fields)
#define OPTIONAL_LIST(key, type, member, entry)                                                    \
    CYAML_FIELD_SEQUENCE(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, member, entry, 1,    \
                         CYAML_UNLIMITED)

static const cyaml_schema_field_t value_fields[] = {
    CYAML_FIELD_FLOAT("value", CYAML_FLAG_STRICT, file_quantity, value),
    CYAML_FIELD_ENUM("from", CYAML_FLAG_STRICT, file_quantity, from, provenance_words,
                     provenance_word_count),
    NEEDED_STRING("source", file_quantity, source),
    CYAML_FIELD_FLOAT_PTR("relative_error", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, file_quantity,
                          relative_error),
    CYAML_FIELD_END,
};

#define WORD_SCHEMA(name)                                                                          \
    static const cyaml_schema_field_t name##_word_fields[] = {                                     \
        CYAML_FIELD_ENUM("value", CYAML_FLAG_STRICT, file_word, value, name##_words,               \
                         name##_word_count),                                                       \
        CYAML_FIELD_ENUM("from", CYAML_FLAG_STRICT, file_word, from, provenance_words,             \
                         provenance_word_count),                                                   \
        NEEDED_STRING("source", file_word, source),                                                \
        CYAML_FIELD_END,                                                                           \
    };

WORD_SCHEMA(composition)
WORD_SCHEMA(replacement)
WORD_SCHEMA(write_policy)
WORD_SCHEMA(truth)
WORD_SCHEMA(topology)
WORD_SCHEMA(embedding)
WORD_SCHEMA(exchange_rule)
WORD_SCHEMA(packing_rule)
WORD_SCHEMA(placement)
WORD_SCHEMA(uplink_choice)
WORD_SCHEMA(half_way)
WORD_SCHEMA(sharing)
WORD_SCHEMA(both_ways)
WORD_SCHEMA(inside_by)
WORD_SCHEMA(request_service)
WORD_SCHEMA(barrier_model)
WORD_SCHEMA(collective_algorithm)
WORD_SCHEMA(measures)
WORD_SCHEMA(pattern_measure)

static const cyaml_schema_field_t whole_number_fields[] = {
    CYAML_FIELD_INT("value", CYAML_FLAG_DEFAULT, file_word, value),
    CYAML_FIELD_ENUM("from", CYAML_FLAG_STRICT, file_word, from, provenance_words,
                     provenance_word_count),
    NEEDED_STRING("source", file_word, source),
    CYAML_FIELD_END,
};

/* The keys of a quantity, one a unit, in the order of units_of. */
/* clang-format off */
#define KEY(type, member, i, key) OPTIONAL_PART(key, type, member[i], value_fields),
#define KEYS_FREQUENCY(type, member, key)                                                          \
    KEY(type, member, 0, key "_MHz") KEY(type, member, 1, key "_GHz")
#define KEYS_CPU_TIME(type, member, key)                                                           \
    KEY(type, member, 0, key "_clk") KEY(type, member, 1, key "_ns")
#define KEYS_TIME(type, member, key)                                                               \
    KEY(type, member, 0, key "_us") KEY(type, member, 1, key "_ns")
#define KEYS_SIZE(type, member, key)                                                               \
    KEY(type, member, 0, key "_bytes") KEY(type, member, 1, key "_KiB")                            \
    KEY(type, member, 2, key "_MiB") KEY(type, member, 3, key "_GiB")
#define KEYS_WAYS(type, member, key) KEY(type, member, 0, key "_ways")
#define KEYS_FRACTION(type, member, key) KEY(type, member, 0, key "_fraction")
#define KEYS_COUNT(type, member, key) KEY(type, member, 0, key)

static const cyaml_schema_field_t operation_keys[] = {
#define X(name) KEYS_CPU_TIME(file_operations, op[SAG_OP_##name], #name)
    SAG_OPS(X)
#undef X
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t processing_keys[] = {
    OPTIONAL_PART("composition", file_processing, composition, composition_word_fields),
#define X(name, dim, zero, need) KEYS_##dim(file_processing, name, #name)
    PROCESSING_QUANTITIES(X)
#undef X
#define X(name) KEYS_CPU_TIME(file_processing, op[SAG_OP_##name], #name)
    SAG_OPS(X)
#undef X
    OPTIONAL_PART("reciprocal_throughput", file_processing, reciprocal_throughput, operation_keys),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t cache_keys[] = {
    NEEDED_STRING("name", file_cache, name),
#define X(name, dim, zero, need) KEYS_##dim(file_cache, name, #name)
    CACHE_QUANTITIES(X)
#undef X
    NEEDED_PART("replacement", file_cache, replacement, replacement_word_fields),
    NEEDED_PART("write_policy", file_cache, write_policy, write_policy_word_fields),
    NEEDED_PART("write_allocate", file_cache, write_allocate, truth_word_fields),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t cache_entry = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, file_cache, cache_keys)};

static const cyaml_schema_field_t memory_keys[] = {
#define X(name, dim, zero, need) KEYS_##dim(file_memory, name, #name)
    MEMORY_QUANTITIES(X)
#undef X
    OPTIONAL_LIST("caches", file_memory, caches, &cache_entry),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t piece_keys[] = {
#define X(name, dim, zero, need) KEYS_##dim(file_piece, name, #name)
    PIECE_QUANTITIES(X)
#undef X
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t piece_entry = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, file_piece, piece_keys)};

static const cyaml_schema_value_t number_entry = {CYAML_VALUE_FLOAT(CYAML_FLAG_STRICT, double)};

static const cyaml_schema_field_t measured_keys[] = {
    CYAML_FIELD_INT("processors", CYAML_FLAG_DEFAULT, file_measured, processors),
    OPTIONAL_LIST("from_bytes", file_measured, from_bytes, &number_entry),
    OPTIONAL_LIST("startup_us", file_measured, startup_us, &number_entry),
    OPTIONAL_LIST("per_byte_us", file_measured, per_byte_us, &number_entry),
    CYAML_FIELD_ENUM("from", CYAML_FLAG_STRICT, file_measured, from, provenance_words,
                     provenance_word_count),
    NEEDED_STRING("source", file_measured, source),
    CYAML_FIELD_FLOAT_PTR("relative_error", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, file_measured,
                          relative_error),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t measured_entry = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, file_measured, measured_keys)};

static const cyaml_schema_field_t library_keys[] = {
    CYAML_FIELD_INT("processors", CYAML_FLAG_DEFAULT, file_library, processors),
    CYAML_FIELD_FLOAT("from_bytes", CYAML_FLAG_STRICT, file_library, from_bytes),
    CYAML_FIELD_ENUM("algorithm", CYAML_FLAG_STRICT, file_library, algorithm,
                     library_algorithm_words, library_algorithm_word_count),
    CYAML_FIELD_FLOAT_PTR("segment_bytes", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, file_library,
                          segment_bytes),
    CYAML_FIELD_ENUM("hands_over", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, file_library,
                     hands_over, root_hands_words, root_hands_word_count),
    CYAML_FIELD_ENUM("hands_over_apart", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, file_library,
                     hands_over_apart, truth_words, truth_word_count),
    CYAML_FIELD_ENUM("sends_first", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, file_library,
                     sends_first, truth_words, truth_word_count),
    CYAML_FIELD_FLOAT_PTR("stretch", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, file_library,
                          stretch),
    CYAML_FIELD_ENUM("from", CYAML_FLAG_STRICT, file_library, from, provenance_words,
                     provenance_word_count),
    NEEDED_STRING("source", file_library, source),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t library_entry = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, file_library, library_keys)};

static const cyaml_schema_field_t collective_keys[] = {
    NEEDED_PART("algorithm", file_collective, algorithm, collective_algorithm_word_fields),
    OPTIONAL_PART("subgroups", file_collective, subgroups, collective_algorithm_word_fields),
    OPTIONAL_PART("measures", file_collective, measures, measures_word_fields),
    OPTIONAL_LIST("pieces", file_collective, pieces, &piece_entry),
    OPTIONAL_LIST("measured", file_collective, measured, &measured_entry),
    OPTIONAL_LIST("library", file_collective, library, &library_entry),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t called_keys[] = {
    OPTIONAL_LIST("library", file_collective, library, &library_entry),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t collectives_keys[] = {
    OPTIONAL_PART("broadcast", file_collectives, kind[COLLECTIVE_BROADCAST], collective_keys),
    OPTIONAL_PART("reduce", file_collectives, kind[COLLECTIVE_REDUCE], collective_keys),
    OPTIONAL_PART("allgather", file_collectives, kind[COLLECTIVE_ALLGATHER], collective_keys),
    OPTIONAL_PART("barrier", file_collectives, kind[COLLECTIVE_BARRIER], collective_keys),
    OPTIONAL_PART("alltoall", file_collectives, kind[COLLECTIVE_ALLTOALL], called_keys),
    OPTIONAL_PART("alltoallv", file_collectives, kind[COLLECTIVE_ALLTOALLV], called_keys),
    OPTIONAL_PART("reduce_to_one", file_collectives, kind[COLLECTIVE_REDUCE_TO_ONE], called_keys),
    OPTIONAL_PART("gather", file_collectives, kind[COLLECTIVE_GATHER], called_keys),
    OPTIONAL_PART("scatter", file_collectives, kind[COLLECTIVE_SCATTER], called_keys),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t function_keys[] = {
    CYAML_FIELD_SEQUENCE("pieces", CYAML_FLAG_POINTER, file_function, pieces, &piece_entry, 1,
                         CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const char *const dims_keys[PATTERN_DIMS_MAX] = {"dims_1", "dims_2", "dims_3"};

static const cyaml_schema_field_t pattern_keys[] = {
    OPTIONAL_PART("measures", file_pattern, measures, pattern_measure_word_fields),
    OPTIONAL_LIST("pieces", file_pattern, pieces, &piece_entry),
    OPTIONAL_PART("dims_1", file_pattern, dims[0], function_keys),
    OPTIONAL_PART("dims_2", file_pattern, dims[1], function_keys),
    OPTIONAL_PART("dims_3", file_pattern, dims[2], function_keys),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t patterns_keys[] = {
#define X(name, of) OPTIONAL_PART(#name, file_patterns, kind[PATTERN_##name], pattern_keys),
    SAG_PATTERNS(X)
#undef X
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t extrapolation_keys[] = {
    OPTIONAL_PART("requests", file_extrapolation, requests, request_service_word_fields),
    OPTIONAL_PART("barrier", file_extrapolation, barrier, barrier_model_word_fields),
    OPTIONAL_PART("barrier_by_messages", file_extrapolation, barrier_by_messages,
                  truth_word_fields),
#define X(name, dim, zero, need) KEYS_##dim(file_extrapolation, name, #name)
    EXTRAPOLATION_QUANTITIES(X)
#undef X
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t node_number_entry = {CYAML_VALUE_INT(CYAML_FLAG_DEFAULT, int)};

static const cyaml_schema_field_t communication_keys[] = {
    NEEDED_PART("topology", file_communication, topology, topology_word_fields),
    OPTIONAL_PART("embedding", file_communication, embedding, embedding_word_fields),
    NEEDED_PART("exchange", file_communication, exchange, exchange_rule_word_fields),
    OPTIONAL_PART("packing", file_communication, packing, packing_rule_word_fields),
    OPTIONAL_PART("nodes_max", file_communication, nodes_max, whole_number_fields),
    OPTIONAL_PART("placement", file_communication, placement, placement_word_fields),
    OPTIONAL_LIST("placement_nodes", file_communication, placement_nodes, &node_number_entry),
    OPTIONAL_PART("uplink_choice", file_communication, uplink_choice, uplink_choice_word_fields),
    OPTIONAL_PART("sharing", file_communication, sharing, sharing_word_fields),
    OPTIONAL_PART("both_ways", file_communication, both_ways, both_ways_word_fields),
    OPTIONAL_PART("inside_by", file_communication, inside_by, inside_by_word_fields),
    OPTIONAL_PART("half_way", file_communication, half_way, half_way_word_fields),
#define X(name, dim, zero, need) KEYS_##dim(file_communication, name, #name)
    COMMUNICATION_QUANTITIES(X)
#undef X
    CYAML_FIELD_SEQUENCE("pieces", CYAML_FLAG_POINTER, file_communication, pieces, &piece_entry, 1,
                         CYAML_UNLIMITED),
    OPTIONAL_PART("inside", file_communication, inside, function_keys),
    OPTIONAL_LIST("send_pieces", file_communication, send_pieces, &piece_entry),
    OPTIONAL_LIST("inside_send_pieces", file_communication, inside_send_pieces, &piece_entry),
    OPTIONAL_PART("collectives", file_communication, collectives, collectives_keys),
    OPTIONAL_PART("patterns", file_communication, patterns, patterns_keys),
    OPTIONAL_PART("extrapolation", file_communication, extrapolation, extrapolation_keys),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t io_keys[] = {
#define X(name, dim, zero, need) KEYS_##dim(file_io, name, #name)
    IO_QUANTITIES(X)
#undef X
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t part_entry = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

static const cyaml_schema_field_t unit_keys[] = {
    NEEDED_STRING("name", file_unit, name),
    NEEDED_STRING("title", file_unit, title),
    OPTIONAL_LIST("parts", file_unit, parts, &part_entry),
    OPTIONAL_PART("processing", file_unit, processing, processing_keys),
    OPTIONAL_PART("memory", file_unit, memory, memory_keys),
    OPTIONAL_PART("communication", file_unit, communication, communication_keys),
    OPTIONAL_PART("io", file_unit, io, io_keys),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t unit_entry = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, file_unit, unit_keys)};

static const cyaml_schema_field_t error_keys[] = {
    CYAML_FIELD_FLOAT("seed", CYAML_FLAG_STRICT, file_errors, of[FROM_SEED]),
    CYAML_FIELD_FLOAT("seen", CYAML_FLAG_STRICT, file_errors, of[FROM_SEEN]),
    CYAML_FIELD_FLOAT("derived", CYAML_FLAG_STRICT, file_errors, of[FROM_DERIVED]),
    CYAML_FIELD_FLOAT("recollected", CYAML_FLAG_STRICT, file_errors, of[FROM_RECOLLECTED]),
    CYAML_FIELD_FLOAT("trained", CYAML_FLAG_STRICT, file_errors, of[FROM_TRAINED]),
    CYAML_FIELD_FLOAT("user", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, file_errors, of[FROM_USER]),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t training_keys[] = {
    NEEDED_STRING("host", file_training, host),
    NEEDED_STRING("processor", file_training, processor),
    NEEDED_STRING("mpi", file_training, mpi),
    NEEDED_STRING("date", file_training, date),
    OPTIONAL_STRING("started", file_training, started),
    CYAML_FIELD_ENUM("simulated", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, file_training,
                     is_simulated, truth_words, truth_word_count),
    CYAML_FIELD_ENUM("quick", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, file_training, is_quick,
                     truth_words, truth_word_count),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t author_entry = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

static const cyaml_schema_field_t reference_keys[] = {
    NEEDED_STRING("key", file_reference, key),
    CYAML_FIELD_SEQUENCE("authors", CYAML_FLAG_POINTER, file_reference, authors, &author_entry, 1,
                         CYAML_UNLIMITED),
    NEEDED_STRING("title", file_reference, title),
    NEEDED_STRING("published", file_reference, published),
    NEEDED_STRING("year", file_reference, year),
    OPTIONAL_STRING("pages", file_reference, pages),
    OPTIONAL_STRING("doi", file_reference, doi),
    OPTIONAL_STRING("url", file_reference, url),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t reference_mapping = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, file_reference, reference_keys)};

static const cyaml_schema_field_t machine_keys[] = {
    NEEDED_STRING("schema", file_machine, schema),
    NEEDED_STRING("name", file_machine, name),
    NEEDED_STRING("title", file_machine, title),
    NEEDED_PART("relative_errors", file_machine, relative_errors, error_keys),
    NEEDED_STRING("root", file_machine, root),
    NEEDED_STRING("node", file_machine, node),
    OPTIONAL_STRING("host", file_machine, host),
    OPTIONAL_STRING("link", file_machine, link),
    OPTIONAL_PART("trained", file_machine, trained, training_keys),
    CYAML_FIELD_SEQUENCE("units", CYAML_FLAG_POINTER, file_machine, units, &unit_entry, 1,
                         CYAML_UNLIMITED),
    OPTIONAL_LIST("references", file_machine, references, &reference_mapping),
    CYAML_FIELD_END,
};

const cyaml_schema_value_t machine_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, file_machine, machine_keys)};

/* clang-format on */

const char *pattern_dims_key(int dims)
{
    assert(dims >= 1 && dims <= PATTERN_DIMS_MAX);
    return dims_keys[dims - 1];
}

/* ---- how the parts of a file are called ---- */

const char *machine_mapping_name(const cyaml_schema_field_t *fields)
{
    static const struct {
        const cyaml_schema_field_t *fields;
        const char *name;
    } names[] = {
        {machine_keys, "a machine"},
        {error_keys, "the relative errors"},
        {training_keys, "what it was trained on"},
        {reference_keys, "a reference"},
        {unit_keys, "a unit"},
        {processing_keys, "a processing component"},
        {operation_keys, "the reciprocal throughputs"},
        {memory_keys, "a memory component"},
        {cache_keys, "a cache"},
        {communication_keys, "a communication component"},
        {piece_keys, "a message piece"},
        {collectives_keys, "the collectives"},
        {collective_keys, "a collective"},
        {measured_keys, "a collective of so many processors"},
        {library_keys, "what the library does with so many processors"},
        {patterns_keys, "the patterns"},
        {pattern_keys, "a pattern"},
        {function_keys, "a pattern on a grid"},
        {extrapolation_keys, "what programs of remote accesses and barriers have of it"},
        {io_keys, "an input/output component"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (names[i].fields == fields)
            return names[i].name;
    return "a value";
}
