/* Additions, multiplications, divisions and comparisons: as a chain, where each
 * needs the result of the one before (latency), and eight beside each other
 * (reciprocal throughput). */

#include "training/train_kernel.h"
#include "training/train_opaque.h"

#define TIMES_16(step, x)                                                                          \
    step(x) step(x) step(x) step(x) step(x) step(x) step(x) step(x) /**/                           \
        step(x) step(x) step(x) step(x) step(x) step(x) step(x) step(x)
#define EACH_OF_8(step) step(x0) step(x1) step(x2) step(x3) step(x4) step(x5) step(x6) step(x7)

/* `a` and the values that the chains begin with are as unknown to the compiler
 * as those of a program would be. */
#define CHAIN(function, type, opaque, start, operand, step)                                        \
    static double function(int64_t iterations)                                                     \
    {                                                                                              \
        type x = (start), a = (operand);                                                           \
        opaque(x);                                                                                 \
        opaque(a);                                                                                 \
        for (int64_t i = 0; i < iterations; i++) {                                                 \
            TIMES_16(step, x)                                                                      \
        }                                                                                          \
        return (double)x;                                                                          \
    }

#define BESIDE(function, type, opaque, start, operand, step)                                       \
    static double function(int64_t iterations)                                                     \
    {                                                                                              \
        type a = (operand), x0 = (start), x1 = x0, x2 = x0, x3 = x0;                               \
        type x4 = x0, x5 = x0, x6 = x0, x7 = x0;                                                   \
        opaque(a);                                                                                 \
        opaque(x0);                                                                                \
        opaque(x1);                                                                                \
        opaque(x2);                                                                                \
        opaque(x3);                                                                                \
        opaque(x4);                                                                                \
        opaque(x5);                                                                                \
        opaque(x6);                                                                                \
        opaque(x7);                                                                                \
        for (int64_t i = 0; i < iterations; i++) {                                                 \
            EACH_OF_8(step)                                                                        \
            EACH_OF_8(step)                                                                        \
        }                                                                                          \
        return (double)(x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7);                                    \
    }

#define BOTH(name, type, opaque, start, operand, step)                                             \
    CHAIN(name##_chain, type, opaque, start, operand, step)                                        \
    BESIDE(name##_throughput, type, opaque, start, operand, step)

/* clang-format off */
#define ADD_INT(x) (x) = (x) + a; OPAQUE_INT(x);
#define MULTIPLY_INT(x) (x) = (x) * a; OPAQUE_INT(x);
#define DIVIDE_INT(x) (x) = a / (x); OPAQUE_INT(x);
#define COMPARE_INT(x) (x) = (x) < a; OPAQUE_INT(x);
#define ADD_FP(x) (x) = (x) + a; OPAQUE_FP(x);
#define MULTIPLY_FP(x) (x) = (x) * a; OPAQUE_FP(x);
#define DIVIDE_FP(x) (x) = a / (x); OPAQUE_FP(x);
/* clang-format on */

/* Unsigned where signed ones would overflow: the instructions are the same.
 * a / x comes back to x: quotients of 15 bits, those of indices. */
BOTH(int_add, uint32_t, OPAQUE_INT, 1, 3, ADD_INT)
BOTH(int_multiply, uint32_t, OPAQUE_INT, 1, 3, MULTIPLY_INT)
BOTH(int_divide, int32_t, OPAQUE_INT, 31607, 2000000011, DIVIDE_INT)
BOTH(int_compare, int32_t, OPAQUE_INT, 1, 3, COMPARE_INT)

/* No sum, product or quotient gets so large or so small that it would be slow. */
BOTH(float_add, float, OPAQUE_FP, 1.5f, 0.25f, ADD_FP)
BOTH(float_multiply, float, OPAQUE_FP, 1.5f, 1.0f, MULTIPLY_FP)
BOTH(float_divide, float, OPAQUE_FP, 1.7f, 2.3f, DIVIDE_FP)
BOTH(double_add, double, OPAQUE_FP, 1.5, 0.25, ADD_FP)
BOTH(double_multiply, double, OPAQUE_FP, 1.5, 1.0, MULTIPLY_FP)
BOTH(double_divide, double, OPAQUE_FP, 1.7, 2.3, DIVIDE_FP)

#define OF(operation, how, flop_count)                                                             \
    {                                                                                              \
        .name = #operation "." #how, .family = TRAIN_COMPUTATION,                                  \
        .operations = #operation ":16 loop_iteration:1", .flops = (flop_count),                    \
        .compute = operation##_##how                                                               \
    }

train_kernels train_arithmetic_kernels(void)
{
    static const train_kernel kernels[] = {
        OF(int_add, chain, 0),          OF(int_add, throughput, 0),
        OF(int_multiply, chain, 0),     OF(int_multiply, throughput, 0),
        OF(int_divide, chain, 0),       OF(int_divide, throughput, 0),
        OF(int_compare, chain, 0),      OF(int_compare, throughput, 0),
        OF(float_add, chain, 16),       OF(float_add, throughput, 16),
        OF(float_multiply, chain, 16),  OF(float_multiply, throughput, 16),
        OF(float_divide, chain, 16),    OF(float_divide, throughput, 16),
        OF(double_add, chain, 16),      OF(double_add, throughput, 16),
        OF(double_multiply, chain, 16), OF(double_multiply, throughput, 16),
        OF(double_divide, chain, 16),   OF(double_divide, throughput, 16),
    };
    return (train_kernels){(int)(sizeof kernels / sizeof *kernels), kernels};
}
