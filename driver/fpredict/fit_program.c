#include <stdlib.h>
#include <unistd.h>

#include "driver/fpredict/session.h"

const char *session_fit_program(fp_context *ctx)
{
    const char *told = getenv("FPREDICT_FIT");
    const char *fit = told && *told ? told : session_beside_program(ctx, "fpredict-fit");
    if (fit && access(fit, X_OK) == 0)
        return fit;
    if (told && *told)
        diag_report(ctx->diags, DIAG_ERROR, "train", (source_range){0},
                    "$FPREDICT_FIT is '%s', which is no program", told);
    else
        diag_report(ctx->diags, DIAG_ERROR, "train", (source_range){0},
                    "fpredict-fit is not in the folder of fpredict: it is only built where "
                    "GSL is installed (Debian: libgsl-dev), and is a program of its own "
                    "because GSL is under the GPL; $FPREDICT_FIT names one elsewhere");
    return NULL;
}
