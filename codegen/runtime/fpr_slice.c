/* Integers that the source computes in loops and functions, computed once more where the generated
 * program needs them elsewhere: as bounds of what moves, before the loop that it is for. */

#include "codegen/runtime/fpr.h"

#include <stdio.h>
#include <stdlib.h>

/* The order is that of the generator's slice_op (program/expr/slice.h). */
enum {
    NUMBER,
    INPUT,
    LOAD,
    STORE,
    FETCH,
    PUT,
    DROP,
    CONVERT,
    NEGATE,
    COMPLEMENT,
    ADD,
    SUB,
    MUL,
    DIV,
    REM,
    SHL,
    SHR,
    AND,
    OR,
    XOR,
    LT,
    LE,
    EQ,
    NE,
    NOT,
    JUMP,
    JUMP_FALSE,
    HEAD,
    CALL,
    RETURN,
    END
};

/* A step as the generator writes it. */
typedef struct step {
    long op, type, extent, arguments, operand;
} step;

typedef struct run {
    const step *code;
    const long *input;
    long limit, trips;
} run;

/* The value in the type: its bytes, 16 more where it is unsigned, 32 where it is _Bool, 0 for none.
 */
static long converted(long type, long value)
{
    const int bits = 8 * (int)(type & 15);
    if (type & 32)
        return value != 0;
    if (bits == 0 || bits == 64)
        return value;
    const unsigned long kept = (unsigned long)value & ((1UL << bits) - 1);
    const int is_negative = !(type & 16) && kept >> (bits - 1);
    return is_negative ? (long)(kept | ~((1UL << bits) - 1)) : (long)kept;
}

static long combined(long op, long a, long b)
{
    switch (op) {
    case ADD:
        return (long)((unsigned long)a + (unsigned long)b);
    case SUB:
        return (long)((unsigned long)a - (unsigned long)b);
    case MUL:
        return (long)((unsigned long)a * (unsigned long)b);
    case DIV:
        return a / b;
    case REM:
        return a % b;
    case SHL:
        return (long)((unsigned long)a << b);
    case SHR:
        return a >> b;
    case AND:
        return a & b;
    case OR:
        return a | b;
    case XOR:
        return a ^ b;
    case LT:
        return a < b;
    case LE:
        return a <= b;
    case EQ:
        return a == b;
    default:
        return a != b;
    }
}

static long *cells_new(long count)
{
    long *cell = calloc((size_t)count + 1, sizeof *cell);
    if (!cell) {
        fprintf(stderr, "no memory for the integers of a slice\n");
        abort();
    }
    return cell;
}

/* The index, which is one of the array's. */
static long inside(const step *s, long index)
{
    if (index < 0 || index >= s->extent) {
        fprintf(stderr,
                "element %ld is beyond the %ld of an array of integers that the generated program "
                "follows\n",
                index, s->extent);
        abort();
    }
    return index;
}

/* Executes from step `at` until the function returns: its value. */
static long execute(run *r, long at, long *cell)
{
    long stack[64], *top = stack, *callee, value;
    for (;;) {
        const step *s = &r->code[at++];
        switch (s->op) {
        case NUMBER:
            *top++ = s->operand;
            break;
        case INPUT:
            *top++ = r->input[s->operand];
            break;
        case LOAD:
            *top++ = cell[s->operand];
            break;
        case STORE:
            cell[s->operand] = top[-1];
            break;
        case FETCH:
            top[-1] = cell[s->operand + inside(s, top[-1])];
            break;
        case PUT:
            top--;
            cell[s->operand + inside(s, *top)] = top[-1];
            break;
        case DROP:
            top--;
            break;
        case CONVERT:
            top[-1] = converted(s->type, top[-1]);
            break;
        case NEGATE:
            top[-1] = converted(s->type, -top[-1]);
            break;
        case COMPLEMENT:
            top[-1] = converted(s->type, ~top[-1]);
            break;
        case NOT:
            top[-1] = !top[-1];
            break;
        case JUMP:
            at = s->operand;
            break;
        case JUMP_FALSE:
            if (!*--top)
                at = s->operand;
            break;
        case HEAD:
            if (r->trips >= r->limit)
                return 0;
            r->trips++;
            break;
        case CALL:
            callee = cells_new(s->extent);
            top -= s->arguments;
            for (long i = 0; i < s->arguments; i++)
                callee[i] = top[i];
            *top++ = execute(r, s->operand, callee);
            free(callee);
            break;
        case RETURN:
            return top[-1];
        case END:
            return 0;
        default:
            top--;
            value = combined(s->op, top[-1], *top);
            top[-1] = s->op >= LT && s->op <= NE ? value : converted(s->type, value);
        }
    }
}

long fpr_slice(const long *code, long cells, const long *about)
{
    run r = {.code = (const step *)code, .limit = about[0], .input = about + 4};
    long *cell = cells_new(cells);
    long returned = execute(&r, 0, cell), at = about[1], value;
    if (at < 0)
        value = r.trips;
    else
        value = about[2] < 0 ? returned : cell[at + about[3]];
    free(cell);
    return value;
}
