#ifndef FPREDICT_TESTS_REPORT_FIXTURE_H
#define FPREDICT_TESTS_REPORT_FIXTURE_H

/* A prediction made by hand, of this program:
 *
 *   1  void sweep(void)
 *   2  {
 *   3      for (it = 0; it < 10; it++) // niter
 *   4          for (i = 1; i < 99; i++)
 *   5              b[i] = a[i-1] + a[i+1];
 *   6  }
 *
 *   line 3  IterSync   1 times   overhead  10 µs
 *   line 5  Comm      10 times   communication 200 µs, waiting 50 µs; packing is none
 *   line 4  IterD     10 times   overhead  40 µs
 *   line 5  Seq      490 times   computation 700 µs
 *   in all  1,000 µs: computation 700, communication 200, overhead 50, waiting 50
 *
 * The exchange sends 2 messages of 8 bytes and receives 2; all processors and
 * executions: 60 messages, 480 bytes. */

#include "report/report.h"

typedef struct fixture {
    fp_context *ctx;
    const source_file *file;
    estimate estimate;
} fixture;

fixture fixture_new(const char *path, const char *text);
/* With the text above. */
fixture fixture_sweep(void);
void fixture_free(fixture *f);

/* Adds what is not known of line 3, 4 or 5: of its loop or statement, and of the estimate. */
void fixture_unknown(fixture *f, unknown_kind kind, int line, const char *reason);

/* What `print` writes, in memory that lives as long as the fixture. */
typedef void (*printer)(fixture *f, FILE *out);
const char *fixture_print(fixture *f, printer print);

extern const report_style plain_style;

#endif
