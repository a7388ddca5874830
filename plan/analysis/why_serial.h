#ifndef FPREDICT_PLAN_ANALYSIS_WHY_SERIAL_H
#define FPREDICT_PLAN_ANALYSIS_WHY_SERIAL_H

/* Why loops that look as if they could be divided are not. Private to plan/. */

#include "plan/planner/planner.h"

/* Keeps a reason, if the loop is said to be independent, or is over distributed data. It is step
 * `step` on the way to site `s`; null: sites are out of date, and what is sent inside is the
 * reason. */
void serial_note(planner *p, const node *loop, const site *s, int step, serial_reason reason,
                 source_range where, const char *why);
/* Keeps it of a loop that steps a variable between values that are not known before it, step `step`
 * on the way to site `s`, if that variable says which elements of distributed arrays it is about.
 */
void serial_note_uncounted(planner *p, const node *loop, const site *s, int step);
/* Says which loops are divided nowhere, and why: a warning where one may be taken for divided. */
void undivided_report(planner *p);

#endif
