#ifndef FPREDICT_TRAINING_FIT_FIT_NETWORK_H
#define FPREDICT_TRAINING_FIT_FIT_NETWORK_H

/* The communication component of a trained machine. */

#include "training/fit/fit_simulate.h"

typedef struct fit_notes {
    int count;
    const char *note[32]; /* sentences for who trains: what was found, what is doubtful */
} fit_notes;

void fit_note(arena *a, fit_notes *notes, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The rules of exchanges among which there is a choice, beside `phased`. */
typedef enum fit_rule { FIT_RULE_POSTED, FIT_RULE_PUSHED, FIT_RULE_ADAPTER, FIT_RULES } fit_rule;

enum { FIT_PATTERNS = 7, FIT_PORT_PATTERNS = 4 };

/* What a pattern of messages says of the rules. */
typedef struct fit_witness {
    const char *pattern;   /* the kernel, or what of it */
    int points, contended; /* of them, those that took longer than every rule says */
    int telling;           /* of the others, those of which rules say different things */
    double off[FIT_RULES]; /* of these: in the middle, in proportion */
    bool counts;           /* some rule describes it */
} fit_witness;

typedef struct fit_evidence {
    bool is_set;
    fit_witness witness[FIT_PATTERNS];
    bool is_known[FIT_RULES]; /* the data tell its values */
    double off[FIT_RULES];    /* mean of the patterns that count */
    fit_rule rule;            /* the nearest */
    /* Of adapters: what messages to several neighbours say of one port (off[0]), and of one for
     * each channel of the network (off[1]). No points: the network has one channel. */
    fit_witness ports;
    /* Whether messages at a port take turns (off[0]) or share it (off[1]): fit_ports.h. */
    fit_witness shared[FIT_PORT_PATTERNS];
    int link_points;                  /* in which messages meet on links */
    double links_without, links_with; /* how far they are off in the mean: fit_links.h */
} fit_evidence;

/* Fits what a message between two nodes takes (of `per_node` ranks in their order; more than 1: and
 * between two of one node), the network's shape by what ranks
 * further off take, and the overhead of calls. `like` (null: none) is a network
 * whose shape it has. `c` is empty before. Returns false with a sentence in
 * `error` if the data lack what is needed. To `adapter` it writes the same of a network whose
 * adapters carry messages; without pieces where the data do not tell. */
bool fit_base(arena *a, const fit_data *data, int ranks, int per_node,
              const sag_communication *like, sag_communication *c, sag_communication *adapter,
              fit_notes *notes, char error[TRAIN_TEXT]);

/* Chooses the algorithms of collectives, for the network as it is by now. */
void fit_collectives(arena *a, const fit_data *data, fit_network *network, sag_communication *c,
                     fit_notes *notes);

/* Finds out what the MPI library does in each collective (fit_library.c): when ranks go that come
 * together, or late. `calls`: in those of which machine files name no algorithm, else in the
 * others. */
void fit_library(arena *a, const fit_data *data, const fit_network *network, bool calls,
                 sag_communication *c, fit_notes *notes);

/* Says of each kind of communication that the finished network describes poorly how poorly. */
void fit_residuals(arena *a, const fit_data *data, const fit_network *network, sag_communication *c,
                   fit_notes *notes);

/* Chooses the rule of exchanges (`adapter`: fit_base's) and the algorithms of collectives, and
 * gives the patterns functions of their own that a message's does not describe. */
void fit_patterns(arena *a, const fit_data *data, fit_network *network, sag_communication *c,
                  const sag_communication *adapter, fit_evidence *evidence, fit_notes *notes);

#endif
