/* Conversions, and functions of the library. A chain needs an argument that
 * moves with the result, so it adds: the addition is declared. Functions are
 * asked in the range where programs mostly are, near 1. */

#include <math.h>

#include "training/train_kernel.h"
#include "training/train_opaque.h"

/* clang-format off */
#define TIMES_4(step) step step step step
#define TIMES_16(step) TIMES_4(step) TIMES_4(step) TIMES_4(step) TIMES_4(step)
/* clang-format on */

#define LOOP(function, declaration, body, result)                                                  \
    static double function(int64_t iterations)                                                     \
    {                                                                                              \
        declaration;                                                                               \
        for (int64_t i = 0; i < iterations; i++) {                                                 \
            body                                                                                   \
        }                                                                                          \
        return (double)(result);                                                                   \
    }

/* clang-format off */
LOOP(int_to_float, int n = 3; double x = 0,
     TIMES_16(OPAQUE_INT(n); x = (double)n; USE_FP(x);), x)
LOOP(float_to_int, double x = 3.7; int n = 0,
     TIMES_16(OPAQUE_FP(x); n = (int)x; USE_INT(n);), n)
LOOP(float_to_double, float x = 3.7f; double y = 0,
     TIMES_16(OPAQUE_FP(x); y = (double)x; USE_FP(y);), y)
LOOP(double_to_float, double x = 3.7; float y = 0,
     TIMES_16(OPAQUE_FP(x); y = (float)x; USE_FP(y);), y)
LOOP(float_compare, double x = 3.7; double a = 2.5; int n = 0; OPAQUE_FP(a),
     TIMES_16(OPAQUE_FP(x); n = x < a; USE_INT(n);), n)
LOOP(float_and_int_chain, double x = 3.7; int n = 0,
     TIMES_16(OPAQUE_FP(x); n = (int)x; OPAQUE_INT(n); x = (double)n;), x)
LOOP(float_and_double_chain, double x = 3.7; float y = 0,
     TIMES_16(OPAQUE_FP(x); y = (float)x; OPAQUE_FP(y); x = (double)y;), x)
LOOP(float_compare_chain, double x = 3.7; double a = 2.5; int n = 0; OPAQUE_FP(a),
     TIMES_16(OPAQUE_FP(x); n = x < a; OPAQUE_INT(n); x = (double)n;), x)

#define FUNCTION(function, call)                                                                   \
    LOOP(function##_throughput, double x = 0.7; double a = 0.3; double y = 0; OPAQUE_FP(a),        \
         TIMES_4(OPAQUE_FP(x); y = call; USE_FP(y);), y)                                           \
    LOOP(function##_chain, double x = 0.7; double a = 0.3; OPAQUE_FP(a),                           \
         TIMES_4(OPAQUE_FP(x); x = call; OPAQUE_FP(x); x = x + a;), x)
/* clang-format on */

/* With a throughput's x and a chain's x both between 0.3 and 2.5. */
FUNCTION(sqrt, sqrt(x))
FUNCTION(exp, exp(a - x))
FUNCTION(log, log(x + 1.0))
FUNCTION(sin, sin(x))
FUNCTION(cos, cos(x))
FUNCTION(tan, tan(x * 0.5))
FUNCTION(atan, atan(x))
FUNCTION(atan2, atan2(x, a))
FUNCTION(asin, asin(x * 0.25))
FUNCTION(pow, pow(x, a))
FUNCTION(fabs, fabs(x - 1.0))
FUNCTION(fmin, fmin(x, 1.0))
FUNCTION(floor, floor(x))
FUNCTION(trunc, trunc(x))
FUNCTION(fmod, fmod(x, 1.5))
FUNCTION(erf, erf(x))
FUNCTION(cbrt, cbrt(x))
FUNCTION(tanh, tanh(x))

#define CONVERSION(text, tally, run)                                                               \
    {                                                                                              \
        .name = text, .family = TRAIN_COMPUTATION, .operations = tally " loop_iteration:1",        \
        .compute = run                                                                             \
    }
/* `key` is the machine file's; `extra` are double operations of one call. */
#define CALLS(key, function, tally, extra)                                                         \
    {.name = key ".throughput." #function,                                                         \
     .family = TRAIN_COMPUTATION,                                                                  \
     .operations = key ":4 " tally "loop_iteration:1",                                             \
     .flops = 4 * (extra),                                                                         \
     .compute = function##_throughput},                                                            \
    {                                                                                              \
        .name = key ".chain." #function, .family = TRAIN_COMPUTATION,                              \
        .operations = key ":4 double_add:4 " tally "loop_iteration:1", .flops = 4 * (extra) + 4,   \
        .compute = function##_chain                                                                \
    }

train_kernels train_conversion_kernels(void)
{
    static const train_kernel kernels[] = {
        CONVERSION("int_to_float.throughput", "int_to_float:16", int_to_float),
        CONVERSION("float_to_int.throughput", "float_to_int:16", float_to_int),
        CONVERSION("float_to_double.throughput", "float_to_double:16", float_to_double),
        CONVERSION("float_to_double.throughput.back", "float_to_double:16", double_to_float),
        CONVERSION("float_compare.throughput", "float_compare:16", float_compare),
        CONVERSION("float_to_int.chain", "float_to_int:16 int_to_float:16", float_and_int_chain),
        CONVERSION("float_to_double.chain", "float_to_double:32", float_and_double_chain),
        CONVERSION("float_compare.chain", "float_compare:16 int_to_float:16", float_compare_chain),
    };
    return (train_kernels){(int)(sizeof kernels / sizeof *kernels), kernels};
}

/* The functions that programs call most stand for those that the same key prices. */
train_kernels train_library_kernels(void)
{
    static const train_kernel kernels[] = {
        CALLS("sqrt", sqrt, "", 1),
        CALLS("exp", exp, "double_add:4 ", 1),
        CALLS("log", log, "double_add:4 ", 1),
        CALLS("sin", sin, "", 0),
        CALLS("sin", cos, "", 0),
        CALLS("sin", tan, "double_multiply:4 ", 1),
        CALLS("atan", atan, "", 0),
        CALLS("atan", atan2, "", 0),
        CALLS("atan", asin, "double_multiply:4 ", 1),
        CALLS("pow", pow, "", 0),
        CALLS("fabs", fabs, "double_add:4 ", 1),
        CALLS("fabs", fmin, "", 0),
        CALLS("floor", floor, "", 0),
        CALLS("floor", trunc, "", 0),
        CALLS("floor", fmod, "", 0),
        CALLS("library_call", erf, "", 0),
        CALLS("library_call", cbrt, "", 0),
        CALLS("library_call", tanh, "", 0),
    };
    return (train_kernels){(int)(sizeof kernels / sizeof *kernels), kernels};
}
