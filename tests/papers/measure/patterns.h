#ifndef FPREDICT_TESTS_PAPERS_PATTERNS_H
#define FPREDICT_TESTS_PAPERS_PATTERNS_H

/* What the messages of a pattern of programs/patterns.c take among 64 processors, in seconds:
 * "isr", "vsr", "exch", "bcast" or "combn" of so many floats. `options` change the machine. */
double pattern_time(const char *machine, const char *name, int floats, const char *options);

#endif
