/* Regions of the source in the trace. Which of them there are, all threads have in common: they run
 * the same program, so that a name is where it is for each. */

#include <string.h>

#include "codegen/runtime/shared/fps.h"

/* Of this thread: those it is in. */
static int *open;
static int depth, capacity;

/* Its number in the trace. */
static int number_of(const char *name, const char *file, int line)
{
    fps_world *w = fps_all;
    for (int i = 0; i < w->region_count; i++)
        if (w->region[i].name == name && w->region[i].file == file && w->region[i].line == line)
            return FPS_IN_SOURCE + i;
    if (w->region_count == w->region_capacity) {
        int more = w->region_capacity ? 2 * w->region_capacity : 16;
        fps_named *list = fps_allocate((size_t)more, sizeof *list);
        if (w->region_count)
            memcpy(list, w->region, (size_t)w->region_count * sizeof *list);
        fps_free(w->region);
        w->region = list;
        w->region_capacity = more;
    }
    w->region[w->region_count] = (fps_named){name, file, line};
    return FPS_IN_SOURCE + w->region_count++;
}

void fpr_region_begin(const char *name, const char *file, int line)
{
    bool was_running = fps_pause();
    fpr_elapse();
    if (depth == capacity) {
        capacity = capacity ? 2 * capacity : 16;
        open = fpr_realloc(open, (size_t)capacity * sizeof *open);
    }
    open[depth] = number_of(name, file, line);
    fps_enter((fps_region)open[depth++]);
    fps_resume(was_running);
}

void fpr_region_end(void)
{
    bool was_running = fps_pause();
    fpr_elapse();
    if (depth > 0)
        fps_leave((fps_region)open[--depth]);
    fps_resume(was_running);
}
