/* Plays a recording of shared access as an MPI program in SMPI's simulated time: reads and writes
 * are a request and a reply, barriers rounds in which a rank tells that which is 2^k further.
 * Requests are served by who waits: for a reply, at a barrier, or at its end. Written by hand for
 * tests/extrapolation/beside_smpi.py, with nothing of fpredict in it.
 *
 *   accesses TRACE       prints, of each rank, its number and the seconds until its last event */

#include <mpi.h>
#include <simgrid/host.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMS = 64, ROUNDS = 16, MOST = 1 << 24, RANKS = 1024 };

/* The two lowest bits of a tag; above them are the bytes that are read, or whose barrier it is. */
enum { GET, PUT, REPLY, BARRIER };

static char buffer[MOST]; /* of all messages: nobody looks at what is in them */
static int me, size;
static int replies;                 /* that have come, and nobody has waited for */
static int told[COMMS + 1][ROUNDS]; /* the last communicator is for the end */
static int members[COMMS + 1][RANKS], member_count[COMMS + 1], mine[COMMS + 1];

static void fail(const char *what)
{
    fprintf(stderr, "error: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* A receive of any source would take, in SMPI, what was sent first, and not what is there first. */
static MPI_Request posted[RANKS];

static void post(int source)
{
    MPI_Irecv(buffer, MOST, MPI_CHAR, source, MPI_ANY_TAG, MPI_COMM_WORLD, &posted[source]);
}

/* What has come, to be served in that order: as well as SMPI tells it, between two services. */
static struct {
    int source, tag;
} queue[2 * RANKS];
static int queue_first, queue_count;

static void look(int (*some)(int, MPI_Request *, int *, int *, MPI_Status *))
{
    static int come[RANKS];
    static MPI_Status from[RANKS];
    int count;
    some(size, posted, &count, come, from);
    for (int i = 0; i < count; i++) {
        const int at = (queue_first + queue_count++) % (2 * RANKS);
        if (queue_count > 2 * RANKS)
            fail("too many messages at once");
        queue[at].source = come[i];
        queue[at].tag = from[i].MPI_TAG;
        post(come[i]);
    }
}

static void serve_one(void)
{
    look(MPI_Testsome);
    while (!queue_count)
        look(MPI_Waitsome);
    const int source = queue[queue_first].source, tag = queue[queue_first].tag;
    queue_first = (queue_first + 1) % (2 * RANKS);
    queue_count--;
    const int rest = tag >> 2;
    switch (tag & 3) {
    case GET:
        MPI_Send(buffer, rest, MPI_CHAR, source, REPLY, MPI_COMM_WORLD);
        return;
    case PUT:
        MPI_Send(buffer, 0, MPI_CHAR, source, REPLY, MPI_COMM_WORLD);
        return;
    case REPLY:
        replies++;
        return;
    case BARRIER:
        told[rest / ROUNDS][rest % ROUNDS]++;
        return;
    }
}

static void reach(int peer, int bytes, int is_put)
{
    if (bytes > MOST)
        fail("an access is too long");
    if (peer == me)
        return;
    MPI_Send(buffer, is_put ? bytes : 0, MPI_CHAR, peer, is_put ? PUT : GET | bytes << 2,
             MPI_COMM_WORLD);
    while (!replies)
        serve_one();
    replies--;
}

static void barrier(int comm)
{
    const int count = member_count[comm];
    for (int k = 0; 1 << k < count; k++) {
        MPI_Send(buffer, 0, MPI_CHAR, members[comm][(mine[comm] + (1 << k)) % count],
                 BARRIER | (comm * ROUNDS + k) << 2, MPI_COMM_WORLD);
        while (!told[comm][k])
            serve_one();
        told[comm][k]--;
    }
}

static void add_member(int comm, int rank)
{
    if (rank == me)
        mine[comm] = member_count[comm];
    members[comm][member_count[comm]++] = rank;
}

static void read_comm(char *line)
{
    int comm, rank, length;
    if (sscanf(line, "comm %d", &comm) != 1 || comm >= COMMS)
        fail("too many communicators");
    char *text = strrchr(line, '"');
    if (!text)
        fail("a communicator without a name");
    for (text++; sscanf(text, "%d%n", &rank, &length) == 1; text += length)
        add_member(comm, rank);
}

static void event(const char *what, const char *rest)
{
    int peer, comm, bytes;
    if (strcmp(what, "get") == 0 &&
        sscanf(rest, " from %d comm %d bytes %d", &peer, &comm, &bytes) == 3)
        reach(members[comm][peer], bytes, 0);
    else if (strcmp(what, "put") == 0 &&
             sscanf(rest, " to %d comm %d bytes %d", &peer, &comm, &bytes) == 3)
        reach(members[comm][peer], bytes, 1);
    else if (strcmp(what, "collective_end") == 0 &&
             sscanf(rest, " MPI_Barrier comm %d", &comm) == 1)
        barrier(comm);
    else if (strcmp(what, "enter") && strcmp(what, "leave") && strcmp(what, "collective_begin"))
        fail("something else than accesses and barriers");
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > RANKS)
        fail("too many ranks");
    for (int i = 0; i < size; i++) {
        add_member(COMMS, i);
        post(i);
    }
    FILE *in = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!in)
        fail("no recording");
    static char line[65536], what[64];
    long long last = 0;
    while (fgets(line, sizeof line, in)) {
        long long time;
        int rank, length;
        if (strncmp(line, "comm ", 5) == 0)
            read_comm(line);
        if (sscanf(line, "%d %lld %63s%n", &rank, &time, what, &length) != 3 || rank != me)
            continue;
        const char *cpu = strstr(line, " cpu "); /* what the thread has computed by then, in ns */
        if (!cpu)
            fail("an event without processor time");
        const long long now = strtoll(cpu + 5, NULL, 10);
        smpi_execute_flops((double)(now - last) * 1e-9 * sg_host_get_speed(sg_host_self()));
        last = now;
        event(what, line + length);
    }
    printf("%d %.12g\n", me, MPI_Wtime());
    fflush(stdout);
    barrier(COMMS); /* the others may still ask */
    for (int i = 0; i < size; i++) {
        MPI_Cancel(&posted[i]);
        MPI_Request_free(&posted[i]);
    }
    MPI_Finalize();
    return 0;
}
