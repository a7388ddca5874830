#ifndef FPREDICT_REGION_H
#define FPREDICT_REGION_H

/* Regions of a program for `fpredict record`:
 *
 *     fpredict_region_begin("solve");
 *     ...
 *     fpredict_region_end();
 *
 * They may be nested. Where nothing is recorded they do nothing: the program needs no library for
 * them, but finds what records it when it runs. One that is compiled by `fpredict record --compile`
 * has that in itself. (C99, C++11, POSIX; before glibc 2.34 programs need -ldl.) */

#ifdef FPREDICT_RECORD

#ifdef __cplusplus
extern "C" {
#endif
void fpredict_record_begin(const char *name, const char *file, int line);
void fpredict_record_end(void);
#ifdef __cplusplus
}
#endif

#define fpredict_region_begin(name) fpredict_record_begin(name, __FILE__, __LINE__)
#define fpredict_region_end() fpredict_record_end()

#else

#include <dlfcn.h>

typedef struct fpredict_recorder {
    int is_known;
    void (*begin)(const char *name, const char *file, int line);
    void (*end)(void);
} fpredict_recorder;

static inline const fpredict_recorder *fpredict_find_recorder(void)
{
    static fpredict_recorder found;
    if (!found.is_known) {
        void *all = dlopen(0, RTLD_LAZY), *begin = all ? dlsym(all, "fpredict_record_begin") : 0,
             *end = all ? dlsym(all, "fpredict_record_end") : 0;
        if (begin && end) { /* as POSIX has functions read of what dlsym returns */
            *(void **)&found.begin = begin;
            *(void **)&found.end = end;
        }
        found.is_known = 1;
    }
    return &found;
}

static inline void fpredict_region_begin_at(const char *name, const char *file, int line)
{
    const fpredict_recorder *r = fpredict_find_recorder();
    if (r->begin)
        r->begin(name, file, line);
}

static inline void fpredict_region_end(void)
{
    const fpredict_recorder *r = fpredict_find_recorder();
    if (r->end)
        r->end();
}

#define fpredict_region_begin(name) fpredict_region_begin_at(name, __FILE__, __LINE__)

#endif

#endif
