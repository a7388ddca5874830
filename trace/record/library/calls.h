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

/* Those of MPI 4. */
#define CALLS_OF_MPI4(call)                                                                                                        \
    call(Send_c) call(Bsend_c) call(Ssend_c) call(Rsend_c) call(Recv_c) call(Sendrecv_c) call(                                     \
        Sendrecv_replace_c) call(Mrecv_c) call(Isend_c) call(Ibsend_c) call(Issend_c) call(Irsend_c)                               \
        call(Irecv_c) call(Imrecv_c) call(Send_init_c) call(Bsend_init_c) call(Ssend_init_c) call(                                 \
            Rsend_init_c) call(Recv_init_c) call(Win_create_c) call(Win_allocate_c) call(Win_allocate_shared_c)                    \
            call(Put_c) call(Get_c) call(Accumulate_c) call(Get_accumulate_c) call(Rput_c) call(                                   \
                Rget_c) call(Raccumulate_c) call(Rget_accumulate_c) call(Bcast_c) call(Gather_c)                                   \
                call(Gatherv_c) call(Scatter_c) call(Scatterv_c) call(Allgather_c) call(Allgatherv_c) call(                        \
                    Alltoall_c) call(Alltoallv_c) call(Alltoallw_c) call(Allreduce_c) call(Reduce_c)                               \
                    call(Reduce_scatter_c) call(Reduce_scatter_block_c) call(Scan_c) call(Exscan_c) call(                          \
                        Neighbor_allgather_c) call(Neighbor_allgatherv_c) call(Neighbor_alltoall_c)                                \
                        call(Neighbor_alltoallv_c) call(Neighbor_alltoallw_c) call(Ibcast_c) call(                                 \
                            Igather_c) call(Igatherv_c) call(Iscatter_c) call(Iscatterv_c)                                         \
                            call(Iallgather_c) call(Iallgatherv_c) call(Ialltoall_c) call(                                         \
                                Ialltoallv_c) call(Ialltoallw_c) call(Iallreduce_c) call(Ireduce_c)                                \
                                call(Ireduce_scatter_c) call(Ireduce_scatter_block_c) call(                                        \
                                    Iscan_c) call(Iexscan_c) call(Ineighbor_allgather_c) call(Ineighbor_allgatherv_c)              \
                                    call(Ineighbor_alltoall_c) call(Ineighbor_alltoallv_c) call(                                   \
                                        Ineighbor_alltoallw_c) call(Barrier_init)                                                  \
                                        call(Bcast_init) call(Gather_init) call(Gatherv_init) call(                                \
                                            Scatter_init) call(Scatterv_init) call(Allgather_init)                                 \
                                            call(Allgatherv_init) call(Alltoall_init) call(Alltoallv_init) call(                   \
                                                Alltoallw_init) call(Allreduce_init) call(Reduce_init)                             \
                                                call(Reduce_scatter_init) call(Reduce_scatter_block_init) call(                    \
                                                    Scan_init) call(Exscan_init)                                                   \
                                                    call(Neighbor_allgather_init) call(Neighbor_allgatherv_init) call(             \
                                                        Neighbor_alltoall_init) call(Neighbor_alltoallv_init)                      \
                                                        call(Neighbor_alltoallw_init) call(Isendrecv) call(                        \
                                                            Isendrecv_c) call(Isendrecv_replace) call(Isendrecv_replace_c)         \
                                                            call(Comm_idup_with_info) call(Psend_init) call(                       \
                                                                Precv_init) call(Pready) call(Pready_range)                        \
                                                                call(Pready_list) call(Parrived) call(                             \
                                                                    Comm_create_from_group) call(Intercomm_create_from_groups)     \
                                                                    call(Bcast_init_c) call(Gather_init_c) call(                   \
                                                                        Gatherv_init_c) call(Scatter_init_c)                       \
                                                                        call(Scatterv_init_c) call(                                \
                                                                            Allgather_init_c) call(Allgatherv_init_c)              \
                                                                            call(Alltoall_init_c) call(                            \
                                                                                Alltoallv_init_c) call(Alltoallw_init_c)           \
                                                                                call(Allreduce_init_c) call(                       \
                                                                                    Reduce_init_c) call(Reduce_scatter_init_c)     \
                                                                                    call(Reduce_scatter_block_init_c) call(        \
                                                                                        Scan_init_c) call(Exscan_init_c)           \
                                                                                        call(                                      \
                                                                                            Neighbor_allgather_init_c)             \
                                                                                            call(                                  \
                                                                                                Neighbor_allgatherv_init_c)        \
                                                                                                call(                              \
                                                                                                    Neighbor_alltoall_init_c)      \
                                                                                                    call(                          \
                                                                                                        Neighbor_alltoallv_init_c) \
                                                                                                        call(                      \
                                                                                                            Neighbor_alltoallw_init_c)

#define CALL_NUMBER(name) CALL_##name,
typedef enum record_call { CALLS(CALL_NUMBER) CALLS_OF_MPI4(CALL_NUMBER) CALL_COUNT } record_call;
#undef CALL_NUMBER

#endif
