/* Runs slices: their steps one after the other, within a budget. */

#include "program/expr/c_integer.h"

#include <string.h>

#include "program/env/internal.h"

enum { STACK_MOST = 64, DEPTH_MOST = 64, CELLS_MOST = 1 << 20 };

typedef struct frame {
    int base; /* of its cells */
    int cells;
    int back;   /* the step after the call */
    int height; /* of the stack below */
} frame;

/* One execution. A loop's stands at its SLICE_HEAD between two questions and goes on from there. */
struct slice_state {
    const slice *code;
    bool is_begun, is_ended;
    uint64_t bound; /* env.bound_count when it began */
    int64_t *input;
    int64_t trips;
    int at;        /* the next step */
    int64_t *cell; /* of all functions that are called */
    int cell_room;
    int64_t *mark; /* the cells before iteration `marked`, */
    int64_t marked, next_mark;
};

typedef struct machine {
    env *e;
    const expr *asked;
    struct slice_state *s;
    int64_t stack[STACK_MOST];
    int height;
    frame frame[DEPTH_MOST];
    int depth;
    int64_t limit;
} machine;

static bool fault(const machine *m, env_fault_kind kind)
{
    return env_fail(m->e, (env_fault){.kind = kind, .at = m->asked, .extent = SLICE_STEPS_MOST});
}

static bool push(machine *m, int64_t value)
{
    if (m->height == STACK_MOST)
        return fault(m, FAULT_STEPS);
    m->stack[m->height++] = value;
    return true;
}

static int64_t pop(machine *m)
{
    return m->stack[--m->height];
}

static c_integer_type type_of(const slice_step *t)
{
    return (c_integer_type){t->bytes, t->is_unsigned, t->is_bool};
}

/* Of 64 unsigned bits a value beyond a signed one's range is kept as the negative one of the same
 * bits, which a type tells apart where that matters. */
static bool push_wide(machine *m, c_wide value)
{
    return value < INT64_MIN || value > UINT64_MAX ? fault(m, FAULT_OVERFLOW)
                                                   : push(m, (int64_t)(uint64_t)value);
}

static c_wide as_typed(const slice_step *t, c_wide value)
{
    return t->is_unsigned && t->bytes == 8 ? (c_wide)(uint64_t)value : value;
}

static bool compute(machine *m, const slice_step *t, c_wide a, c_wide b)
{
    c_wide value = 0;
    switch (
        c_integer_compute((slice_op)t->op, type_of(t), as_typed(t, a), as_typed(t, b), &value)) {
    case C_DEFINED:
        return push_wide(m, value);
    case C_DIVIDES_BY_0:
        return fault(m, FAULT_DIVISION);
    case C_OVERFLOWS:
    case C_SHIFTS_TOO_FAR:
        break;
    }
    return fault(m, FAULT_OVERFLOW);
}

/* 0 - x, and ~x as -1 - x. */
static bool subtract_from(machine *m, const slice_step *t, int64_t minuend)
{
    const slice_step sub = {.op = SLICE_SUB, .bytes = t->bytes, .is_unsigned = t->is_unsigned};
    return compute(m, &sub, minuend, pop(m));
}

/* --- Functions ---------------------------------------------------------------------------- */

static bool reserve(machine *m, int cells)
{
    struct slice_state *s = m->s;
    if (cells > CELLS_MOST)
        return fault(m, FAULT_STEPS);
    if (cells <= s->cell_room)
        return true;
    int room = 2 * cells + 16;
    int64_t *cell = ARENA_ARRAY(m->e->ctx->arena, room, int64_t);
    if (s->cell_room)
        memcpy(cell, s->cell, (size_t)s->cell_room * sizeof *cell);
    s->cell = cell;
    s->cell_room = room;
    return true;
}

static bool call(machine *m, const slice_step *t)
{
    const frame *caller = &m->frame[m->depth];
    const int base = caller->base + caller->cells;
    if (m->depth + 1 == DEPTH_MOST || !reserve(m, base + t->extent))
        return fault(m, FAULT_STEPS);
    memset(m->s->cell + base, 0, (size_t)t->extent * sizeof *m->s->cell);
    m->height -= t->arguments;
    for (int i = 0; i < t->arguments; i++)
        m->s->cell[base + i] = m->stack[m->height + i];
    m->frame[++m->depth] = (frame){base, t->extent, m->s->at, m->height};
    m->s->at = (int)t->operand;
    return true;
}

static bool give_back(machine *m)
{
    const int64_t value = pop(m);
    if (!m->depth) {
        m->s->cell[0] = value;
        m->s->is_ended = true;
        return true;
    }
    m->s->at = m->frame[m->depth].back;
    m->height = m->frame[m->depth].height;
    m->depth--;
    return push(m, value);
}

/* --- Steps --------------------------------------------------------------------------------- */

static int64_t *cell_of(machine *m, const slice_step *t)
{
    return &m->s->cell[m->frame[m->depth].base + t->operand];
}

/* An array's element; null, after noting why, outside of it. */
static int64_t *element_of(machine *m, const slice_step *t)
{
    const int64_t index = pop(m);
    if (index >= 0 && index < t->extent)
        return cell_of(m, t) + index;
    fault(m, FAULT_INDEX);
    return NULL;
}

static bool step(machine *m)
{
    struct slice_state *s = m->s;
    const slice_step *t = &s->code->step[s->at++];
    int64_t *place, value = 0;
    switch ((slice_op)t->op) {
    case SLICE_NUMBER:
        return push(m, t->operand);
    case SLICE_INPUT:
        return push(m, s->input[t->operand]);
    case SLICE_LOAD:
        return push(m, *cell_of(m, t));
    case SLICE_STORE:
        *cell_of(m, t) = m->stack[m->height - 1];
        return true;
    case SLICE_FETCH:
        place = element_of(m, t);
        return place && push(m, *place);
    case SLICE_PUT:
        place = element_of(m, t);
        if (place)
            *place = m->stack[m->height - 1];
        return place != NULL;
    case SLICE_DROP:
        m->height--;
        return true;
    case SLICE_CONVERT:
        return push_wide(m, c_integer_kept(type_of(t), pop(m)));
    case SLICE_NEGATE:
        return subtract_from(m, t, 0);
    case SLICE_COMPLEMENT:
        return subtract_from(m, t, -1);
    case SLICE_NOT:
        return push(m, !pop(m));
    case SLICE_JUMP:
        s->at = (int)t->operand;
        return true;
    case SLICE_JUMP_FALSE:
        if (!pop(m))
            s->at = (int)t->operand;
        return true;
    case SLICE_HEAD:
        s->trips++;
        return true;
    case SLICE_CALL:
        return call(m, t);
    case SLICE_RETURN:
        return give_back(m);
    case SLICE_END:
        s->is_ended = true;
        return true;
    case SLICE_ADD:
    case SLICE_SUB:
    case SLICE_MUL:
    case SLICE_DIV:
    case SLICE_REM:
    case SLICE_SHL:
    case SLICE_SHR:
    case SLICE_AND:
    case SLICE_OR:
    case SLICE_XOR:
    case SLICE_LT:
    case SLICE_LE:
    case SLICE_EQ:
    case SLICE_NE:
        value = pop(m);
        return compute(m, t, pop(m), value);
    }
    return false;
}

/* Are the cells before this iteration what they were before an earlier one? Then it goes on like
 * that forever. That one is the last whose number is a power of 2 (Brent 1980). */
static bool recurs(machine *m)
{
    struct slice_state *s = m->s;
    const size_t size = (size_t)s->code->cell_count * sizeof *s->cell;
    if (!s->code->cell_count || m->limit != INT64_MAX)
        return false;
    if (s->trips > 0 && s->mark && s->marked < s->trips && !memcmp(s->mark, s->cell, size))
        return true;
    if (s->trips == s->next_mark) {
        if (!s->mark)
            s->mark = ARENA_ARRAY(m->e->ctx->arena, s->code->cell_count, int64_t);
        memcpy(s->mark, s->cell, size);
        s->marked = s->trips;
        s->next_mark = s->trips ? 2 * s->trips : 1;
    }
    return false;
}

/* Up to the end, or before the iteration that is one too many. */
static bool proceed(machine *m)
{
    struct slice_state *s = m->s;
    while (!s->is_ended) {
        bool is_head = s->code->step[s->at].op == SLICE_HEAD;
        if (is_head && s->trips >= m->limit)
            return true;
        if (is_head && recurs(m)) {
            s->is_begun = false;
            return env_fail(
                m->e,
                (env_fault){.kind = FAULT_ENDLESS, .at = m->asked, .extent = s->trips - s->marked});
        }
        bool is_allowed = ++m->e->slice_steps <= SLICE_STEPS_MOST || fault(m, FAULT_STEPS);
        if (!is_allowed || !step(m)) {
            s->is_begun = false; /* what is half done is of no use */
            return false;
        }
    }
    return true;
}

/* --- Questions ------------------------------------------------------------------------------ */

static struct slice_state *state_of(env *e, const slice *code)
{
    while (e->slices.count <= code->id)
        VEC_PUSH(e->ctx->arena, &e->slices, NULL);
    if (!e->slices.data[code->id]) {
        struct slice_state *s = ARENA_NEW(e->ctx->arena, struct slice_state);
        s->code = code;
        s->input = ARENA_ARRAY(e->ctx->arena, code->input_count + 1, int64_t);
        e->slices.data[code->id] = s;
    }
    return e->slices.data[code->id];
}

/* Puts the execution at its beginning, unless it is one of these inputs that has not passed the
 * limit. */
static bool begin(machine *m, const expr *x)
{
    struct slice_state *s = m->s;
    const int count = s->code->input_count;
    bool is_same = s->is_begun && s->bound == m->e->bound_count && s->trips <= m->limit;
    for (int i = 0; i < count; i++) {
        int64_t value;
        if (!env_value_of(m->e, x->u.op.operand[SLICE_OPERANDS + i], &value))
            return false;
        is_same &= s->input[i] == value;
        s->input[i] = value;
    }
    if (is_same)
        return true;
    s->is_begun = true;
    s->is_ended = false;
    s->bound = m->e->bound_count;
    s->trips = s->at = 0;
    s->next_mark = 0;
    s->marked = INT64_MAX;
    if (!reserve(m, s->code->cell_count))
        return false;
    memset(s->cell, 0, (size_t)s->code->cell_count * sizeof *s->cell);
    return true;
}

static bool result_of(const machine *m, const expr *x, int64_t *out)
{
    const int64_t cell = x->u.op.operand[1]->u.value, extent = x->u.op.operand[2]->u.value;
    int64_t index;
    if (cell == SLICE_TRIPS) {
        *out = m->s->trips;
        return true;
    }
    if (!env_value_of(m->e, x->u.op.operand[3], &index))
        return false;
    if (extent > 0 && (index < 0 || index >= extent))
        return fault(m, FAULT_INDEX);
    *out = m->s->cell[cell + (extent > 0 ? index : 0)];
    return extent != SLICE_UNSIGNED || *out >= 0 || fault(m, FAULT_OVERFLOW);
}

bool env_run_slice(env *e, const expr *x, int64_t *out)
{
    machine m = {.e = e, .asked = x, .s = state_of(e, x->code)};
    m.frame[0].cells = x->code->cell_count;
    return env_value_of(e, x->u.op.operand[0], &m.limit) && begin(&m, x) && proceed(&m) &&
           result_of(&m, x, out);
}
