#ifndef FPREDICT_SYSMODELS_FILE_VALUE_RANGE_H
#define FPREDICT_SYSMODELS_FILE_VALUE_RANGE_H

/* Values with which predictions can be made. */

#include "sysmodels/file/build.h"

/* Reports a value of a machine that is so large, or a clock so slow, that sums of it would leave
 * the numbers that times are counted in. */
void machine_check_range(machine_draft *d, const quantity *q, const quantity_field *field);

#endif
