#ifndef FPREDICT_DRIVER_FPREDICT_SCRIPT_H
#define FPREDICT_DRIVER_FPREDICT_SCRIPT_H

/* fpredict --script: a file of commands, one a line. Words are separated by blanks; 'text' is as it
 * stands; in "text" \" and \\ are one character, and outside of quotes \ takes its meaning from the
 * next one; a line that ends in \ goes on; # at the beginning of a word begins a comment. The word
 * fpredict may stand before the command. */

#include "driver/fpredict/options.h"

/* Runs one command; argv[0] is the program, argv[argc] null. Returns its exit code. */
typedef int (*script_run_one)(int argc, char **argv);

/* Runs those of opt->script in order: until one fails, or, with opt->keeps_going, all. Nothing is
 * run where a line is no command line. Returns the exit code: that of the first that failed. */
int script_run(fp_context *ctx, const options *opt, script_run_one run_one);

#endif
