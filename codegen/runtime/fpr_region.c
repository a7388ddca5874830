/* Regions of the source, and what work that is counted takes, for who records the program:
 * `fpredict record` has the three functions preloaded, or (--compile, which defines
 * FPREDICT_RECORD) linked. Else nothing is done. In shared access the library records itself
 * (shared/fps_region.c). */

#define _GNU_SOURCE /* RTLD_DEFAULT */

#include "codegen/runtime/fpr_internal.h"

#ifdef FPR_SHARED

void fpr_tell_counted(unsigned long long ns)
{
    (void)ns;
}

#elif defined FPREDICT_RECORD

void fpredict_record_begin(const char *name, const char *file, int line);
void fpredict_record_end(void);
void fpredict_record_counted(unsigned long long ns);

void fpr_tell_counted(unsigned long long ns)
{
    fpredict_record_counted(ns);
}

void fpr_region_begin(const char *name, const char *file, int line)
{
    fpr_elapse();
    fpredict_record_begin(name, file, line);
}

void fpr_region_end(void)
{
    fpr_elapse();
    fpredict_record_end();
}

#else

#include <dlfcn.h>

static struct {
    bool is_known;
    void (*begin)(const char *name, const char *file, int line);
    void (*end)(void);
    void (*counted)(unsigned long long ns);
} recorder;

static void find(void)
{
    void *counted = dlsym(RTLD_DEFAULT, "fpredict_record_counted");
    void *begin = dlsym(RTLD_DEFAULT, "fpredict_record_begin");
    void *end = dlsym(RTLD_DEFAULT, "fpredict_record_end");
    if (begin && end) { /* as POSIX has functions read of what dlsym returns */
        *(void **)&recorder.begin = begin;
        *(void **)&recorder.end = end;
    }
    if (counted)
        *(void **)&recorder.counted = counted;
    recorder.is_known = true;
}

void fpr_tell_counted(unsigned long long ns)
{
    if (!recorder.is_known)
        find();
    if (recorder.counted)
        recorder.counted(ns);
}

void fpr_region_begin(const char *name, const char *file, int line)
{
    if (!recorder.is_known)
        find();
    fpr_elapse(); /* what was counted before is no part of it */
    if (recorder.begin)
        recorder.begin(name, file, line);
}

void fpr_region_end(void)
{
    fpr_elapse();
    if (recorder.end)
        recorder.end();
}

#endif
