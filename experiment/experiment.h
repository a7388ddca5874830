#ifndef FPREDICT_EXPERIMENT_EXPERIMENT_H
#define FPREDICT_EXPERIMENT_EXPERIMENT_H

/* An experiment: one command of fpredict, run once for each value of one parameter, or for each
 * pair of values of two (Mohr, Malony and others 1995, section 4). What is run is fpredict itself,
 * by its command line, so that a result can be had again by typing what stands with it. */

#include "support/context.h"
#include "support/vec.h"

typedef enum experiment_kind {
    EXPERIMENT_ESTIMATE,    /* of a program */
    EXPERIMENT_EXTRAPOLATE, /* of a trace of threads on one processor */
    EXPERIMENT_REPLAY       /* of a trace */
} experiment_kind;

typedef enum axis_kind {
    AXIS_PROCESSORS,
    AXIS_SIZE,         /* `name` is that of --set */
    AXIS_PARAMETER,    /* a value of the machine: `name` is its path, as --param takes it */
    AXIS_DISTRIBUTION, /* of --distribute */
    AXIS_MACHINE,
    AXIS_OPTION /* `name` is that of a further option: exchange */
} axis_kind;

/* A parameter that varies. */
typedef struct experiment_axis {
    axis_kind kind;
    const char *name;   /* what it is called: processors, N, cube.communication.startup_us */
    const char *called; /* in results: the same, or size:processors (experiment_called) */
    int count;
    const char *const *values; /* as the option takes them */
    bool is_number;            /* all of them are; others are only told apart */
    source_range where;
    const source_range *places; /* of the values; those of a range are all the range's */
} experiment_axis;

enum { EXPERIMENT_AXES = 2 };

/* A setting that all points have: --NAME VALUE. */
typedef struct experiment_setting {
    const char *option, *value;
    source_range where;
} experiment_setting;

typedef struct experiment {
    const source_file *file;
    const char *name, *title;
    experiment_kind kind;
    const char *folder; /* that names in the file begin in */
    int file_count;
    const char *const *files; /* of the program; or the one trace */
    const source_range *file_places;
    int flag_count;
    const char *const *flags;
    VEC(experiment_setting) settings;
    int axis_count;
    experiment_axis axes[EXPERIMENT_AXES];
    int point_count; /* the last axis varies fastest */
} experiment;

/* Which value of an axis a point has. */
static inline int experiment_at(const experiment *e, int point, int axis)
{
    const bool has_inner = axis == 0 && e->axis_count == EXPERIMENT_AXES;
    const int inner = has_inner ? e->axes[1].count : 1;
    return point / inner % e->axes[axis].count;
}

/* "estimate" */
const char *experiment_kind_name(experiment_kind k);

/* "processors", of the axis N "size", … */
const char *axis_kind_name(axis_kind k);

/* How results call a size, or a value of the machine: by its name; one whose name is that of
 * another kind of setting is "size:processors". (file/read.c) */
const char *experiment_called(arena *a, axis_kind k, const char *name);

/* A file that the experiment names, from where we are. */
const char *experiment_path(arena *a, const experiment *e, const char *name);

/* The same of a machine or a profile: one without a '/' and without ".yaml" is no file, but a name
 * that is looked for. */
const char *experiment_model_path(arena *a, const experiment *e, const char *name);

/* Reads an experiment's file (docs/experiments.md); null after reporting. (file/read.c) */
const experiment *experiment_read(fp_context *ctx, const source_file *file);

/* Are the values of the machine that it sets and varies such values, of the machines that it is
 * on? False after reporting at their places. (file/check.c) */
bool experiment_check_machines(fp_context *ctx, const experiment *e, int dir_count,
                               const char *const *dirs);

#endif
