#ifndef FPREDICT_CODEGEN_RUNTIME_SHARED_FPR_SHARED_H
#define FPREDICT_CODEGEN_RUNTIME_SHARED_FPR_SHARED_H

/* What a program that is generated with --shared includes: fpr.h, whose functions are not
 * computing of the program's. */

#include "codegen/runtime/fpr.h"

/* So many threads begin in fpr_start. */
void fpr_threads(int procs);

bool fps_pause(void);
void fps_resume(bool was_running);

#ifndef FPR_INTERNAL

#define fpr_start(argc, argv, procs) (fpr_threads(procs), fpr_start(argc, argv, procs))

#define FPS_ASIDE(call)                                                                            \
    do {                                                                                           \
        bool fps_was_running = fps_pause();                                                        \
        call;                                                                                      \
        fps_resume(fps_was_running);                                                               \
    } while (0)

#define fpr_fetch(...) FPS_ASIDE(fpr_fetch(__VA_ARGS__))
#define fpr_fetch_begin(...) FPS_ASIDE(fpr_fetch_begin(__VA_ARGS__))
#define fpr_wait(...) FPS_ASIDE(fpr_wait(__VA_ARGS__))
#define fpr_inspect(...) FPS_ASIDE(fpr_inspect(__VA_ARGS__))
#define fpr_inspect_written(...) FPS_ASIDE(fpr_inspect_written(__VA_ARGS__))
#define fpr_fetch_inspected(...) FPS_ASIDE(fpr_fetch_inspected(__VA_ARGS__))
#define fpr_redistribute(...) FPS_ASIDE(fpr_redistribute(__VA_ARGS__))
#define fpr_reflect(...) FPS_ASIDE(fpr_reflect(__VA_ARGS__))
#define fpr_reflect_back(...) FPS_ASIDE(fpr_reflect_back(__VA_ARGS__))
#define fpr_write_back(...) FPS_ASIDE(fpr_write_back(__VA_ARGS__))
#define fpr_write_back_marked(...) FPS_ASIDE(fpr_write_back_marked(__VA_ARGS__))
#define fpr_write_back_inspected(...) FPS_ASIDE(fpr_write_back_inspected(__VA_ARGS__))
#define fpr_write_back_inspected_marked(...) FPS_ASIDE(fpr_write_back_inspected_marked(__VA_ARGS__))
#define fpr_accumulate_begin(...) FPS_ASIDE(fpr_accumulate_begin(__VA_ARGS__))
#define fpr_accumulate_end(...) FPS_ASIDE(fpr_accumulate_end(__VA_ARGS__))
#define fpr_accumulate_end_inspected(...) FPS_ASIDE(fpr_accumulate_end_inspected(__VA_ARGS__))

#endif

#endif
