#include "estimator/simulate/delta.h"

#include <stdlib.h>
#include <string.h>

capture capture_take(const run *r)
{
    capture c = {.now = r->now, .events = r->journal.differences.count};
    c.book = malloc((size_t)(r->book.size + r->state_count) * sizeof *c.book);
    assert(c.book);
    c.clock = c.book + r->book.size;
    memcpy(c.book, r->book.all, (size_t)r->book.size * sizeof *c.book);
    memcpy(c.clock, r->clock, (size_t)r->state_count * sizeof *c.clock);
    return c;
}

void capture_drop(capture *c)
{
    free(c->book);
    *c = (capture){0};
}

bool capture_is_translation(const run *r, const capture *before)
{
    for (int p = 1; p < r->clock_count; p++)
        if (r->clock[p] - before->clock[p] != r->clock[0] - before->clock[0])
            return false;
    return true;
}

static void multiply_book(run *r, const capture *before, wide times)
{
    for (int i = 0; i < r->book.size; i++)
        if (r->book.all[i] != before->book[i])
            r->book.all[i] += (r->book.all[i] - before->book[i]) * times;
}

void capture_multiply(run *r, const capture *before, wide times)
{
    multiply_book(r, before, times);
    for (int p = 0; p < r->state_count; p++)
        r->clock[p] += (r->clock[p] - before->clock[p]) * times;
    r->now += (r->now - before->now) * times;
}

static wide latest(const wide *clock, int count)
{
    wide most = clock[0];
    for (int p = 1; p < count; p++)
        most = clock[p] > most ? clock[p] : most;
    return most;
}

/* How far a place's clock goes when the stretch is done `times` times more; the front of
 * all clocks went by `ahead` in it, and is `lead` ahead of this one now. `waited` of what
 * the clock went by was waiting. */
static wide extension(wide went, wide waited, wide ahead, wide lead, wide times)
{
    wide most = lead + ahead * times, least = (went - waited) * times, all = went * times;
    wide bounded = all < most ? all : most;
    return bounded > least ? bounded : least;
}

void capture_extend(run *r, const capture *before, wide times)
{
    wide then = before->now + latest(before->clock, r->clock_count);
    wide front = r->now + latest(r->clock, r->clock_count);
    wide *by = malloc((size_t)r->clock_count * sizeof *by);
    assert(by);
    for (int p = 0; p < r->clock_count; p++) {
        /* Merged places have a second clock, which waits as the first does. */
        wide waited = book_waited_since(r, before->book, p % r->places);
        wide went = r->now + r->clock[p] - before->now - before->clock[p];
        wide lead = front - r->now - r->clock[p];
        by[p] = extension(went, waited, front - then, lead, times);
    }
    multiply_book(r, before, times);
    for (int p = 0; p < r->places; p++) {
        wide went = r->now + r->clock[p] - before->now - before->clock[p];
        book_wait_less(r, before->book, p, went * times - by[p]);
    }
    for (int p = r->places; p < r->clock_count; p++) {
        wide most = r->clock[p - r->places] + by[p - r->places] - r->clock[p];
        by[p] = by[p] < most ? by[p] : most;
    }
    int notes = (1 + r->est->operation_count) * r->clock_count;
    for (int i = r->clock_count; i < r->state_count; i++)
        if (r->clock[i] != before->clock[i])
            r->clock[i] += i < notes ? by[i % r->clock_count] : (front - then) * times;
    wide common = (r->now - before->now) * times;
    r->now += common;
    for (int p = 0; p < r->clock_count; p++)
        r->clock[p] += by[p] - common;
    free(by);
}
