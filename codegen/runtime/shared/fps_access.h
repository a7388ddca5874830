#ifndef FPREDICT_CODEGEN_RUNTIME_SHARED_FPS_ACCESS_H
#define FPREDICT_CODEGEN_RUNTIME_SHARED_FPS_ACCESS_H

/* What the schedules of codegen/runtime do in shared access, at sites that all processors come to
 * (fpr_site.access). */

#include "codegen/runtime/fpr_schedule.h"
#include "codegen/runtime/shared/fps.h"

/* In place of the schedule's messages. */
void fps_exchange(const fpr_array *from, fpr_array *to, fpr_schedule *s, fpr_join *combine);
/* The same of fpr_send_marked. */
void fps_put_marked(fpr_array *a, fpr_schedule *s);

/* --- fps_references.c --- */
/* What the next exchange reads, as the program says it; count 0: it is not known. */
void fps_needs(int count, const fpr_need *needs);
/* Records a get for each execution of a reference to what others have. False: the references are
 * not known. */
bool fps_record_references(const fpr_array *a, MPI_Comm comm);

#endif
