#ifndef FPREDICT_TESTS_PLAN_PASSES_PLANNED_TEXT_H
#define FPREDICT_TESTS_PLAN_PASSES_PLANNED_TEXT_H

/* A program that a test has written, read and planned. */

#include <string.h>

#include "frontend/frontend.h"
#include "plan/plan.h"

typedef struct planned_text {
    const program *program;
    const layout *where;
    const node_program *planned; /* null, as the others before it, where it is refused */
} planned_text;

/* Plans the first entry of the program, as it stands; what is wrong is in ctx's diagnostics. */
static inline planned_text plan_text(fp_context *ctx, const char *text)
{
    const frontend_options options = {.path = "-",
                                      .text = text,
                                      .text_length = strlen(text),
                                      .header_dir = FP_SOURCE_DIR "/frontend/include"};
    planned_text made = {.program = frontend_read(ctx, &options)};
    if (made.program)
        made.where = plan_layout(ctx, made.program, 0, NULL);
    if (made.where)
        made.planned = plan_entry(ctx, made.program, made.where, made.program->entries[0], NULL);
    return made;
}

#endif
