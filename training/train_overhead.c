/* What of a message the processors pay, apart from what is done while they go on
 * (Culler, Liu, Martin, Yoshikawa, "Assessing fast network interfaces", IEEE Micro
 * 16(1), 1996; Kielmann, Bal, Verstoep, IPDPS 2000 workshops): one rank times a call
 * of its own. */

#include <stddef.h>

#include "training/train_mpi.h"

enum { MESSAGE_TO = 4 << 20, DATA = 0, TRIP = 1, GO = 2 };

static int size_of(const train_point *point)
{
    return (int)point->value[TRAIN_bytes];
}

/* Until the call that sends a message returns. Its receiver is there. */
static void send_returns(train_group *group, const train_workspace *space, const train_point *point,
                         int64_t iteration)
{
    (void)iteration;
    const int n = size_of(point);
    MPI_Request request;
    if (group->rank == 0) {
        MPI_Recv(NULL, 0, MPI_BYTE, 1, GO, group->comm, MPI_STATUS_IGNORE);
        const double start = train_clock_s();
        MPI_Isend(space->memory, n, MPI_BYTE, 1, DATA, group->comm, &request);
        group->own_s += train_clock_s() - start;
    } else {
        MPI_Irecv(space->other, n, MPI_BYTE, 0, DATA, group->comm, &request);
        MPI_Send(NULL, 0, MPI_BYTE, 0, GO, group->comm);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Answers rank 1, which so knows how long a round trip takes, and sends when that says so. Returns
 * how long it stays. */
static double answer_and_send(train_group *group, const train_workspace *space, int n)
{
    MPI_Request request;
    MPI_Recv(space->other, n, MPI_BYTE, 1, TRIP, group->comm, MPI_STATUS_IGNORE);
    MPI_Send(space->memory, n, MPI_BYTE, 1, TRIP, group->comm);
    MPI_Recv(NULL, 0, MPI_BYTE, 1, GO, group->comm, MPI_STATUS_IGNORE);
    const double start = train_clock_s();
    MPI_Isend(space->memory, n, MPI_BYTE, 1, DATA, group->comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return train_clock_s() - start;
}

static double round_trip(train_group *group, const train_workspace *space, int n)
{
    const double start = train_clock_s();
    MPI_Send(space->memory, n, MPI_BYTE, 0, TRIP, group->comm);
    MPI_Recv(space->other, n, MPI_BYTE, 0, TRIP, group->comm, MPI_STATUS_IGNORE);
    return train_clock_s() - start;
}

/* Rank 1 takes a message up as long after it asked for it as a round trip takes. */
static void receive(train_group *group, const train_workspace *space, const train_point *point,
                    bool is_posted)
{
    const int n = size_of(point);
    MPI_Request request;
    if (group->rank == 0) {
        answer_and_send(group, space, n);
        return;
    }
    const double trip = round_trip(group, space, n);
    if (is_posted)
        MPI_Irecv(space->other, n, MPI_BYTE, 0, DATA, group->comm, &request);
    MPI_Send(NULL, 0, MPI_BYTE, 0, GO, group->comm);
    train_pause(trip);
    const double start = train_clock_s();
    if (!is_posted)
        MPI_Irecv(space->other, n, MPI_BYTE, 0, DATA, group->comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    group->own_s += train_clock_s() - start;
}

/* Until a message has been taken up that was asked for, and has come meanwhile. */
static void receive_arrived(train_group *group, const train_workspace *space,
                            const train_point *point, int64_t iteration)
{
    (void)iteration;
    receive(group, space, point, true);
}

/* The same of one that nobody had asked for: whether it has come all the same. */
static void receive_late(train_group *group, const train_workspace *space, const train_point *point,
                         int64_t iteration)
{
    (void)iteration;
    receive(group, space, point, false);
}

/* Until a message is no longer its sender's that nobody asks for meanwhile: who waits for its
 * receiver stays for longer than twice what a message takes. */
static void send_late(train_group *group, const train_workspace *space, const train_point *point,
                      int64_t iteration)
{
    (void)iteration;
    const int n = size_of(point);
    if (group->rank == 0) {
        group->own_s += answer_and_send(group, space, n);
        return;
    }
    const double trip = round_trip(group, space, n);
    MPI_Send(NULL, 0, MPI_BYTE, 0, GO, group->comm);
    train_pause(2 * trip);
    MPI_Recv(space->other, n, MPI_BYTE, 0, DATA, group->comm, MPI_STATUS_IGNORE);
}

#define OVERHEAD(kernel_name, function)                                                            \
    {                                                                                              \
        .name = kernel_name, .family = TRAIN_COMMUNICATION, .operations = "message:1 clock:1",     \
        .communicate = function, .times_itself = true,                                             \
        .sweep = {.from = 1, .to = MESSAGE_TO, .per_octave = 4, .is_pair = true},                  \
    }

train_kernels train_overhead_kernels(void)
{
    static const train_kernel kernels[] = {
        OVERHEAD("send.returns", send_returns),
        OVERHEAD("receive.arrived", receive_arrived),
        OVERHEAD("receive.late", receive_late),
        OVERHEAD("send.late", send_late),
    };
    return (train_kernels){(int)(sizeof kernels / sizeof *kernels), kernels};
}
