/* Messages of one batch: for each executing processor, the product of the cells
 * that its coordinates select in each factor. */

#include <string.h>

#include "program/transfer/internal.h"
#include "support/sort.h"

/* Write-backs only. Coordinates on a home axis that no rule restricts hold
 * copies of the value; an owner takes it from the one that shares its own. */
typedef struct follow_rule {
    int column;
    need_set needs;
} follow_rule;

typedef struct product {
    problem *p;
    const batch *b;
    message_vec *messages;
    need_set all_needs;
    bool counts_only; /* messages are counted, not listed */
    int64_t counted;
    int processor;          /* that executes */
    int *coord;             /* by column; 0 outside its grid */
    const dim_cell **cells; /* by factor: the cells that it selects, their number */
    int *cell_count;
    part_vec *partial; /* by factor: the product of those before it */
    VEC(follow_rule) follow;
    need_set same_needs; /* whose messages are `same`, by who sends them; 0: of none yet */
    message_vec same;
} product;

/* --- Shapes that a processor takes part in ----------------------------------- */

static need_set presence_of(const product *x, const dim_factor *f)
{
    int64_t key = 0;
    for (int c = 0; c < f->columns.count; c++)
        key += x->coord[f->columns.data[c]] * f->key_stride[c];
    need_set needs = 0;
    int64_t further;
    int slot = factor_slot(f, key, &further);
    for (int i = f->first_cell[slot]; i < f->first_cell[slot + 1]; i++)
        needs |= f->cells.data[i].needs;
    return needs;
}

/* Sets the processor's coordinates; returns the needs that it may have. */
static need_set take_part(product *x, int processor, const need_set *in_grid)
{
    const column_vec *columns = &x->p->columns;
    need_set needs = x->all_needs;
    x->processor = processor;
    for (int i = 0; i < columns->count; i++) {
        const key_column *c = &columns->data[i];
        int coord = column_coord(c, processor);
        if (coord < 0)
            needs &= ~in_grid[i];
        else if (c->excluded)
            needs &= ~c->excluded[coord];
        x->coord[i] = coord < 0 ? 0 : coord;
    }
    for (int i = 0; i < x->b->presence.count && needs; i++) {
        const dim_factor *f = &x->b->presence.data[i];
        needs &= presence_of(x, f) | ~f->forms.data[0].needs;
    }
    return needs;
}

/* By column: the needs whose home is on its grid. */
static need_set *needs_by_grid(const problem *p, const batch *b)
{
    need_set *needs = ARENA_ARRAY(p->a, p->columns.count, need_set);
    for (int c = 0; c < p->columns.count; c++)
        for (int i = 0; i < b->count; i++)
            if (b->shapes[i]->grid == p->columns.data[c].grid)
                needs[c] |= b->shapes[i]->bit;
    return needs;
}

/* --- The product -------------------------------------------------------------- */

static void add_message(product *x, int64_t other, int64_t elements)
{
    int executes = x->processor, owns = (int)other;
    message m = {.sender = owns, .receiver = executes, .elements = elements};
    if (x->p->is_write_back)
        m = (message){.sender = executes, .receiver = owns, .elements = elements};
    if (x->counts_only) {
        x->counted++;
        return;
    }
    if (x->messages->count == MESSAGES_MOST) {
        problem_fail_messages(x->p);
        return;
    }
    VEC_PUSH(x->p->a, x->messages, m);
}

/* The needs of which `owner` gets the value from this processor. */
static need_set followed(const product *x, int owner)
{
    need_set needs = ~(need_set)0;
    for (int i = 0; i < x->follow.count; i++) {
        const follow_rule *rule = &x->follow.data[i];
        int coord = column_coord(&x->p->columns.data[rule->column], owner);
        if ((coord < 0 ? 0 : coord) != x->coord[rule->column])
            needs &= ~rule->needs;
    }
    return needs;
}

/* Adds times * count elements. */
static void add_part(problem *p, part_vec *parts, need_set needs, int64_t times, int64_t count)
{
    int64_t *sum = NULL;
    for (int i = 0; i < parts->count && !sum; i++)
        if (parts->data[i].needs == needs)
            sum = &parts->data[i].count;
    if (!sum) {
        VEC_PUSH(p->a, parts, ((dim_part){needs, 0}));
        sum = &parts->data[parts->count - 1].count;
    }
    if (__builtin_mul_overflow(times, count, &count))
        problem_fail(p, FAULT_OVERFLOW, p->c->var->extent[0]);
    else
        add_elements(p, sum, count);
}

/* Multiplies the parts so far with the cells of factor g and those after it;
 * `index` is what they say of the sender's place in the source's grid. */
static void multiply(product *x, int g, int64_t index)
{
    const part_vec *so_far = &x->partial[g];
    if (g == x->b->factor_count) {
        int64_t rank = x->p->source_rank ? x->p->source_rank[index] : index;
        if (rank == x->processor)
            return; /* its own */
        need_set needs = x->follow.count ? followed(x, (int)rank) : ~(need_set)0;
        int64_t elements = 0;
        for (int i = 0; i < so_far->count; i++)
            if (so_far->data[i].needs & needs)
                add_elements(x->p, &elements, so_far->data[i].count);
        if (elements > 0)
            add_message(x, rank, elements);
        return;
    }
    const dim_part *parts = x->b->factors[g].parts.data;
    for (int i = 0; i < x->cell_count[g]; i++) {
        const dim_cell *cell = &x->cells[g][i];
        part_vec *next = &x->partial[g + 1];
        next->count = 0;
        for (int j = 0; j < so_far->count; j++) {
            if (!(so_far->data[j].needs & cell->needs))
                continue;
            for (int k = cell->first; k < cell->first + cell->count; k++) {
                need_set needs = so_far->data[j].needs & parts[k].needs;
                if (needs)
                    add_part(x->p, next, needs, so_far->data[j].count, parts[k].count);
            }
        }
        if (next->count)
            multiply(x, g + 1, index + cell->rank);
    }
}

static int compare_messages(const void *a, const void *b)
{
    const message *x = a, *y = b;
    if (x->receiver != y->receiver)
        return x->receiver < y->receiver ? -1 : 1;
    return (x->sender > y->sender) - (x->sender < y->sender);
}

void messages_sort(message_vec *v, int begin)
{
    int n = v->count - begin;
    if (n < 2)
        return;
    sort_items(v->data + begin, (size_t)n, sizeof *v->data, compare_messages);
}

/* What one processor needs (or, in a write-back, has computed). */
static void multiply_for(product *x, need_set needs)
{
    const problem *p = x->p;
    int64_t index = 0;
    for (int k = 0; k < p->axis_count; k++)
        if (p->c->source.axis[k].source == AXIS_REPLICATED && !p->is_write_back) {
            int column = column_find(p->a, p->e, &x->p->columns, p->c->source.grid, k);
            index += x->coord[column] * p->axis_stride[k];
        }
    for (int g = 0; g < x->b->factor_count; g++) {
        const dim_factor *f = &x->b->factors[g];
        int64_t key = 0;
        for (int c = 0; c < f->columns.count; c++)
            key += x->coord[f->columns.data[c]] * f->key_stride[c];
        int64_t further;
        int slot = factor_slot(f, key, &further);
        x->cell_count[g] = f->first_cell[slot + 1] - f->first_cell[slot];
        if (x->cell_count[g] == 0)
            return;
        x->cells[g] = &f->cells.data[f->first_cell[slot]];
        index += further;
    }
    x->partial[0].count = 0;
    add_part(x->p, &x->partial[0], needs, 1, 1);
    int begin = x->messages->count;
    multiply(x, 0, index);
    messages_sort(x->messages, begin);
}

/* Do all who have the same needs get the same, each but from itself? */
static bool is_same_for_all(const product *x)
{
    const problem *p = x->p;
    bool is_same = !p->is_write_back && !x->follow.count;
    for (int k = 0; k < p->axis_count; k++)
        is_same = is_same && p->c->source.axis[k].source != AXIS_REPLICATED;
    for (int g = 0; g < x->b->factor_count; g++)
        is_same = is_same && !x->b->factors[g].columns.count;
    return is_same;
}

/* The same as multiply_for, where that is so: multiplied once for nobody, and told each. */
static void tell_same(product *x, need_set needs)
{
    if (x->same_needs != needs) {
        message_vec *all = x->messages;
        const int processor = x->processor;
        x->same.count = 0;
        x->messages = &x->same;
        x->processor = -1;
        multiply_for(x, needs);
        x->messages = all;
        x->processor = processor;
        x->same_needs = needs;
    }
    for (int i = 0; i < x->same.count; i++)
        if (x->same.data[i].sender != x->processor)
            add_message(x, x->same.data[i].sender, x->same.data[i].elements);
}

/* --- Write-backs ---------------------------------------------------------------- */

/* A factor of all coordinates from 0, as where every copy takes the value. */
static dim_factor every_coordinate(arena *a, int extent, int64_t stride)
{
    dim_factor f = {.key_count = 1, .slot_count = 1, .first_cell = ARENA_ARRAY(a, 2, int)};
    VEC_PUSH(a, &f.parts, ((dim_part){~(need_set)0, 1}));
    for (int i = 0; i < extent; i++)
        VEC_PUSH(a, &f.cells, ((dim_cell){i * stride, ~(need_set)0, 0, 1}));
    f.first_cell[1] = extent;
    return f;
}

/* A value that is written goes to every copy of its element. */
static void add_copies(problem *p, batch *b)
{
    if (!p->is_write_back)
        return;
    if (!p->c->source.grid)
        b->factors[b->factor_count++] = every_coordinate(p->a, p->procs, 1);
    for (int k = 0; k < p->axis_count; k++)
        if (p->c->source.axis[k].source == AXIS_REPLICATED)
            b->factors[b->factor_count++] =
                every_coordinate(p->a, env_extent(p->e, p->c->source.grid, k), p->axis_stride[k]);
}

static void find_follow_rules(product *x)
{
    problem *p = x->p;
    for (int i = 0; i < x->b->count && p->is_write_back; i++) {
        const need_shape *s = x->b->shapes[i];
        for (int k = 0; s->grid && k < s->grid->rank; k++) {
            if (!s->is_free[k])
                continue;
            follow_rule rule = {column_find(p->a, p->e, &p->columns, s->grid, k), s->bit};
            VEC_PUSH(p->a, &x->follow, rule);
        }
    }
}

/* May there be so many messages that they are counted before memory is taken for them? */
static bool may_be_many(const batch *b, receivers who)
{
    enum { MESSAGES_FEW = 1 << 16 };
    double most = who.count;
    for (int g = 0; g < b->factor_count; g++) {
        const dim_factor *f = &b->factors[g];
        int cells = 0;
        for (int slot = 0; slot < f->slot_count; slot++)
            cells = f->first_cell[slot + 1] - f->first_cell[slot] > cells
                        ? f->first_cell[slot + 1] - f->first_cell[slot]
                        : cells;
        most *= cells;
    }
    return most > MESSAGES_FEW;
}

/* Makes room for all messages; fails where they are more than can be followed. */
static bool make_room(product *x, receivers who, const need_set *in_grid)
{
    message_vec *all = x->messages;
    const int64_t most = env_most_messages(x->p->e, MESSAGES_MOST);
    x->counts_only = true;
    for (int i = 0; i < who.count && *x->p->ok && all->count + x->counted <= most; i++) {
        need_set needs = take_part(x, who.rank ? who.rank[i] : i, in_grid);
        if (needs)
            multiply_for(x, needs);
    }
    x->counts_only = false;
    if (*x->p->ok && all->count + x->counted > most) {
        if (most < MESSAGES_MOST)
            env_tell_many(x->p->e, all->count + x->counted);
        problem_fail_messages(x->p);
    }
    if (!*x->p->ok)
        return false;
    int count = all->count + (int)x->counted;
    env_tell_many(x->p->e, count);
    if (count > all->capacity) {
        message *room = ARENA_ARRAY(x->p->a, count, message);
        if (all->count)
            memcpy(room, all->data, (size_t)all->count * sizeof *room);
        all->data = room;
        all->capacity = count;
    }
    return true;
}

void batch_multiply(problem *p, batch *b, receivers who, message_vec *messages)
{
    add_copies(p, b);
    product x = {.p = p,
                 .b = b,
                 .messages = messages,
                 .cells = ARENA_ARRAY(p->a, b->factor_count, const dim_cell *),
                 .cell_count = ARENA_ARRAY(p->a, b->factor_count, int),
                 .partial = ARENA_ARRAY(p->a, b->factor_count + 1, part_vec)};
    find_follow_rules(&x);
    x.coord = ARENA_ARRAY(p->a, p->columns.count, int);
    for (int i = 0; i < b->count; i++)
        x.all_needs |= b->shapes[i]->bit;
    const need_set *in_grid = needs_by_grid(p, b);
    if (may_be_many(b, who) && !make_room(&x, who, in_grid))
        return;
    const bool is_same = is_same_for_all(&x);
    for (int i = 0; i < who.count && *p->ok; i++) {
        if (who.first)
            who.first[i] = messages->count;
        need_set needs = take_part(&x, who.rank ? who.rank[i] : i, in_grid);
        if (needs && is_same)
            tell_same(&x, needs);
        else if (needs)
            multiply_for(&x, needs);
    }
    if (who.first)
        who.first[who.count] = messages->count;
}
