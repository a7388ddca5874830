#ifndef FPREDICT_DRIVER_FPREDICT_OPTION_SETTERS_H
#define FPREDICT_DRIVER_FPREDICT_OPTION_SETTERS_H

/* What options do with their arguments; for the option table only. Each takes the argument, or
 * null, and returns false after saying on standard error what is wrong with it. */

#include "driver/fpredict/options.h"

typedef bool option_setter(fp_context *ctx, options *o, const option_spec *spec, const char *text);

/* A word that an option takes, and the value that it stands for. */
typedef struct option_word {
    const char *word;
    int value;
} option_word;

/* Puts into *chosen the value of the word that the text is; or says which words there are. */
bool option_choose(fp_context *ctx, const options *o, const option_spec *spec, size_t count,
                   const option_word *words, const char *text, int *chosen);
#define OPTION_CHOOSE(ctx, o, spec, words, text, chosen)                                           \
    option_choose(ctx, o, spec, sizeof(words) / sizeof *(words), words, text, chosen)

/* Those that several options share: they set the field at the offset spec->field. */
option_setter option_set_flag;
option_setter option_set_text;
option_setter option_set_number;

/* Those of one option, or of those of one name. */
option_setter option_set_machine;
option_setter option_set_procs;
option_setter option_set_size;
option_setter option_set_tuned;
option_setter option_set_lines;
option_setter option_set_distribute;
option_setter option_set_format;
option_setter option_set_validation_format;
option_setter option_set_table;
option_setter option_set_formula;
option_setter option_set_constant;
option_setter option_set_wish;
option_setter option_set_exchange;
option_setter option_set_collectives;
option_setter option_set_memory_model;
option_setter option_set_overlap;
option_setter option_set_optimization;
option_setter option_set_scale;
option_setter option_set_load;
option_setter option_set_ranks_per_node;
option_setter option_set_placement;
option_setter option_set_param;
option_setter option_set_granularity;
option_setter option_set_stage;
option_setter option_set_unknown_pragmas;
option_setter option_set_file_flags;
option_setter option_set_with;
option_setter option_set_only;
option_setter option_set_arguments;
option_setter option_set_dump_format;
option_setter option_set_graph_format;
option_setter option_set_tolerance;
option_setter option_set_completion;
option_setter option_set_color;

/* "6us" in seconds; below 0: no time. */
double option_time(const char *text);

/* Those of traces (option_trace.c). */
option_setter option_set_trace_form;
option_setter option_set_replay_format;
option_setter option_set_ratio;
option_setter option_set_screen;
option_setter option_set_flops_rate;
option_setter option_set_window;
option_setter option_set_statistics_region;
option_setter option_set_statistics_ranks;
option_setter option_set_statistics_window;
option_setter option_set_statistics_step;
option_setter option_set_statistics_unit;
option_setter option_set_normalize;
option_setter option_set_statistics_format;
option_setter option_set_trace_limit;
option_setter option_set_overhead;
option_setter option_set_barrier_exit;
option_setter option_set_blind_receives;
option_setter option_set_synchronous;
option_setter option_set_record_classes;
option_setter option_set_record_cpu;
option_setter option_set_speed;

#endif
