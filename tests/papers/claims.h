#ifndef FPREDICT_TESTS_PAPERS_CLAIMS_H
#define FPREDICT_TESTS_PAPERS_CLAIMS_H

/* What the five papers claim, and what this repository answers to each claim.
 *
 * claims/NAME.yaml lists the claims of a paper in its order, as somebody drew them up from the
 * paper's text who had not seen docs/published.md; answers/NAME.yaml has one answer to each.
 * Read together, so that no claim goes without an answer, and no answer without a claim. */

#include <stdbool.h>

typedef enum claim_kind {
    CLAIM_RESULT,     /* what came out */
    CLAIM_MACHINE,    /* a value of a machine */
    CLAIM_METHOD,     /* how it is done */
    CLAIM_USABILITY,  /* what a user gets */
    CLAIM_OTHER_TOOL, /* about others' programs */
} claim_kind;

typedef enum answer_verdict {
    ANSWER_MEASURED,  /* `measure` makes our figure */
    ANSWER_BUILT,     /* a method, or something for users, which is there */
    ANSWER_NOT_BUILT, /* a part that is not there */
    ANSWER_CANNOT,    /* nothing of ours could be held against it */
} answer_verdict;

typedef struct answer {
    char *id;
    answer_verdict verdict;
    char *says;    /* built: by what; not built: which part; cannot: why. Else null */
    char *measure; /* measured: its name in measure/PAPER.c. Else null */
    char *cause;   /* measured: why our figure is not the paper's; null where it is */
    char *test;    /* a test that holds it, as `ctest` or its function names it; or null */
} answer;

typedef struct claim {
    char *id, *place;
    claim_kind kind;
    char *claim;
    char *value;          /* the paper's figure; null where the claim has all */
    const answer *answer; /* set by `paper_open` */
} claim;

typedef struct paper {
    const char *name; /* of its files */
    claim *claims;
    answer *answers;
    unsigned claim_count, answer_count;
} paper;

/* Reads a paper's two files in `folder`. False, with each fault on standard error, where a file
 * cannot be read, a claim has no answer or two, an answer no claim, or says too little: see
 * `answer`. */
bool paper_open(paper *p, const char *folder, const char *name);

void paper_close(paper *p);

#endif
