/* Messages between two ranks, and shifts: each rank sends to the next one. An
 * element has 8 bytes. What is not contiguous in memory is copied to a
 * buffer and back, as generated programs do it. */

#include <stddef.h>
#include <stdlib.h>

#include "training/train_mpi.h"
#include "training/train_opaque.h"
#include "training/train_permutation.h"

enum { ELEMENT = 8, STREAM = 64, ELEMENTS_MAX = 64 };

/* Copies `bytes` from elements `stride` apart into the second half, and returns
 * where they are. */
static char *pack(char *memory, const train_workspace *space, const train_point *point)
{
    const int64_t stride = point->value[TRAIN_stride], bytes = point->value[TRAIN_bytes];
    if (stride <= ELEMENT)
        return memory;
    double *to = (double *)(void *)(memory + space->size / 2);
    for (int64_t i = 0; i < bytes / ELEMENT; i++)
        to[i] = *(const double *)(const void *)(memory + i * stride);
    return memory + space->size / 2;
}

static void unpack(const char *from, char *memory, const train_point *point)
{
    const int64_t stride = point->value[TRAIN_stride], bytes = point->value[TRAIN_bytes];
    if (stride <= ELEMENT)
        return;
    for (int64_t i = 0; i < bytes / ELEMENT; i++)
        *(double *)(void *)(memory + i * stride) = ((const double *)(const void *)from)[i];
}

/* MPICH's MPI_STATUSES_IGNORE is an address that gcc warns of, if it sees it. */
static void wait_all(int count, MPI_Request *request)
{
    MPI_Status *ignored = MPI_STATUSES_IGNORE;
    OPAQUE_INT(ignored);
    MPI_Waitall(count, request, ignored);
}

static char *receive_buffer(const train_workspace *space, const train_point *point)
{
    return point->value[TRAIN_stride] <= ELEMENT ? space->other : space->other + space->size / 2;
}

/* As generated programs send: posted, and waited for. */
static void send(train_group *group, const char *from, int bytes, int to)
{
    MPI_Request request;
    MPI_Isend(from, bytes, MPI_BYTE, to, 0, group->comm, &request);
    wait_all(1, &request);
}

static void pingpong(train_group *group, const train_workspace *space, const train_point *point,
                     int64_t iteration)
{
    (void)iteration;
    const int n = (int)point->value[TRAIN_bytes];
    if (group->rank == 0) {
        send(group, space->memory, n, 1);
        MPI_Recv(space->other, n, MPI_BYTE, 1, 0, group->comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(space->other, n, MPI_BYTE, 0, 0, group->comm, MPI_STATUS_IGNORE);
        send(group, space->memory, n, 0);
    }
}

/* By the call that does not return before the message may be forgotten: what the collectives of
 * MPI libraries send down trees. */
static void pingpong_send(train_group *group, const train_workspace *space,
                          const train_point *point, int64_t iteration)
{
    (void)iteration;
    const int n = (int)point->value[TRAIN_bytes];
    if (group->rank == 0) {
        MPI_Send(space->memory, n, MPI_BYTE, 1, 0, group->comm);
        MPI_Recv(space->other, n, MPI_BYTE, 1, 0, group->comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(space->other, n, MPI_BYTE, 0, 0, group->comm, MPI_STATUS_IGNORE);
        MPI_Send(space->memory, n, MPI_BYTE, 0, 0, group->comm);
    }
}

/* Messages one after another, and an empty answer: what a message occupies,
 * where latency passes beside the next one. */
static void stream(train_group *group, const train_workspace *space, const train_point *point,
                   int64_t iteration)
{
    (void)iteration;
    const int n = (int)point->value[TRAIN_bytes];
    MPI_Request request[STREAM];
    for (int i = 0; i < STREAM; i++) {
        if (group->rank == 0)
            MPI_Isend(space->memory, n, MPI_BYTE, 1, 0, group->comm, &request[i]);
        else
            MPI_Irecv(space->other, n, MPI_BYTE, 0, 0, group->comm, &request[i]);
    }
    wait_all(STREAM, request);
    if (group->rank == 0)
        MPI_Recv(NULL, 0, MPI_BYTE, 1, 1, group->comm, MPI_STATUS_IGNORE);
    else
        MPI_Send(NULL, 0, MPI_BYTE, 0, 1, group->comm);
}

static void send_and_receive(train_group *group, const train_workspace *space,
                             const train_point *point, int to, int from)
{
    const int n = (int)point->value[TRAIN_bytes];
    char *arrives = receive_buffer(space, point), *leaves = pack(space->memory, space, point);
    MPI_Request request[2];
    MPI_Irecv(arrives, n, MPI_BYTE, from, 0, group->comm, &request[0]);
    MPI_Isend(leaves, n, MPI_BYTE, to, 0, group->comm, &request[1]);
    wait_all(2, request);
    unpack(arrives, space->other, point);
}

static void exchange(train_group *group, const train_workspace *space, const train_point *point,
                     int64_t iteration)
{
    (void)iteration;
    send_and_receive(group, space, point, group->rank ^ 1, group->rank ^ 1);
}

static void shift(train_group *group, const train_workspace *space, const train_point *point,
                  int64_t iteration)
{
    (void)iteration;
    const int p = group->ranks;
    send_and_receive(group, space, point, (group->rank + 1) % p, (group->rank + p - 1) % p);
}

/* Round all ranks, further than to the next: messages share what is between. */
static void shift_far(train_group *group, const train_workspace *space, const train_point *point,
                      int64_t iteration)
{
    (void)iteration;
    const int p = group->ranks, far = (int)point->value[TRAIN_far];
    send_and_receive(group, space, point, (group->rank + far) % p, (group->rank + p - far) % p);
}

/* Each sends to one and receives from one, in no order. */
static void permutation(train_group *group, const train_workspace *space, const train_point *point,
                        int64_t iteration)
{
    (void)iteration;
    int *to = malloc((size_t)group->ranks * sizeof *to), from = 0;
    if (to == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    train_permutation(group->ranks, (int)point->value[TRAIN_far], to);
    while (to[from] != group->rank)
        from++;
    if (from != group->rank)
        send_and_receive(group, space, point, to[group->rank], from);
    free(to);
}

/* The same, a message for each element. */
static void shift_elements(train_group *group, const train_workspace *space,
                           const train_point *point, int64_t iteration)
{
    (void)iteration;
    const int p = group->ranks, count = (int)(point->value[TRAIN_bytes] / ELEMENT);
    MPI_Request request[2 * ELEMENTS_MAX];
    for (int i = 0; i < count; i++)
        MPI_Irecv(space->other + (int64_t)i * ELEMENT, ELEMENT, MPI_BYTE, (group->rank + p - 1) % p,
                  0, group->comm, &request[i]);
    for (int i = 0; i < count; i++)
        MPI_Isend(space->memory + (int64_t)i * ELEMENT, ELEMENT, MPI_BYTE, (group->rank + 1) % p, 0,
                  group->comm, &request[count + i]);
    wait_all(2 * count, request);
}

/* Both neighbours along each axis of a periodic grid, all posted together. What
 * arrives from different neighbours goes to different buffers. */
static void neighbours(train_group *group, const train_workspace *space, const train_point *point,
                       int64_t iteration)
{
    (void)iteration;
    const int dims = (int)point->value[TRAIN_dims], n = (int)point->value[TRAIN_bytes];
    const MPI_Comm grid = group->grid[dims - 1];
    MPI_Request request[4 * TRAIN_GRIDS];
    int posted = 0;
    for (int d = 0; d < dims; d++) {
        int down, up;
        MPI_Cart_shift(grid, d, 1, &down, &up);
        MPI_Irecv(space->other + (int64_t)(2 * d) * n, n, MPI_BYTE, down, 2 * d, grid,
                  &request[posted++]);
        MPI_Irecv(space->other + (int64_t)(2 * d + 1) * n, n, MPI_BYTE, up, 2 * d + 1, grid,
                  &request[posted++]);
        MPI_Isend(space->memory, n, MPI_BYTE, up, 2 * d, grid, &request[posted++]);
        MPI_Isend(space->memory, n, MPI_BYTE, down, 2 * d + 1, grid, &request[posted++]);
    }
    wait_all(posted, request);
}

/* The same, one direction after another. */
static void neighbours_phased(train_group *group, const train_workspace *space,
                              const train_point *point, int64_t iteration)
{
    (void)iteration;
    const int dims = (int)point->value[TRAIN_dims], n = (int)point->value[TRAIN_bytes];
    const MPI_Comm grid = group->grid[dims - 1];
    for (int d = 0; d < dims; d++) {
        int down, up;
        MPI_Cart_shift(grid, d, 1, &down, &up);
        MPI_Sendrecv(space->memory, n, MPI_BYTE, up, 0, space->other, n, MPI_BYTE, down, 0, grid,
                     MPI_STATUS_IGNORE);
        MPI_Sendrecv(space->memory, n, MPI_BYTE, down, 0, space->other, n, MPI_BYTE, up, 0, grid,
                     MPI_STATUS_IGNORE);
    }
}

enum { MESSAGE_TO = 4 << 20, FAR_FROM = 4096, FAR_TO = 1 << 20 };

train_kernels train_message_kernels(void)
{
    static const train_kernel kernels[] = {
        {.name = "pingpong",
         .family = TRAIN_COMMUNICATION,
         .operations = "message:2",
         .communicate = pingpong,
         .sweep =
             {.from = 1, .to = MESSAGE_TO, .per_octave = 4, .is_pair = true, .to_partners = true}},
        {.name = "pingpong.send",
         .family = TRAIN_COMMUNICATION,
         .operations = "message:2",
         .communicate = pingpong_send,
         .sweep = {.from = 1, .to = MESSAGE_TO, .per_octave = 4, .is_pair = true}},
        {.name = "stream",
         .family = TRAIN_COMMUNICATION,
         .operations = "message:64 answer:1",
         .communicate = stream,
         .sweep =
             {.from = 1, .to = MESSAGE_TO, .per_octave = 4, .is_pair = true, .to_partners = true}},
        {.name = "exchange",
         .family = TRAIN_COMMUNICATION,
         .operations = "sent:1 received:1",
         .communicate = exchange,
         .sweep =
             {.from = 1, .to = MESSAGE_TO, .per_octave = 2, .is_even = true, .is_strided = true}},
        {.name = "shift",
         .family = TRAIN_COMMUNICATION,
         .operations = "sent:1 received:1",
         .communicate = shift,
         .sweep = {.from = 1, .to = MESSAGE_TO, .per_octave = 2, .is_strided = true}},
        {.name = "shift.far",
         .family = TRAIN_COMMUNICATION,
         .operations = "sent:1 received:1",
         .communicate = shift_far,
         .sweep = {.from = FAR_FROM, .to = FAR_TO, .is_far = true}},
        {.name = "permutation",
         .family = TRAIN_COMMUNICATION,
         .operations = "sent:1 received:1",
         .communicate = permutation,
         .sweep = {.from = FAR_FROM, .to = FAR_TO, .is_far = true, .numbers = 3}},
        {.name = "shift.elements",
         .family = TRAIN_COMMUNICATION,
         .operations = "element_sent:1 element_received:1",
         .communicate = shift_elements,
         .sweep = {.from = ELEMENT, .to = ELEMENT * ELEMENTS_MAX, .unit = ELEMENT}},
        {.name = "neighbours.posted",
         .family = TRAIN_COMMUNICATION,
         .operations = "sent_per_axis:2 received_per_axis:2",
         .communicate = neighbours,
         .sweep = {.from = 1, .to = MESSAGE_TO, .dims_max = TRAIN_GRIDS}},
        {.name = "neighbours.phased",
         .family = TRAIN_COMMUNICATION,
         .operations = "sent_per_axis:2 received_per_axis:2",
         .communicate = neighbours_phased,
         .sweep = {.from = 1, .to = MESSAGE_TO, .dims_max = TRAIN_GRIDS}},
    };
    return (train_kernels){(int)(sizeof kernels / sizeof *kernels), kernels};
}
