#ifndef FPREDICT_TRAINING_TRAIN_RAW_H
#define FPREDICT_TRAINING_TRAIN_RAW_H

/* Raw data, format fpredict/training/1: text with tabs between columns.
 *
 *   # comments
 *   format <tab> fpredict/training/1          the header: a key and its value
 *   kernel <tab> int_add.chain <tab> int_add:16 loop_iteration:1
 *   columns <tab> kernel <tab> parameters ...
 *   pingpong <tab> ranks=2 bytes=8 <tab> 0 <tab> 640 <tab> 0 <tab> 8 <tab> 1.2e-3 <tab> 1.1e-3
 *
 * What an iteration of a kernel does are words with a whole number after each, 1 ... 1,000,000;
 * parameters are names with whole numbers from 1 on, or "-".
 * A line of data: kernel, parameters, repetition (from 0), iterations, flops and
 * bytes of one iteration, and the seconds of all iterations: slowest and mean
 * (train_mpi.h, train_sample). A line without its end is one that was being
 * written when the run was ended; it does not count. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define TRAIN_FORMAT "fpredict/training/1"
#define TRAIN_COLUMNS                                                                              \
    "columns\tkernel\tparameters\trepetition\titerations\tflops\tbytes\tslowest_s\tmean_s"

enum { TRAIN_TEXT = 512 };

/* A sample has no more iterations than this: those of a loop that does nothing, for a second. */
enum { TRAIN_ITERATIONS_MOST = 1 << 30 };

typedef struct train_field {
    const char *key, *value;
    int line;
} train_field;

typedef struct train_datum {
    const char *kernel, *parameters;
    int repetition, line;
    int64_t iterations;
    double flops, bytes, slowest_s, mean_s;
} train_datum;

typedef struct train_raw {
    char *text; /* what all others point into */
    int field_count;
    train_field *field; /* the header, the kernels' lines left out */
    int kernel_count;
    train_field *kernel; /* name, and what one iteration does */
    int datum_count;
    train_datum *datum;
    int left_out_count;
    train_field
        *left_out; /* what ended a run, and is left out with what is larger: kernel, parameters */
    int64_t whole; /* bytes up to the last line that is whole */
    bool is_cut;   /* something stands after them */
} train_raw;

/* Reads a file. Returns false with a sentence in `error`, which names the file
 * and the line, if it is no such file, or somebody has changed it so that it
 * says nothing certain. `raw` must be cleared in either case. */
bool train_raw_read(const char *path, train_raw *raw, char error[TRAIN_TEXT]);

/* The same of raw data of another kind, whose header and lines of data are alike: `format` is its
 * name with the version, as TRAIN_FORMAT. */
bool train_raw_read_as(const char *format, const char *path, train_raw *raw,
                       char error[TRAIN_TEXT]);

/* As train_raw_read, from where `in` stands; `path` is its name in messages. */
bool train_raw_read_stream(FILE *in, const char *path, train_raw *raw, char error[TRAIN_TEXT]);
void train_raw_clear(train_raw *raw);

/* Returns the value of the header's `key`, or null. */
const char *train_raw_value(const train_raw *raw, const char *key);

/* Returns what the header says that one iteration of a kernel does, or null: it declares none. */
const char *train_raw_tally(const train_raw *raw, const char *kernel);

/* Begins a comment that says what is left out, "alltoall ranks=3 bytes=98304". */
#define TRAIN_LEFT_OUT "# left out, as it ended a run: "

/* Writes a line of data, and hands it to the system. Returns false if it could
 * not be written. */
bool train_raw_write(FILE *out, const train_datum *datum);

#endif
