/* Runs slices: their steps one after the other, within a budget. */

#include "program/expr/slice.h"

#include <string.h>

#include "program/env/internal.h"

__extension__ typedef __int128 int128;

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

/* The value in the type, as a conversion leaves it. 64 unsigned bits beyond a signed one's range
 * are not followed. */
static bool convert(const machine *m, const slice_step *t, int128 value, int64_t *out)
{
    const int bits = 8 * t->bytes;
    if (t->is_bool) {
        *out = value != 0;
        return true;
    }
    if (t->bytes > 0 && t->bytes <= 8) {
        const int128 count = (int128)1 << bits;
        value %= count;
        if (value < 0)
            value += count;
        if (!t->is_unsigned && value >= count / 2)
            value -= count;
    }
    if (value < INT64_MIN || value > INT64_MAX)
        return fault(m, FAULT_OVERFLOW);
    *out = (int64_t)value;
    return true;
}

/* Signed arithmetic that leaves its type has no value in C. */
static bool arrive(machine *m, const slice_step *t, int128 value)
{
    int64_t kept = 0;
    if (!convert(m, t, value, &kept))
        return false;
    if (!t->is_unsigned && kept != value)
        return fault(m, FAULT_OVERFLOW);
    return push(m, kept);
}

static bool divide(machine *m, const slice_step *t, int64_t a, int64_t b)
{
    if (b == 0)
        return fault(m, FAULT_DIVISION);
    return arrive(m, t, t->op == SLICE_DIV ? (int128)a / b : (int128)a % b);
}

static bool shift(machine *m, const slice_step *t, int64_t a, int64_t b)
{
    if (b < 0 || b >= 8 * t->bytes)
        return fault(m, FAULT_OVERFLOW);
    return arrive(m, t, t->op == SLICE_SHL ? (int128)a * ((int128)1 << b) : (int128)a >> b);
}

static bool binary(machine *m, const slice_step *t)
{
    const int64_t b = pop(m), a = pop(m);
    switch ((slice_op)t->op) {
    case SLICE_ADD:
        return arrive(m, t, (int128)a + b);
    case SLICE_SUB:
        return arrive(m, t, (int128)a - b);
    case SLICE_MUL:
        return arrive(m, t, (int128)a * b);
    case SLICE_DIV:
    case SLICE_REM:
        return divide(m, t, a, b);
    case SLICE_SHL:
    case SLICE_SHR:
        return shift(m, t, a, b);
    case SLICE_AND:
        return push(m, a & b);
    case SLICE_OR:
        return push(m, a | b);
    case SLICE_XOR:
        return push(m, a ^ b);
    case SLICE_LT:
        return push(m, a < b);
    case SLICE_LE:
        return push(m, a <= b);
    case SLICE_EQ:
        return push(m, a == b);
    case SLICE_NE:
        return push(m, a != b);
    case SLICE_NUMBER:
    case SLICE_INPUT:
    case SLICE_LOAD:
    case SLICE_STORE:
    case SLICE_FETCH:
    case SLICE_PUT:
    case SLICE_DROP:
    case SLICE_CONVERT:
    case SLICE_NEGATE:
    case SLICE_COMPLEMENT:
    case SLICE_NOT:
    case SLICE_JUMP:
    case SLICE_JUMP_FALSE:
    case SLICE_HEAD:
    case SLICE_CALL:
    case SLICE_RETURN:
    case SLICE_END:
        break;
    }
    return false;
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
        return convert(m, t, pop(m), &value) && push(m, value);
    case SLICE_NEGATE:
        return arrive(m, t, -(int128)pop(m));
    case SLICE_COMPLEMENT:
        return arrive(m, t, -(int128)pop(m) - 1);
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
        return binary(m, t);
    }
    return false;
}

/* Up to the end, or before the iteration that is one too many. */
static bool proceed(machine *m)
{
    struct slice_state *s = m->s;
    while (!s->is_ended) {
        if (s->code->step[s->at].op == SLICE_HEAD && s->trips >= m->limit)
            return true;
        if (++m->e->slice_steps > SLICE_STEPS_MOST)
            return fault(m, FAULT_STEPS);
        if (!step(m)) {
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
    if (extent && (index < 0 || index >= extent))
        return fault(m, FAULT_INDEX);
    *out = m->s->cell[cell + (extent ? index : 0)];
    return true;
}

bool env_run_slice(env *e, const expr *x, int64_t *out)
{
    machine m = {.e = e, .asked = x, .s = state_of(e, x->code)};
    m.frame[0].cells = x->code->cell_count;
    return env_value_of(e, x->u.op.operand[0], &m.limit) && begin(&m, x) && proceed(&m) &&
           result_of(&m, x, out);
}
