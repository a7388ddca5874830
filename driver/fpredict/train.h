#ifndef FPREDICT_DRIVER_FPREDICT_TRAIN_H
#define FPREDICT_DRIVER_FPREDICT_TRAIN_H

/* What the trainings of a machine (command_train.c) and of a compiler (train_profile.c) share. */

#include "driver/fpredict/session.h"
#include "support/process.h"
#include "training/profile/profile_fit.h"

/* What a training makes beside what it is for. */
typedef struct training {
    fp_context *ctx;
    const options *opt;
    process_watch watch;
    const char *fit, *mpicc, *mpirun;
    const char *raw, *program, *log;
    bool is_late; /* the time limit came before all was measured */
} training;

enum { TRAIN_EXIT_LATE = 3 }; /* of the training set, and of fpredict train */

typedef VEC(const char *) train_words;

/* --- train_support.c ------------------------------------------------------------ */

/* Reports an error; returns false. */
bool train_fail(const training *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds an option with its value, if it has one. */
void train_add(training *t, train_words *w, const char *option, const char *value);

const char *train_first_word(arena *a, const char *typed);

/* A command as a person gives it, with words of its own and then ours. */
const char *const *train_shell(training *t, const char *typed, const train_words *w);

/* The last lines of what a program said into t->log, to stand below an error; "" of none. */
const char *train_said(const training *t);

/* "host.yaml" gives "host.raw" and "host.train" beside it. */
const char *train_beside(arena *a, const char *output, const char *suffix);

/* The same, or "host-2.log" and so on: the first that is not there. */
const char *train_unused_beside(arena *a, const char *output, const char *suffix);

/* Can what is trained, and what is beside it, be written? */
bool train_check_output(const training *t);

/* --- Of what recording takes (train_overhead.c) ------------------------------------- */

/* Measures it, and prints or writes what `fpredict deperturb --overhead` takes. */
bool train_overhead(training *t);

/* --- Of a compiler ---------------------------------------------------------------- */

/* Measures the kernels, unless raw data are given, and fits and writes a profile. */
bool train_profile(training *t, session *s);

/* One program: a kernel of one size on so many processors. */
typedef struct train_job {
    const profile_kernel *kernel;
    int procs, size; /* size 0: it has none */
    const char *parameters;
} train_job;

typedef VEC(train_job) train_jobs;

/* What a run has printed: seconds of `steps` steps, with communication and without. */
typedef struct train_measurement {
    int steps;
    double seconds[2];
} train_measurement;

typedef VEC(train_measurement) train_measurements;

/* --- train_data.c: t->raw ----------------------------------------------------------- */

/* Begins a file; goes on with one, from whose jobs those that it has are taken out; adds all
 * repetitions of a job. False after reporting. */
bool train_data_begin(const training *t);
bool train_data_continue(const training *t, train_jobs *all);
bool train_data_keep(const training *t, const train_job *j, const train_measurements *found);

/* Returns a descriptor that holds the file until it is closed; negative after reporting. */
int train_data_lock(const training *t);

/* --- train_kernels.c, train_predict.c ------------------------------------------------- */

/* Compiles and runs the kernels that the raw data do not have yet (train_kernels.c). */
bool train_measure_kernels(training *t);

/* Predicts kernels: the `data` of profile_predict (train_predict.c). Flags say how sources are
 * read.
 */
typedef struct kernel_predictor kernel_predictor;
kernel_predictor *kernel_predictor_new(fp_context *ctx, const options *opt, int flag_count,
                                       const char *const *flags);
double kernel_predict(void *data, const sag *machine, const profile_point *point);

/* Are the raw data of the kernels that there are? Those that do not say are taken to be. False
 * after reporting. */
bool train_check_kernels(const training *t, const train_raw *raw);

/* The file of a kernel. */
const char *train_kernel_path(fp_context *ctx, const profile_kernel *kernel);

#endif
