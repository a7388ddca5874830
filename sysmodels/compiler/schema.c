#include "sysmodels/compiler/schema.h"

#define NEEDED_STRING(key, type, member)                                                           \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER, type, member, 1, CYAML_UNLIMITED)
#define OPTIONAL_PART(key, type, member, fields)                                                   \
    CYAML_FIELD_MAPPING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, member, fields)

static const cyaml_schema_field_t value_fields[] = {
    CYAML_FIELD_FLOAT("value", CYAML_FLAG_STRICT, file_quantity, value),
    CYAML_FIELD_ENUM("from", CYAML_FLAG_STRICT, file_quantity, from, provenance_words,
                     provenance_word_count),
    NEEDED_STRING("source", file_quantity, source),
    CYAML_FIELD_FLOAT_PTR("relative_error", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, file_quantity,
                          relative_error),
    CYAML_FIELD_END,
};

#define WORD_SCHEMA(name, words, count)                                                            \
    static const cyaml_schema_field_t name##_fields[] = {                                          \
        CYAML_FIELD_ENUM("value", CYAML_FLAG_STRICT, file_word, value, words, count),              \
        CYAML_FIELD_ENUM("from", CYAML_FLAG_STRICT, file_word, from, provenance_words,             \
                         provenance_word_count),                                                   \
        NEEDED_STRING("source", file_word, source),                                                \
        CYAML_FIELD_END,                                                                           \
    };

/* A pattern is a function of a machine's, and the last of the algorithms. */
enum { MESSAGE_ALGORITHMS = collective_algorithm_word_count - 1 };
_Static_assert((int)COLLECTIVE_PATTERN == (int)MESSAGE_ALGORITHMS,
               "the algorithms before it send messages");

WORD_SCHEMA(exchange, exchange_rule_words, exchange_rule_word_count)
WORD_SCHEMA(packing, packing_rule_words, packing_rule_word_count)
WORD_SCHEMA(messages, message_form_words, message_form_word_count)
WORD_SCHEMA(loop_order, loop_order_words, loop_order_word_count)
WORD_SCHEMA(stepped, stepped_way_words, stepped_way_word_count)
WORD_SCHEMA(gathered, gathered_way_words, gathered_way_word_count)
WORD_SCHEMA(algorithm, collective_algorithm_words, MESSAGE_ALGORITHMS)

/* clang-format off */
static const cyaml_schema_field_t algorithms_keys[] = {
    OPTIONAL_PART("broadcast", file_algorithms, kind[COLLECTIVE_BROADCAST], algorithm_fields),
    OPTIONAL_PART("reduce", file_algorithms, kind[COLLECTIVE_REDUCE], algorithm_fields),
    OPTIONAL_PART("allgather", file_algorithms, kind[COLLECTIVE_ALLGATHER], algorithm_fields),
    OPTIONAL_PART("barrier", file_algorithms, kind[COLLECTIVE_BARRIER], algorithm_fields),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t patterns_keys[] = {
    OPTIONAL_PART("transpose", file_ways, way[TOLD_TRANSPOSE], stepped_fields),
    OPTIONAL_PART("redistribute", file_ways, way[TOLD_REDISTRIBUTE], stepped_fields),
    OPTIONAL_PART("irregular", file_ways, way[TOLD_IRREGULAR], gathered_fields),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t compiler_keys[] = {
    NEEDED_STRING("schema", file_compiler, schema),
    NEEDED_STRING("name", file_compiler, name),
    NEEDED_STRING("title", file_compiler, title),
    OPTIONAL_PART("exchange", file_compiler, exchange, exchange_fields),
    OPTIONAL_PART("packing", file_compiler, packing, packing_fields),
    OPTIONAL_PART("messages", file_compiler, messages, messages_fields),
    OPTIONAL_PART("loop_order", file_compiler, loop_order, loop_order_fields),
    OPTIONAL_PART("call_overhead_us", file_compiler, call_overhead[0], value_fields),
    OPTIONAL_PART("call_overhead_ns", file_compiler, call_overhead[1], value_fields),
    OPTIONAL_PART("collectives", file_compiler, collectives, algorithms_keys),
    OPTIONAL_PART("patterns", file_compiler, patterns, patterns_keys),
    CYAML_FIELD_END,
};
/* clang-format on */

static const cyaml_schema_value_t compiler_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, file_compiler, compiler_keys)};

static const char *mapping_name(const cyaml_schema_field_t *fields)
{
    if (fields == compiler_keys)
        return "a compiler";
    if (fields == patterns_keys)
        return "the patterns";
    return fields == algorithms_keys ? "the collectives" : "a value";
}

const schema_form compiler_form = {
    .schema = &compiler_schema, .version = "fpredict/compiler/1", .mapping_name = mapping_name};
