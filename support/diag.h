#ifndef FPREDICT_SUPPORT_DIAG_H
#define FPREDICT_SUPPORT_DIAG_H

/* Diagnostics: collected, printed once, in clang's form with carets.
 *
 *   file:line:col: error: message [rule]
 *      12 | source line
 *         |        ^~~~
 *
 * Who detects a mistake reports it; the same message at the same place is kept
 * once. An environment failure has a zero range and prints without a caret. */

#include <stdbool.h>
#include <stdio.h>

#include "support/arena.h"
#include "support/source.h"

typedef enum diag_severity { DIAG_REMARK, DIAG_WARNING, DIAG_ERROR } diag_severity;

typedef struct diag diag;
typedef struct diag_list diag_list;

diag_list *diag_list_new(arena *a);

/* Reports; `rule` is a short hyphenated name shown in brackets, or null. */
diag *diag_report(diag_list *list, diag_severity severity, const char *rule, source_range where,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Attaches a note to a diagnostic; a zero range prints without a caret. */
void diag_note(diag *parent, source_range where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

int diag_count(const diag_list *list, diag_severity severity);
/* The texts of those that diag_count counts, in order of report; in the arena. */
const char *const *diag_texts(arena *a, const diag_list *list, diag_severity severity);
bool diag_has_errors(const diag_list *list);

/* How often an error was reported, the same one again too: more than before means
 * that what ran since has failed. */
int diag_errors_reported(const diag_list *list);

/* How many there are; what is reported from here on is forgotten by diag_forget. */
typedef struct diag_mark {
    int count, errors_reported;
} diag_mark;

diag_mark diag_mark_here(const diag_list *list);
void diag_forget(diag_list *list, diag_mark since);

/* The text of the first error, its place in *where; null when there is none. */
const char *diag_first_error(const diag_list *list, source_range *where);

/* Is there an error of that rule on a line that has this word? What follows from a mistake is
 * not another one. */
bool diag_has_error_beside(const diag_list *list, const char *rule, const char *word);

/* A list with the settings of another, in an arena that may be another one, for what may not
 * matter to it after all. */
diag_list *diag_list_aside(const diag_list *list, arena *a);

/* Reports to `list` all that `aside` holds. */
void diag_add_all(diag_list *list, const diag_list *aside);
/* Likewise, but for what is reported under `rule`; null: all. */
void diag_add_all_but(diag_list *list, const diag_list *aside, const char *rule);

/* Turns every warning into an error (-Werror=predict). */
void diag_promote_warnings(diag_list *list);

/* Leaves every warning out of counts and print (-Wno-predict). */
void diag_drop_warnings(diag_list *list);

/* Prints in order of report. `min` drops what is below that severity. */
void diag_print(const diag_list *list, FILE *out, bool color, diag_severity min);

#endif
