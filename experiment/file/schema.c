#include "experiment/file/schema.h"

#define NEEDED_STRING(key, type, member)                                                           \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER, type, member, 1, CYAML_UNLIMITED)
#define OPTIONAL_STRING(key, type, member)                                                         \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, member, 1,         \
                           CYAML_UNLIMITED)
#define OPTIONAL_NUMBER(key, type, member)                                                         \
    CYAML_FIELD_FLOAT_PTR(key, CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, type, member)
#define OPTIONAL_LIST(key, type, member, entry)                                                    \
    CYAML_FIELD_SEQUENCE(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, member, entry, 1,    \
                         CYAML_UNLIMITED)

static const cyaml_strval_t command_words[] = {{"estimate", EXPERIMENT_ESTIMATE},
                                               {"extrapolate", EXPERIMENT_EXTRAPOLATE},
                                               {"replay", EXPERIMENT_REPLAY}};
static const cyaml_strval_t what_words[] = {
    {"processors", AXIS_PROCESSORS},     {"size", AXIS_SIZE},       {"parameter", AXIS_PARAMETER},
    {"distribution", AXIS_DISTRIBUTION}, {"machine", AXIS_MACHINE}, {"option", AXIS_OPTION}};
static const cyaml_strval_t spacing_words[] = {{"linear", SPACING_LINEAR},
                                               {"geometric", SPACING_GEOMETRIC}};
#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

const char *experiment_kind_name(experiment_kind k)
{
    return command_words[k].str;
}

const char *axis_kind_name(axis_kind k)
{
    return what_words[k].str;
}

static const cyaml_schema_value_t text_entry = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

static const cyaml_schema_field_t axis_keys[] = {
    CYAML_FIELD_ENUM("what", CYAML_FLAG_STRICT, file_axis, what, what_words, COUNT_OF(what_words)),
    OPTIONAL_STRING("name", file_axis, name),
    OPTIONAL_LIST("values", file_axis, values, &text_entry),
    OPTIONAL_NUMBER("from", file_axis, from),
    OPTIONAL_NUMBER("to", file_axis, to),
    OPTIONAL_NUMBER("step", file_axis, step),
    OPTIONAL_NUMBER("factor", file_axis, factor),
    CYAML_FIELD_INT_PTR("count", CYAML_FLAG_OPTIONAL, file_axis, count),
    CYAML_FIELD_ENUM_PTR("spacing", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, file_axis, spacing,
                         spacing_words, COUNT_OF(spacing_words)),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t axis_entry = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, file_axis, axis_keys)};

static const cyaml_schema_field_t experiment_keys[] = {
    NEEDED_STRING("schema", file_experiment, schema),
    NEEDED_STRING("name", file_experiment, name),
    OPTIONAL_STRING("title", file_experiment, title),
    CYAML_FIELD_ENUM("command", CYAML_FLAG_STRICT, file_experiment, command, command_words,
                     COUNT_OF(command_words)),
    OPTIONAL_LIST("sources", file_experiment, sources, &text_entry),
    OPTIONAL_LIST("flags", file_experiment, flags, &text_entry),
    OPTIONAL_STRING("trace", file_experiment, trace),
    OPTIONAL_STRING("entry", file_experiment, entry),
    OPTIONAL_STRING("arguments", file_experiment, arguments),
    OPTIONAL_STRING("machine", file_experiment, machine),
    OPTIONAL_STRING("processors", file_experiment, processors),
    OPTIONAL_LIST("set", file_experiment, set, &text_entry),
    OPTIONAL_LIST("distribute", file_experiment, distribute, &text_entry),
    OPTIONAL_LIST("parameters", file_experiment, parameters, &text_entry),
    OPTIONAL_LIST("options", file_experiment, options, &text_entry),
    CYAML_FIELD_SEQUENCE("vary", CYAML_FLAG_POINTER, file_experiment, vary, &axis_entry, 1,
                         CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t experiment_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, file_experiment, experiment_keys)};

static const char *mapping_name(const cyaml_schema_field_t *fields)
{
    return fields == axis_keys ? "what varies" : "an experiment";
}

static const char *word_name(const cyaml_strval_t *words)
{
    if (words == command_words)
        return "a command that an experiment runs";
    return words == what_words ? "what can vary" : "a spacing";
}

const schema_form experiment_form = {.schema = &experiment_schema,
                                     .version = "fpredict/experiment-file/1",
                                     .mapping_name = mapping_name,
                                     .word_name = word_name};
