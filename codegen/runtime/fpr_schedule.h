#ifndef FPREDICT_CODEGEN_RUNTIME_FPR_SCHEDULE_H
#define FPREDICT_CODEGEN_RUNTIME_FPR_SCHEDULE_H

/* Who sends what to whom, at one place of the program. */

#include "codegen/runtime/fpr_collective.h"

/* Elements from the beginning of the window. Where `at` is -1, others have them. */
typedef fpr_stretches fpr_offsets;

/* What goes to, or comes from, one processor: so many elements, where they are, and a buffer
 * to pack them. */
typedef struct fpr_packed {
    int partner;
    long long count;
    fpr_offsets offsets;
    char *buffer;
    size_t capacity; /* of the buffer */
} fpr_packed;

typedef struct fpr_packed_all {
    int count;
    fpr_packed *list;
} fpr_packed_all;

/* Messages as the program asks for them, whatever the algorithm makes of them. */
typedef struct fpr_traffic {
    long long messages, elements;
} fpr_traffic;

/* One sender, and all that get the same from it. */
typedef struct fpr_tree {
    fpr_members members; /* the sender first */
    fpr_algorithm how;
    fpr_packed packed;   /* has a buffer while it is sent */
    fpr_traffic traffic; /* of the sender; of others nothing */
} fpr_tree;

/* Processors each of which has a part that all others get. */
typedef struct fpr_parts {
    fpr_members members;
    fpr_algorithm how;
    fpr_packed *packed; /* by place; they have buffers while they are sent */
    char **buffer;      /* theirs */
    int *bytes;
    fpr_traffic traffic; /* of this process */
} fpr_parts;

/* What a schedule was computed for, as words. */
typedef struct fpr_key {
    int count, capacity;
    long *words;
} fpr_key;

/* Where needs are along the dimensions in which they may be elsewhere (fpr_moved.c). */
typedef struct fpr_moved {
    bool is[FPR_RANK];
    long by[FPR_RANK];
} fpr_moved;
/* Are its messages between two processors each? */
static inline bool fpr_is_between_two(fpr_pattern pattern)
{
    return pattern == FPR_WAIT_POST || pattern == FPR_PHASED || pattern == FPR_SENDRECV;
}

/* An index that has a slot. */
typedef struct fpr_held {
    fpr_slots *slots;
    long index, place;
} fpr_held;

typedef struct fpr_holding {
    long number; /* of the schedule that it is of, each of which has another */
    int count, capacity;
    fpr_held *list;
} fpr_holding;

typedef struct fpr_schedule {
    fpr_holding held; /* while it is the last one of its place; null: it needs none */
    /* What it was computed for. */
    const fpr_site *site;
    fpr_pattern pattern;
    fpr_key key;
    fpr_moved made_at;
    long low[FPR_RANK], high[FPR_RANK]; /* of fpr_inspect: the indices, by dimension */
    long long shift;                    /* what it is used for now: so many elements further on */
    /* While it is being computed. */
    int need_count;
    const fpr_need *needs;
    fpr_packed_all send, receive;
    fpr_offsets own_from, own_to; /* fpr_redistribute: what is owned in both, in the same order */
    int tree_count;
    fpr_tree *trees; /* FPR_BROADCAST */
    fpr_parts parts; /* FPR_GATHER */
    /* Those with whom it is one call of MPI's, in the order of ranks; none: it is none. */
    fpr_members together;
    bool is_even; /* all blocks of it have one size */
    MPI_Request *requests;
    /* While fpr_inspect records it: by partner. */
    fpr_elements *inspected_send, *inspected_receive;
    fpr_elements *inspected; /* of a collective: by sender * processors + receiver */
    bool is_started;         /* and not waited for yet */
    struct fpr_schedule *next;
} fpr_schedule;

/* --- fpr_schedule_cache.c --- */
void fpr_key_add(fpr_key *key, long value);
void fpr_key_add_need(fpr_key *key, const fpr_array *a, const fpr_need *n);
/* The site's schedule for it, which is then its last; null: there is none yet. */
fpr_schedule *fpr_cache_find(fpr_site *site, const fpr_key *key);
/* A new one, still empty. */
fpr_schedule *fpr_cache_add(fpr_site *site, const fpr_key *key);
/* Takes it out again. */
void fpr_cache_drop(fpr_site *site, fpr_schedule *s);

/* --- fpr_dense.c --- */
/* What the schedule has had in slots gets the same ones. False: others have them by now, and it is
 * to be computed anew. */
bool fpr_hold_again(fpr_site *site, const fpr_schedule *s);
/* Ends what fpr_hold_begin has begun; and notes what the schedule has in slots. */
void fpr_hold_for(fpr_site *site, fpr_schedule *s);

/* --- fpr_moved.c --- */
/* Has each processor that has elements the whole dimension? */
bool fpr_is_whole(const fpr_array *a, int d);
fpr_moved fpr_moved_of(const fpr_array *a, int count, const fpr_need *needs);
/* The need, wherever it is. */
void fpr_key_add_shape(fpr_key *key, const fpr_array *a, const fpr_moved *m, const fpr_need *n);
/* The schedule is for needs at `m` now. */
void fpr_schedule_move(fpr_schedule *s, const fpr_array *a, const fpr_moved *m);
/* The array, as the schedule sees it where it has been moved. */
fpr_array fpr_moved_array(const fpr_array *a, const fpr_schedule *s);

/* --- fpr_pack.c --- */
typedef void fpr_join(void *target, const void *received);
fpr_join *fpr_join_of(fpr_type type, fpr_op op);
/* Puts the value that changes nothing into `out`. */
void fpr_neutral(fpr_type type, fpr_op op, void *out);
/* Into the buffer, and out of it. */
void fpr_pack(const fpr_array *a, const fpr_packed *p);
void fpr_unpack(fpr_array *a, const fpr_packed *p, fpr_join *combine);
/* Without one: as many of both. */
void fpr_copy_elements(fpr_array *to, const fpr_offsets *targets, const fpr_array *from,
                       const fpr_offsets *sources);

/* --- fpr_elements.c --- */
/* Ascending, each once. */
void fpr_sort_elements(fpr_elements *e);
long long fpr_count_elements(const fpr_elements *e);
/* Sorts the elements; where they are in the window. */
fpr_offsets fpr_offsets_of(const fpr_array *a, fpr_elements *e);
/* The same, after the offsets that there are. */
void fpr_offsets_add(const fpr_array *a, fpr_elements *e, fpr_offsets *out);
/* The same of all, where this processor has only those of `some`, some of them. */
fpr_offsets fpr_offsets_of_some(const fpr_array *a, fpr_elements *all, fpr_elements *some);

/* --- fpr_piece.c --- */
/* Elements in which nothing changes of who has them and who executes: from `at` on, `count` of
 * them, each `by` further. */
typedef struct fpr_piece {
    const fpr_array *array;
    long long at, by, count;
    int owner[FPR_RANK]; /* by axis of the array's grid; -1: each has a private copy */
    int restricted;      /* that are restricted: the axes, and the coordinates of who executes */
    const fpr_axis *axis[FPR_RANK];
    int executor[FPR_RANK];
} fpr_piece;

bool fpr_executes_piece(const fpr_piece *p, int q);
/* Who sends it to q: of replicated elements, the copy next to q. */
int fpr_sender_of_piece(const fpr_piece *p, int q);
/* Into the schedule's lists. `is_write_back`: it is written there, and sent to its owner. */
void fpr_record_piece(const fpr_schedule *s, const fpr_piece *p, bool is_write_back);
/* What was recorded of each partner, `stride` lists apart, as packed messages. */
void fpr_take_recorded(const fpr_array *a, fpr_elements *recorded, int stride, fpr_packed_all *out);
/* --- fpr_element.c --- */
/* Of needs of an element each: what they do, until the next are asked for. Null: they are others.
 */
fpr_schedule *fpr_single_schedule(fpr_site *site, const fpr_array *a, fpr_pattern pattern,
                                  int count, const fpr_need *needs, bool is_write_back);

/* --- fpr_schedule.c --- */

/* What a communication of needs does: until the next one is asked for. */
fpr_schedule *fpr_schedule_for(fpr_site *site, const fpr_array *a, fpr_pattern pattern, int count,
                               const fpr_need *needs, bool is_write_back);
/* Cached, and never moved: it may be under way. */
fpr_schedule *fpr_cached_schedule_for(fpr_site *site, const fpr_array *a, fpr_pattern pattern,
                                      int count, const fpr_need *needs, bool is_write_back);
void fpr_schedule_free(fpr_schedule *s);
/* Of what goes to or comes from `partner`. Takes the elements over. */
fpr_packed fpr_pack_of(const fpr_array *a, int partner, fpr_elements e);
/* The same, in the memory of a packed message that was there before, or of zeros. */
void fpr_packed_set(const fpr_array *a, int partner, fpr_elements *e, fpr_packed *p);
/* Without a buffer: where many are sent together, or one schedule is used but once, as those of
 * a column of a matrix are, all have the same. */
fpr_packed fpr_elements_of(const fpr_array *a, int partner, fpr_elements e);
/* The same of all that several get from one sender, of which this one gets `some`. */
fpr_packed fpr_elements_of_some(const fpr_array *a, int partner, fpr_elements all,
                                fpr_elements some);
void fpr_packed_free(fpr_packed *p);
void fpr_schedule_ready(fpr_schedule *s);

/* Sends and receives; received values are stored, or, with `combine`, combined with
 * those that are there. */
void fpr_post(const fpr_array *from, fpr_array *to, fpr_schedule *s);
void fpr_complete(fpr_array *to, fpr_schedule *s, fpr_join *combine);
void fpr_send_posted(const fpr_array *from, fpr_array *to, fpr_schedule *s, fpr_join *combine);
/* With each element, whether it has been written; only then it is stored. */
void fpr_send_marked(fpr_array *a, fpr_schedule *s);

enum { FPR_TAG = 7 };
int fpr_bytes_of(const fpr_array *a, const fpr_packed *p);
/* Charge the copies of what is no run of memory, on one side. */
void fpr_charge_packing(const fpr_array *from, const fpr_schedule *s, const fpr_packed *p);
void fpr_charge_unpacking(const fpr_array *to, const fpr_schedule *s, const fpr_packed *p);

/* --- fpr_all_to_all.c --- */
/* Is what the needs send one call of MPI's? Then it is noted in the schedule, of which the messages
 * are known by then. All of those who take part call it. */
void fpr_find_together(const fpr_array *from, int need_count, const fpr_need *needs,
                       fpr_schedule *s);
void fpr_send_together(const fpr_array *from, fpr_array *to, fpr_schedule *s);

/* --- fpr_steps.c --- */
/* One displacement of the receiver from the sender after the other: a synchronous shift each.
 * `is_by_axis`: axis after axis, by MPI_Sendrecv. */
void fpr_send_steps(const fpr_array *from, fpr_array *to, fpr_schedule *s, bool is_by_axis);

/* --- fpr_write_back.c --- */
/* Does this processor own the element at this place of the window? */
bool fpr_owns_place(const fpr_array *a, const long *place);

/* --- fpr_inspector.c --- */
/* Of what fpr_inspect has recorded; `is_write_back`: it is sent to the owner. */
fpr_schedule *fpr_inspected(fpr_site *site, const fpr_array *a, fpr_pattern pattern,
                            bool is_write_back);

/* --- fpr_fetch.c --- */
/* By the schedule's pattern. */
void fpr_send(fpr_array *a, fpr_schedule *s);

/* --- fpr_group_comm.c --- */
/* Ranks that are joined, as trees: by rank the parent. A root is the least rank of its group. */
int fpr_root_of(int *parent, int p);
void fpr_join_ranks(int *parent, int p, int q);
void fpr_make_trees(const fpr_array *a, fpr_schedule *s);
/* False: it is no all-gather, but separate messages. */
bool fpr_make_parts(const fpr_array *a, fpr_schedule *s);
void fpr_group_free(fpr_schedule *s);
void fpr_send_trees(fpr_array *a, fpr_schedule *s);
void fpr_send_parts(fpr_array *a, fpr_schedule *s);

#endif
