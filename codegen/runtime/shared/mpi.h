#ifndef FPREDICT_CODEGEN_RUNTIME_SHARED_MPI_H
#define FPREDICT_CODEGEN_RUNTIME_SHARED_MPI_H

/* What stands for MPI where a generated program runs in shared access (docs/spmd.md): n logical
 * threads on one processor, of which one runs at a time. Only what codegen/runtime and generated
 * programs call, as MPI 3.1 has it; the rest of MPI is not there. */

#define FPR_SHARED 1 /* <mpi.h> is this one */

#include <stddef.h>

typedef int MPI_Comm;
typedef int MPI_Datatype;
typedef int MPI_Op;
typedef int MPI_Info;
typedef ptrdiff_t MPI_Aint;
typedef struct fps_group *MPI_Group;
typedef struct fps_request *MPI_Request;
typedef struct fps_window *MPI_Win;

typedef struct MPI_Status {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR;
    int bytes;
} MPI_Status;

typedef void MPI_User_function(void *in, void *inout, int *count, MPI_Datatype *type);

enum { MPI_SUCCESS = 0, MPI_UNDEFINED = -32766 };
enum { MPI_ANY_SOURCE = -2, MPI_ANY_TAG = -3, MPI_PROC_NULL = -1 };
enum { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE };
enum { MPI_COMM_NULL = -1, MPI_COMM_WORLD = 0 };
enum { MPI_INFO_NULL = 0, MPI_MODE_NOCHECK = 1 };

/* Types of C; of others, FPS_BYTES is set, and the rest is how long they are, less than
 * FPS_VECTOR; or that is set, and fps_window.c knows the rest. */
enum {
    MPI_BYTE,
    MPI_CHAR,
    MPI_UNSIGNED_CHAR,
    MPI_SHORT,
    MPI_UNSIGNED_SHORT,
    MPI_INT,
    MPI_UNSIGNED,
    MPI_LONG,
    MPI_UNSIGNED_LONG,
    MPI_LONG_LONG,
    MPI_UNSIGNED_LONG_LONG,
    MPI_FLOAT,
    MPI_DOUBLE,
    MPI_LONG_DOUBLE,
    FPS_VECTOR = 1 << 29,
    FPS_BYTES = 1 << 30
};
#define MPI_LONG_LONG_INT MPI_LONG_LONG

/* Operations; those of the program follow. */
enum {
    MPI_SUM,
    MPI_PROD,
    MPI_MIN,
    MPI_MAX,
    MPI_BAND,
    MPI_BOR,
    MPI_BXOR,
    MPI_LAND,
    MPI_LOR,
    FPS_OF_PROGRAM
};

#define MPI_IN_PLACE ((void *)-1)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_WIN_NULL ((MPI_Win)0)

int MPI_Init(int *argc, char ***argv);
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided);
int MPI_Query_thread(int *provided);
int MPI_Initialized(int *flag);
int MPI_Finalize(void);
int MPI_Abort(MPI_Comm comm, int code);
double MPI_Wtime(void); /* what this thread has computed, and waited for others that computed */
double MPI_Wtick(void);

int MPI_Comm_size(MPI_Comm comm, int *size);
int MPI_Comm_rank(MPI_Comm comm, int *rank);
int MPI_Comm_group(MPI_Comm comm, MPI_Group *group);
int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made);
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made);
int MPI_Comm_free(MPI_Comm *comm);
int MPI_Group_incl(MPI_Group group, int count, const int ranks[], MPI_Group *made);
int MPI_Group_free(MPI_Group *group);

int MPI_Type_size(MPI_Datatype type, int *size);
int MPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old,
                            MPI_Datatype *made);
int MPI_Type_commit(MPI_Datatype *type);
int MPI_Type_free(MPI_Datatype *type);
int MPI_Op_create(MPI_User_function *function, int commutes, MPI_Op *made);
int MPI_Op_free(MPI_Op *op);
int MPI_Reduce_local(const void *in, void *inout, int count, MPI_Datatype type, MPI_Op op);

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request);
int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request *request);
int MPI_Wait(MPI_Request *request, MPI_Status *status);
int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]);
int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
int MPI_Recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status *status);
int MPI_Sendrecv(const void *out, int out_count, MPI_Datatype out_type, int to, int out_tag,
                 void *in, int in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,
                 MPI_Status *status);

int MPI_Barrier(MPI_Comm comm);
int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm);
int MPI_Reduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm);
int MPI_Allreduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm);
int MPI_Gather(const void *from, int from_count, MPI_Datatype from_type, void *to, int to_count,
               MPI_Datatype to_type, int root, MPI_Comm comm);
int MPI_Allgather(const void *from, int from_count, MPI_Datatype from_type, void *to, int to_count,
                  MPI_Datatype to_type, MPI_Comm comm);
int MPI_Allgatherv(const void *from, int from_count, MPI_Datatype from_type, void *to,
                   const int counts[], const int at[], MPI_Datatype to_type, MPI_Comm comm);
int MPI_Alltoall(const void *from, int from_count, MPI_Datatype from_type, void *to, int to_count,
                 MPI_Datatype to_type, MPI_Comm comm);
int MPI_Alltoallv(const void *from, const int from_counts[], const int from_at[],
                  MPI_Datatype from_type, void *to, const int to_counts[], const int to_at[],
                  MPI_Datatype to_type, MPI_Comm comm);

/* References to other images. */
int MPI_Win_create(void *base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win *made);
int MPI_Win_lock_all(int mode, MPI_Win window);
int MPI_Win_unlock_all(MPI_Win window);
int MPI_Win_free(MPI_Win *window);
int MPI_Win_sync(MPI_Win window);
int MPI_Win_flush(int rank, MPI_Win window);
int MPI_Get(void *to, int count, MPI_Datatype type, int rank, MPI_Aint at, int there,
            MPI_Datatype type_there, MPI_Win window);
int MPI_Put(const void *from, int count, MPI_Datatype type, int rank, MPI_Aint at, int there,
            MPI_Datatype type_there, MPI_Win window);

#endif
