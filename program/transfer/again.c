/* Has a communication other messages than the last time? What they are is decided by its factors,
 * which are few numbers: where those are the same, nobody need be asked what it receives. */

#include <string.h>

#include "program/transfer/internal.h"

static void note(transfer_memo *memo, int64_t value)
{
    residue_push(memo->memory, &memo->now, value);
}

static void note_cells(transfer_memo *memo, const dim_factor *f)
{
    note(memo, f->columns.count);
    for (int i = 0; i < f->columns.count; i++) {
        note(memo, f->columns.data[i]);
        note(memo, f->key_stride[i]);
    }
    note(memo, f->slot_count);
    for (int i = 0; i < f->slot_count; i++)
        note(memo, f->slot_key ? f->slot_key[i] : -1);
    for (int i = 0; i <= f->slot_count; i++)
        note(memo, f->first_cell[i]);
    for (int i = 0; i < f->cells.count; i++) {
        const dim_cell *c = &f->cells.data[i];
        note(memo, c->rank);
        note(memo, (int64_t)c->needs);
        note(memo, c->first);
        note(memo, c->count);
    }
}

static void note_factor(transfer_memo *memo, const dim_factor *f)
{
    note_cells(memo, f);
    note(memo, f->parts.count);
    for (int i = 0; i < f->parts.count; i++) {
        note(memo, (int64_t)f->parts.data[i].needs);
        note(memo, f->parts.data[i].count);
    }
    note(memo, f->source_count);
    for (int i = 0; i < f->source_count; i++)
        note(memo, f->source[i].stride);
}

static void note_column(transfer_memo *memo, const key_column *c)
{
    note(memo, (int64_t)(intptr_t)c->grid);
    note(memo, c->axis);
    note(memo, c->extent);
    note(memo, c->excluded != NULL);
    for (int i = 0; c->excluded && i < c->extent; i++)
        note(memo, (int64_t)c->excluded[i]);
}

/* Notes what decides the messages; was it the same before? */
static bool is_again(const problem *p, const batch *b, transfer_memo *memo)
{
    residue last = memo->last;
    memo->last = memo->now;
    memo->now = last;
    memo->now.values.count = 0;
    note(memo, p->is_bound);
    note(memo, p->columns.count);
    for (int i = 0; i < p->columns.count; i++)
        note_column(memo, &p->columns.data[i]);
    note(memo, b->count);
    for (int i = 0; i < b->count; i++) {
        note(memo, (int64_t)b->shapes[i]->bit);
        note(memo, (int64_t)(intptr_t)b->shapes[i]->grid);
    }
    note(memo, b->factor_count);
    for (int g = 0; g < b->factor_count; g++)
        note_factor(memo, &b->factors[g]);
    note(memo, b->presence.count);
    for (int i = 0; i < b->presence.count; i++) {
        note(memo, (int64_t)b->presence.data[i].forms.data[0].needs);
        note_factor(memo, &b->presence.data[i]);
    }
    const int count = memo->now.values.count;
    return count == memo->last.values.count &&
           !memcmp(memo->now.values.data, memo->last.values.data,
                   (size_t)count * sizeof *memo->now.values.data);
}

void memo_forget(transfer_memo *memo)
{
    memo->now.values.count = 0;
}

bool problem_run_again(problem *p, transfer_memo *memo, message_vec *messages)
{
    batch b = {.count = p->shapes.count, .shapes = p->shapes.data};
    batch_prepare(p, &b);
    if (!*p->ok)
        return false;
    if (is_again(p, &b, memo))
        return true;
    batch_multiply(p, &b, (receivers){.count = p->procs}, messages);
    return false;
}
