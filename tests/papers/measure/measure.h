#ifndef FPREDICT_TESTS_PAPERS_MEASURE_H
#define FPREDICT_TESTS_PAPERS_MEASURE_H

/* What is measured of a claim: figures that the program prints, and what they are beside the
 * paper's. A command that fails, or a prediction that is not complete, ends this program with a
 * message: nothing is taken for a figure that is none. */

#include <jansson.h>
#include <stdbool.h>

typedef struct figure {
    bool holds;
    double off;     /* ours over the paper's, less one; NAN where the claim is no number */
    char text[512]; /* ours, as the page prints it */
} figure;

/* A number of the paper's, and ours. It holds where they are within 1 %, which is how far figures
 * of three digits are rounded. The text is what `format` makes. */
__attribute__((format(printf, 3, 4))) figure beside(double ours, double papers, const char *format,
                                                    ...);

/* A statement, which holds or does not. */
__attribute__((format(printf, 2, 3))) figure statement(bool holds, const char *format, ...);

typedef struct measure {
    const char *name;
    figure (*make)(void);
} measure;

/* Each ends with a null name. */
extern const measure mohr_measures[], sun_measures[], balasundaram_measures[], sarukkai_measures[],
    parashar_measures[];

/* The program that predicts; main sets it. */
extern const char *fpredict;

/* What a command of the program prints as JSON; the caller owns it. `format` makes what comes
 * after "fpredict": "machines --show cm5 --format json". */
__attribute__((format(printf, 1, 2))) json_t *json_of(const char *format, ...);

/* What `estimate samples/SAMPLE.c` says with options: sample "laplace/laplace". The caller owns
 * it. One prediction, which is complete. */
__attribute__((format(printf, 2, 3))) json_t *estimate(const char *sample, const char *format, ...);

/* Of such a prediction, seconds. */
__attribute__((format(printf, 2, 3))) double seconds(const char *sample, const char *format, ...);

/* A member that must be a number. */
double number(const json_t *o, const char *key);

/* What the regions of a name have, of a kind of time or count: "time_s", "messages". */
double region(const json_t *o, const char *name, const char *key);

/* What the communications of a kind have, or of all kinds where it is null: "time_s". */
double communication(const json_t *o, const char *kind, const char *key);

/* A machine's value by its path, in the file's unit: "cube.communication.pieces[0].startup_us". */
double machine_value(const char *machine, const char *path);

/* Whether a machine's file has something at that path; whether it has that word there. */
bool machine_has(const char *machine, const char *path);
bool machine_says(const char *machine, const char *path, const char *word);

#endif
