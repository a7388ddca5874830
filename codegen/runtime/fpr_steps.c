/* Exchanges in steps: one displacement of the receiver from the sender after the other. */

#include <stdlib.h>

#include "codegen/runtime/fpr_schedule.h"

/* MPICH's header says that the statuses are written, also where there are none. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

/* What this process sends and receives in a step; null: nothing. */
typedef struct step {
    int place; /* by axis: the only one it is along; those along several come last */
    int by[FPR_RANK];
    const fpr_packed *out, *in;
} step;

static int place_of(const fpr_grid *g, const int *by)
{
    int along = 0, count = 0;
    for (int d = 0; d < g->rank; d++)
        if (by[d]) {
            along = d;
            count++;
        }
    return count > 1 ? g->rank : along;
}

static int compare(const void *x, const void *y)
{
    const step *a = x, *b = y;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    for (int d = 0; d < FPR_RANK; d++)
        if (a->by[d] != b->by[d])
            return a->by[d] < b->by[d] ? -1 : 1;
    return 0;
}

/* What goes to, or comes from, a partner: `sign` says which way the displacement is. */
static step step_of(const fpr_grid *g, const fpr_packed *p, int sign, bool is_by_axis)
{
    step one = {0};
    for (int d = 0; d < g->rank; d++)
        one.by[d] = sign * (fpr_coordinate(g, d, p->partner) - g->me[d]);
    one.place = is_by_axis ? place_of(g, one.by) : 0;
    if (sign > 0)
        one.out = p;
    else
        one.in = p;
    return one;
}

/* Are this process and its partners at places of the grid, in its own order? */
static bool has_displacements(const fpr_grid *g, const fpr_schedule *s)
{
    bool has = !g->rank_at && g->me[0] >= 0;
    for (int i = 0; i < s->send.count; i++)
        has = has && fpr_coordinate(g, 0, s->send.list[i].partner) >= 0;
    for (int i = 0; i < s->receive.count; i++)
        has = has && fpr_coordinate(g, 0, s->receive.list[i].partner) >= 0;
    return has;
}

/* All of them in order; the caller frees them. */
static int steps_of(const fpr_grid *g, const fpr_schedule *s, bool is_by_axis, step **steps)
{
    int count = 0, kept = 0;
    step *all = fpr_allocate((size_t)(s->send.count + s->receive.count), sizeof *all);
    for (int i = 0; i < s->send.count; i++)
        all[count++] = step_of(g, &s->send.list[i], 1, is_by_axis);
    for (int i = 0; i < s->receive.count; i++)
        all[count++] = step_of(g, &s->receive.list[i], -1, is_by_axis);
    qsort(all, (size_t)count, sizeof *all, compare);
    for (int i = 0; i < count; i++) {
        if (kept && compare(&all[kept - 1], &all[i]) == 0) {
            all[kept - 1].out = all[i].out ? all[i].out : all[kept - 1].out;
            all[kept - 1].in = all[i].in ? all[i].in : all[kept - 1].in;
        } else {
            all[kept++] = all[i];
        }
    }
    *steps = all;
    return kept;
}

static void shift(const fpr_array *from, fpr_array *to, const step *one)
{
    MPI_Request requests[2];
    int count = 0;
    if (one->in)
        MPI_Irecv(one->in->buffer, fpr_bytes_of(to, one->in), MPI_BYTE, one->in->partner, FPR_TAG,
                  MPI_COMM_WORLD, &requests[count++]);
    if (one->out)
        MPI_Isend(one->out->buffer, fpr_bytes_of(from, one->out), MPI_BYTE, one->out->partner,
                  FPR_TAG, MPI_COMM_WORLD, &requests[count++]);
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

static void send_and_receive(const fpr_array *from, fpr_array *to, const step *one)
{
    MPI_Sendrecv(one->out ? one->out->buffer : NULL, one->out ? fpr_bytes_of(from, one->out) : 0,
                 MPI_BYTE, one->out ? one->out->partner : MPI_PROC_NULL, FPR_TAG,
                 one->in ? one->in->buffer : NULL, one->in ? fpr_bytes_of(to, one->in) : 0,
                 MPI_BYTE, one->in ? one->in->partner : MPI_PROC_NULL, FPR_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

void fpr_send_steps(const fpr_array *from, fpr_array *to, fpr_schedule *s, bool is_by_axis)
{
    step *steps;
    if (s->send.count + s->receive.count == 0)
        return;
    if (!has_displacements(from->grid, s)) {
        fpr_send_posted(from, to, s, NULL);
        return;
    }
    const int count = steps_of(from->grid, s, is_by_axis, &steps);
    for (int i = 0; i < count; i++) {
        const step *one = &steps[i];
        if (one->out) {
            fpr_charge_packing(from, s, one->out);
            fpr_pack(from, one->out);
            fpr_count_messages(1, fpr_bytes_of(from, one->out));
        }
        fpr_elapse();
        if (is_by_axis)
            send_and_receive(from, to, one);
        else
            shift(from, to, one);
        if (one->in) {
            fpr_unpack(to, one->in, NULL);
            fpr_charge_unpacking(to, s, one->in);
        }
    }
    free(steps);
}
