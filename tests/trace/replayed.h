#ifndef FPREDICT_TESTS_TRACE_REPLAYED_H
#define FPREDICT_TESTS_TRACE_REPLAYED_H

/* A trace that is written down, replayed on a machine that is made by hand. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/said.h"
#include "trace/replay/replay.h"

static inline quantity us(double value)
{
    return (quantity){.is_set = true, .value = value * 1e-6};
}

/* Ranks, one communicator of all and the regions that the tests name: 0 is the program's, 1 one
 * call of MPI, 2 MPI_Waitany. */
static inline void write_head(FILE *out, uint32_t ranks, uint64_t ticks_per_s)
{
    fprintf(out, "fpredict-trace 1\nclock %llu\n", (unsigned long long)ticks_per_s);
    for (uint32_t i = 0; i < ranks; i++)
        fprintf(out, "rank %u \"%u\"\n", i, i);
    fputs("region 0 user \"step\"\nregion 1 mpi \"call\"\nregion 2 mpi \"MPI_Waitany\"\n"
          "comm 0 \"world\"",
          out);
    for (uint32_t i = 0; i < ranks; i++)
        fprintf(out, " %u", i);
    fputs("\ncomm 1 \"self\" self\n", out);
}

/* The trace of those lines, in microseconds. */
static inline trace *trace_of(fp_context *ctx, uint32_t ranks, const char *lines)
{
    static int number; /* a source is read once, by its name */
    const char *path = arena_printf(ctx->arena, "replayed-%d.trace", number++);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    write_head(out, ranks, 1000000);
    fputs(lines, out);
    assert_int_equal(fclose(out), 0);
    trace *t = trace_open_path(ctx, path);
    if (!t)
        diag_print(ctx->diags, stderr, false, DIAG_REMARK);
    assert_non_null(t);
    return t;
}

/* Seconds, in ticks of sysmodels/network/ticks.h. */
static inline int64_t ps(double seconds)
{
    return (int64_t)(seconds * 1e12 + 0.5);
}

/* What each rank has spent adds up to its end. */
static inline void assert_parts(const replay_result *r)
{
    for (uint32_t i = 0; i < r->of->rank_count; i++) {
        const replay_rank_result *of = &r->ranks[i];
        const double parts[] = {of->computing, of->sending,     of->receiving,
                                of->waiting,   of->collectives, of->turn};
        double sum = 0;
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            assert_true(parts[k] >= 0);
            sum += parts[k];
        }
        if (ps(sum) != ps(of->end))
            fail_msg("rank %u ends at %.6f us, and its parts are %.6f", i, of->end * 1e6,
                     sum * 1e6);
    }
}

#endif
