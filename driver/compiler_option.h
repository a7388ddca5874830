#ifndef FPREDICT_DRIVER_COMPILER_OPTION_H
#define FPREDICT_DRIVER_COMPILER_OPTION_H

/* Clang's options, as far as they matter here: which take their value from the
 * next argument, and which say how a source is read. */

#include <stdbool.h>

/* fpredict ends so where it has reported unknown pragmas as errors in place of the compiler
 * (--unknown-pragmas error), which would have failed. */
enum { EXIT_UNKNOWN_PRAGMA = 3 };

/* What an option of the compiler means here. */
typedef enum compiler_effect {
    EFFECT_FLAG,    /* says how a source is read */
    EFFECT_IGNORED, /* does not */
    EFFECT_PREPROCESS,
    EFFECT_CHECK,
    EFFECT_ASSEMBLY,
    EFFECT_OBJECT,
    EFFECT_SHOW,
    EFFECT_OUTPUT,
    EFFECT_LANGUAGE,
    EFFECT_INCLUDE_DIR, /* a flag, too */
    EFFECT_FORCED,      /* a flag, too */
    EFFECT_COLOR,
    EFFECT_NO_COLOR
} compiler_effect;

typedef enum compiler_form {
    FORM_ALONE,    /* -c */
    FORM_JOINED,   /* -Wall, -std=c17: the name begins it */
    FORM_SEPARATE, /* -Xclang X */
    FORM_TAILED,   /* -Xarch_NAME X */
    FORM_EITHER    /* -I X, -IX */
} compiler_form;

typedef struct compiler_option {
    const char *name;
    compiler_form form;
    compiler_effect effect;
} compiler_option;

/* Returns what is known of the option `text`; null for the others, which stand
 * alone and are taken for flags. *value is the rest of its text, null when the
 * next argument holds it or there is none. */
const compiler_option *compiler_option_find(const char *text, const char **value);

/* Is a file of this name one that a compiler reads, by its ending: a source, an object or a library
 * (libm.so.6)? Programs have others, as "mpicc.mpich" and "gcc-12.2" have. */
bool compiler_reads(const char *path);

/* Does an option of this effect say how a source is read? */
bool compiler_effect_is_flag(compiler_effect effect);

#endif
