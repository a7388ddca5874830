#ifndef FPREDICT_FRONTEND_SYNTAX_LIBRARY_FUNCTION_H
#define FPREDICT_FRONTEND_SYNTAX_LIBRARY_FUNCTION_H

/* What functions without a body here may do: those of the C library and of POSIX by their
 * names, others by their declarations. */

#include "frontend/syntax/syntax.h"

typedef enum library_kind {
    LIBRARY_NONE,   /* not of the library, or not known */
    LIBRARY_PLAIN,  /* costs what such a function costs, and touches what it is given only */
    LIBRARY_FREES,  /* likewise, looks at no element and returns no address of one: free; and those
                     * of XcalableMP, which lower/call.c knows */
    LIBRARY_COPIES, /* memcpy(to, from, bytes), memmove */
    LIBRARY_FILLS,  /* memset(to, value, bytes) */
    LIBRARY_ZEROES, /* bzero(to, bytes) */
    LIBRARY_FILES,  /* likewise, input or output of the process that calls it: MPI_File_read */
    LIBRARY_WAITS,  /* as PLAIN, for how long is not known: sleep, system */
    LIBRARY_CALLS,  /* calls functions that it is given before it returns: qsort */
    LIBRARY_LATER,  /* likewise, at another time: atexit, signal */
    LIBRARY_JUMPS   /* setjmp, longjmp */
} library_kind;

library_kind library_kind_of(const char *name);
/* Is it MPI_Init or its like, which looks at no memory but what main was called with, and leaves
 * that as it is? */
bool library_is_beginning(const char *name);

/* May the function write to what argument i (from 0) points to, if it is an address? */
bool library_may_write(const decl *f, int i);

/* Is it an address of something that may be written through it, directly or by addresses that
 * are stored there? */
bool type_may_write(const c_type *type);

#endif
