/* How two values become one, and the values that change nothing. */

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "codegen/runtime/fpr_schedule.h"

#define JOIN(type, name, statement)                                                                \
    static void name(void *target, const void *received)                                           \
    {                                                                                              \
        type *a = target;                                                                          \
        const type b = *(const type *)received;                                                    \
        statement;                                                                                 \
    }

/* A neutral value, by operation. */
#define NEUTRAL(type, name, least, most)                                                           \
    static void name##_neutral(fpr_op op, void *out)                                               \
    {                                                                                              \
        type *a = out;                                                                             \
        *a = op == FPR_PRODUCT ? (type)1 : op == FPR_MIN ? most : op == FPR_MAX ? least : (type)0; \
    }

#define NUMBER(type, name, least, most)                                                            \
    JOIN(type, name##_sum, *a = (type)(*a + b))                                                    \
    JOIN(type, name##_product, *a = (type)(*a * b))                                                \
    JOIN(type, name##_min, *a = b < *a ? b : *a)                                                   \
    JOIN(type, name##_max, *a = b > *a ? b : *a)                                                   \
    NEUTRAL(type, name, least, most)

/* Each bit of the neutral value of & is 1. */
#define INTEGER(type, name, least, most)                                                           \
    NUMBER(type, name, least, most)                                                                \
    JOIN(type, name##_and, *a = (type)(*a & b))                                                    \
    JOIN(type, name##_or, *a = (type)(*a | b))                                                     \
    JOIN(type, name##_xor, *a = (type)(*a ^ b))

INTEGER(int, of_int, INT_MIN, INT_MAX)
INTEGER(unsigned, of_unsigned, 0, UINT_MAX)
INTEGER(long, of_long, LONG_MIN, LONG_MAX)
INTEGER(long long, of_long_long, LLONG_MIN, LLONG_MAX)
INTEGER(short, of_short, SHRT_MIN, SHRT_MAX)
INTEGER(unsigned short, of_unsigned_short, 0, USHRT_MAX)
INTEGER(unsigned long, of_unsigned_long, 0, ULONG_MAX)
INTEGER(unsigned long long, of_unsigned_long_long, 0, ULLONG_MAX)
NUMBER(float, of_float, -INFINITY, INFINITY)
NUMBER(double, of_double, -INFINITY, INFINITY)
NUMBER(long double, of_long_double, -INFINITY, INFINITY)

typedef struct joins {
    fpr_join *join[FPR_LOGICAL_OR + 1];
    void (*neutral)(fpr_op op, void *out);
    size_t bytes;
} joins;

#define NUMBERS(name)                                                                              \
    [FPR_SUM] = name##_sum, [FPR_PRODUCT] = name##_product, [FPR_MIN] = name##_min,                \
    [FPR_MAX] = name##_max
#define OF_NUMBER(type, name)                                                                      \
    {                                                                                              \
        {NUMBERS(name)}, name##_neutral, sizeof(type)                                              \
    }
#define OF_INTEGER(type, name)                                                                     \
    {                                                                                              \
        {NUMBERS(name), [FPR_AND] = name##_and, [FPR_OR] = name##_or, [FPR_XOR] = name##_xor},     \
            name##_neutral, sizeof(type)                                                           \
    }

static const joins by_type[] = {
    [FPR_INT] = OF_INTEGER(int, of_int),
    [FPR_UNSIGNED] = OF_INTEGER(unsigned, of_unsigned),
    [FPR_LONG] = OF_INTEGER(long, of_long),
    [FPR_LONG_LONG] = OF_INTEGER(long long, of_long_long),
    [FPR_FLOAT] = OF_NUMBER(float, of_float),
    [FPR_DOUBLE] = OF_NUMBER(double, of_double),
    [FPR_LONG_DOUBLE] = OF_NUMBER(long double, of_long_double),
    [FPR_SHORT] = OF_INTEGER(short, of_short),
    [FPR_UNSIGNED_SHORT] = OF_INTEGER(unsigned short, of_unsigned_short),
    [FPR_UNSIGNED_LONG] = OF_INTEGER(unsigned long, of_unsigned_long),
    [FPR_UNSIGNED_LONG_LONG] = OF_INTEGER(unsigned long long, of_unsigned_long_long),
};

fpr_join *fpr_join_of(fpr_type type, fpr_op op)
{
    fpr_join *join = by_type[type].join[op];
    if (!join)
        fpr_fail("elements are combined by an unknown operation");
    return join;
}

void fpr_neutral(fpr_type type, fpr_op op, void *out)
{
    if (op == FPR_AND)
        memset(out, -1, by_type[type].bytes);
    else
        by_type[type].neutral(op, out);
}
