/* Where FPREDICT_CHECK is set: is what was read between two barriers still the same when the second
 * one is over? Nobody may write it until then. */

#include <stdlib.h>
#include <string.h>

#include "codegen/runtime/shared/fps.h"

struct fps_reading {
    const char *array, *there;
    int owner;
    size_t bytes;
    fps_reading *next;
    char was[];
};

void fps_check_read(const char *array, int owner, const char *there, size_t bytes)
{
    if (!getenv("FPREDICT_CHECK"))
        return;
    fps_reading *r = fps_allocate(1, sizeof *r + bytes);
    *r = (fps_reading){array, there, owner, bytes, fps_mine()->readings};
    memcpy(r->was, there, bytes);
    fps_mine()->readings = r;
}

void fps_check_unchanged(int rank)
{
    for (fps_reading *r = fps_all->thread[rank].readings, *next; r; r = next) {
        next = r->next;
        if (memcmp(r->was, r->there, r->bytes) != 0)
            fpr_fail("thread %d has read elements of '%s' that thread %d writes in the same phase",
                     rank, r->array, r->owner);
        fps_free(r);
    }
    fps_all->thread[rank].readings = NULL;
}
