#ifndef FPREDICT_TRACE_RECORD_LIBRARY_REGIONS_H
#define FPREDICT_TRACE_RECORD_LIBRARY_REGIONS_H

/* What programs call: by fpredict_region.h, by marks, and by what the compiler puts into each
 * function. */

void fpredict_record_begin(const char *name, const char *file, int line);
void fpredict_record_end(void);
/* What fpredict puts into functions and loops that are marked (frontend/marks.h): *mark is what
 * entering has returned. */
int fpredict_record_enter(const char *name, const char *file, int line, int is_function);
void fpredict_record_leave(int *mark);
void __cyg_profile_func_enter(void *function, void *from);
void __cyg_profile_func_exit(void *function, void *from);

/* The name of the function at an address, by the symbols of its file (symbols.c), in a piece of
 * memory of that size; "FILE+0x1234" where it has none of it. */
void record_function_name(const void *function, char *name, unsigned long size);

#endif
