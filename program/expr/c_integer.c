#include "program/expr/c_integer.h"

enum { INT_BYTES = 4 };

c_wide c_integer_first(c_integer_type type)
{
    return type.is_unsigned ? 0 : -((c_wide)1 << (8 * type.bytes - 1));
}

c_wide c_integer_last(c_integer_type type)
{
    if (type.is_bool)
        return 1;
    return ((c_wide)1 << (8 * type.bytes - !type.is_unsigned)) - 1;
}

bool c_integer_is_within(c_integer_type type, c_wide value)
{
    return type.bytes == 0 || (value >= c_integer_first(type) && value <= c_integer_last(type));
}

const char *c_integer_name(c_integer_type type)
{
    static const char *const of_signed[] = {"signed char", "short", "int", "long"};
    static const char *const of_unsigned[] = {"unsigned char", "unsigned short", "unsigned int",
                                              "unsigned long"};
    int k = type.bytes == 1 ? 0 : type.bytes == 2 ? 1 : type.bytes == 4 ? 2 : 3;
    return type.is_bool ? "_Bool" : type.is_unsigned ? of_unsigned[k] : of_signed[k];
}

c_wide c_integer_kept(c_integer_type type, c_wide value)
{
    if (type.is_bool)
        return value != 0;
    if (c_integer_is_within(type, value) || type.bytes > 8)
        return value;
    const c_wide count = (c_wide)1 << (8 * type.bytes);
    value %= count;
    if (value < 0)
        value += count;
    return !type.is_unsigned && value >= count / 2 ? value - count : value;
}

c_integer_type c_integer_promoted(c_integer_type type)
{
    return type.bytes < INT_BYTES ? (c_integer_type){.bytes = INT_BYTES} : type;
}

c_integer_type c_integer_common(c_integer_type a, c_integer_type b)
{
    a = c_integer_promoted(a);
    b = c_integer_promoted(b);
    if (a.bytes != b.bytes)
        return a.bytes > b.bytes ? a : b;
    return a.is_unsigned ? a : b;
}

static c_outcome arrive(c_integer_type type, c_wide value, c_wide *out)
{
    *out = c_integer_kept(type, value);
    return type.is_unsigned || *out == value ? C_DEFINED : C_OVERFLOWS;
}

static c_outcome divide(slice_op op, c_integer_type type, c_wide a, c_wide b, c_wide *out)
{
    if (b == 0)
        return C_DIVIDES_BY_0;
    return arrive(type, op == SLICE_DIV ? a / b : a % b, out);
}

static c_outcome shift(slice_op op, c_integer_type type, c_wide a, c_wide b, c_wide *out)
{
    if (b < 0 || b >= 8 * type.bytes)
        return C_SHIFTS_TOO_FAR;
    return op == SLICE_SHR
               ? arrive(type, a >> b, out)
               : arrive(type, (type.is_unsigned ? c_integer_kept(type, a) : a) * ((c_wide)1 << b),
                        out);
}

static c_wide compared(slice_op op, c_wide a, c_wide b)
{
    return op == SLICE_LT ? a < b : op == SLICE_LE ? a <= b : op == SLICE_EQ ? a == b : a != b;
}

c_outcome c_integer_compute(slice_op op, c_integer_type type, c_wide a, c_wide b, c_wide *out)
{
    if (op == SLICE_ADD)
        return arrive(type, a + b, out);
    if (op == SLICE_SUB)
        return arrive(type, a - b, out);
    if (op == SLICE_MUL && type.is_unsigned && type.bytes == 8) {
        *out = (uint64_t)a * (uint64_t)b; /* the product may leave 128 bits */
        return C_DEFINED;
    }
    if (op == SLICE_MUL)
        return arrive(type, a * b, out);
    if (op == SLICE_DIV || op == SLICE_REM)
        return divide(op, type, a, b, out);
    if (op == SLICE_SHL || op == SLICE_SHR)
        return shift(op, type, a, b, out);
    *out = op == SLICE_AND   ? (a & b)
           : op == SLICE_OR  ? (a | b)
           : op == SLICE_XOR ? (a ^ b)
                             : compared(op, a, b);
    return C_DEFINED;
}
