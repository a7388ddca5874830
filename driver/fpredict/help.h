#ifndef FPREDICT_DRIVER_FPREDICT_HELP_H
#define FPREDICT_DRIVER_FPREDICT_HELP_H

/* What fpredict says about itself. Help and man pages are one text. */

#include "driver/fpredict/options.h"

/* `fpredict --help` for COMMAND_COUNT, else `fpredict COMMAND --help`. */
void help_print(command c, FILE *out);

/* The same in troff, for man(1). */
void help_print_man(command c, FILE *out);

void help_print_version(FILE *out);

#endif
