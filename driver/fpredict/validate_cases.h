#ifndef FPREDICT_DRIVER_FPREDICT_VALIDATE_CASES_H
#define FPREDICT_DRIVER_FPREDICT_VALIDATE_CASES_H

/* What is validated: each program in each size, distribution and number of processors, and what
 * is predicted of it. */

#include "driver/fpredict/options.h"
#include "support/vec.h"
#include "validate/validate.h"

typedef VEC(validate_case) validate_case_list;

/* Lists and predicts all cases that the options ask for, in ctx's arena. A program of which nothing
 * is known is there with the reason. Returns false after printing mistakes. */
bool validate_list_cases(fp_context *ctx, const options *given, validate_case_list *out);

#endif
