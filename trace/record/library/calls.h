#ifndef FPREDICT_TRACE_RECORD_LIBRARY_CALLS_H
#define FPREDICT_TRACE_RECORD_LIBRARY_CALLS_H

/* The calls of MPI that are recorded. All others neither communicate nor wait, or are of files. */

#define CALLS(call)                                                                                \
    call(Init) call(Init_thread) call(Finalize) /**/                                               \
        call(Send) call(Bsend) call(Ssend) call(Rsend) call(Recv) call(Sendrecv)                   \
            call(Sendrecv_replace) call(Mrecv)                                      /**/           \
        call(Isend) call(Ibsend) call(Issend) call(Irsend) call(Irecv) call(Imrecv) /**/           \
        call(Send_init) call(Bsend_init) call(Ssend_init) call(Rsend_init) call(Recv_init)         \
            call(Start) call(Startall) /**/                                                        \
        call(Wait) call(Waitall) call(Waitany) call(Waitsome) call(Test) call(Testall)             \
            call(Testany) call(Testsome) call(Request_free) call(Cancel)                           \
                call(Request_get_status)                    /**/                                   \
        call(Probe) call(Iprobe) call(Mprobe) call(Improbe) /**/                                   \
        call(Barrier) call(Bcast) call(Gather) call(Gatherv) call(Scatter) call(Scatterv)          \
            call(Allgather) call(Allgatherv) call(Alltoall) call(Alltoallv) call(Alltoallw)        \
                call(Allreduce) call(Reduce) call(Reduce_scatter) call(Reduce_scatter_block)       \
                    call(Scan) call(Exscan) /**/                                                   \
        call(Ibarrier) call(Ibcast) call(Igather) call(Igatherv) call(Iscatter) call(Iscatterv)    \
            call(Iallgather) call(Iallgatherv) call(Ialltoall) call(Ialltoallv) call(Ialltoallw)   \
                call(Iallreduce) call(Ireduce) call(Ireduce_scatter) call(Ireduce_scatter_block)   \
                    call(Iscan) call(Iexscan) /**/                                                 \
        call(Neighbor_allgather) call(Neighbor_allgatherv) call(Neighbor_alltoall)                 \
            call(Neighbor_alltoallv) call(Neighbor_alltoallw) call(Ineighbor_allgather)            \
                call(Ineighbor_allgatherv) call(Ineighbor_alltoall) call(Ineighbor_alltoallv)      \
                    call(Ineighbor_alltoallw) /**/                                                 \
        call(Comm_dup) call(Comm_dup_with_info) call(Comm_idup) call(Comm_split)                   \
            call(Comm_split_type) call(Comm_create) call(Comm_create_group) call(Cart_create)      \
                call(Cart_sub) call(Graph_create) call(Dist_graph_create)                          \
                    call(Dist_graph_create_adjacent) call(Intercomm_create) call(Intercomm_merge)  \
                        call(Comm_free) call(Comm_disconnect) /**/                                 \
        call(Win_create) call(Win_allocate) call(Win_allocate_shared) call(Win_create_dynamic)     \
            call(Win_free) call(Win_fence) call(Win_start) call(Win_complete) call(Win_post)       \
                call(Win_wait) call(Win_test) call(Win_lock) call(Win_unlock) call(Win_lock_all)   \
                    call(Win_unlock_all) call(Win_flush) call(Win_flush_all) call(Win_flush_local) \
                        call(Win_flush_local_all) /**/                                             \
        call(Put) call(Get) call(Accumulate) call(Get_accumulate) call(Fetch_and_op)               \
            call(Compare_and_swap) call(Rput) call(Rget) call(Raccumulate) call(Rget_accumulate)

#define CALL_NUMBER(name) CALL_##name,
typedef enum record_call { CALLS(CALL_NUMBER) CALL_COUNT } record_call;
#undef CALL_NUMBER

#endif
