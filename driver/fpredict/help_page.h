#ifndef FPREDICT_DRIVER_FPREDICT_HELP_PAGE_H
#define FPREDICT_DRIVER_FPREDICT_HELP_PAGE_H

/* What --help and the man pages say of each command, beside its options. */

#include "driver/fpredict/options.h"

typedef struct help_page {
    const char *name;    /* of the man page */
    const char *summary; /* what it does, on one line */
    const char *synopsis;
    const char *text;        /* paragraphs, lines of at most 78 columns */
    const char *examples[8]; /* as typed in the repository; null ends them */
} help_page;

/* That of fpredict itself for COMMAND_COUNT. */
const help_page *help_page_of(command c);
const char *help_exit_codes_of(command c);
/* An example of a file that it reads, line by line; null: none is needed. */
const char *help_file_of(command c);

#endif
