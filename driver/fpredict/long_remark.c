#include <stdatomic.h>

#include "driver/fpredict/session.h"

/* Predictions that take long: it is printed while they are being made, and not with what they
 * report. */

typedef struct teller {
    fp_context *ctx;
    const options *opt;
    atomic_flag *has_told; /* of all processes */
} teller;

static void tell_long(void *with, source_range where, const char *text)
{
    const teller *t = with;
    if (t->opt->no_warnings || atomic_flag_test_and_set(t->has_told))
        return;
    diag_list *now = diag_list_new(t->ctx->arena);
    diag_report(now, DIAG_REMARK, "long", where, "%s", text);
    if (terminal_can_rewrite(stderr))
        fputs("\r\033[K", stderr); /* how far it is stands in this line */
    diag_print(now, stderr, terminal_has_color(stderr, t->opt->color), DIAG_REMARK);
    fflush(stderr);
}

estimate_options session_estimating(const session *s)
{
    arena *shared = arena_new_shared(s->ctx->arena, sizeof(atomic_flag), NULL, NULL);
    teller *t = ARENA_NEW(s->ctx->arena, teller);
    *t = (teller){s->ctx, s->opt, ARENA_NEW(shared ? shared : s->ctx->arena, atomic_flag)};
    estimate_options asked = s->opt->estimating;
    asked.tell = tell_long;
    asked.tell_with = t;
    return asked;
}
