#ifndef FPREDICT_DRIVER_FPREDICT_CC_OPTION_H
#define FPREDICT_DRIVER_FPREDICT_CC_OPTION_H

/* Options of fpredict-cc as its man page and its completions describe them: what they take of
 * `fpredict estimate` is in fpredict's option table. */

#include "driver/fpredict/options.h"
#include "driver/fpredict_cc/option_table.h"

enum { CC_WRITTEN_MOST = 128 };

/* "-fpredict-procs=P[xP...][,...]"; in `buffer` where it is put together. */
const char *cc_option_written(const cc_option_spec *spec, char buffer[CC_WRITTEN_MOST]);

const char *cc_option_meaning(const cc_option_spec *spec);

/* What it takes: "text|json|csv", "NAME|FILE"; null: nothing, or something of its own. */
const char *cc_option_argument(const cc_option_spec *spec);

#endif
