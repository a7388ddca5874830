#ifndef FPREDICT_HPF_H
#define FPREDICT_HPF_H

/* The intrinsic functions of High Performance Fortran that move data, for C
 * (HPF 2.0, section 7; Fortran 90, chapter 13). The program is ordinary C with
 * them: the bodies are loops. fpredict plans these loops for the distributions of
 * the arrays at each call, and calls what they send by the function's name.
 *
 * Arrays are double, float or int, of one to three dimensions. Where an array is
 * wanted its extents follow, outermost first; the functions tell the rank by their
 * number. dim counts from 0. Results come first and must not be arguments too.
 *
 *   cshift(dst, src, n, shift)           dst[i] = src[(i + shift) mod n]
 *   cshift(dst, src, n, m, shift, dim)   along dimension dim; also with n, m, k
 *   eoshift(dst, src, n, shift, fill)    dst[i] = src[i + shift], or `fill` where
 *   eoshift(…, n, m, shift, fill, dim)     there is no such element
 *   tshift(dst, src, n, shift)           dst[i] = src[i + shift] where there is one;
 *   tshift(…, n, m, shift, dim)            the rest of dst, a temporary, stays
 *   sum(a, n) product(a, n) maxval(a, n) minval(a, n)     also (a, n, m[, k])
 *   maxloc(a, n) minloc(a, n)            the first place of the extreme value, as an
 *                                          int: i, i*m + j, or (i*m + j)*k + l
 *   dot_product(a, b, n)                 the sum of a[i]*b[i]
 *   matmul(c, a, b, n, m, k)             c[n][k] = a[n][m] times b[m][k]
 *   transpose(dst, src, n, m)            dst[m][n]: dst[j][i] = src[i][j]
 *   spread(dst, src, n, m, dim)          dst[n][m]: src along each row (dim 0), or
 *                                          along each column (dim 1)
 *
 * All are also there with hpf_ before the name; define HPF_PREFIX_ONLY where the
 * short names are in the way. */

#include <float.h>
#include <limits.h>

#define HPF_JOIN_(a, b, c) hpf_##a##_##b##c
#define HPF_JOIN(a, b, c) HPF_JOIN_(a, b, c)

#define HPF_T double
#define HPF_SUFFIX _double
#define HPF_LEAST (-DBL_MAX)
#define HPF_MOST DBL_MAX
#include "hpf_bodies.h"
#define HPF_T float
#define HPF_SUFFIX _float
#define HPF_LEAST (-FLT_MAX)
#define HPF_MOST FLT_MAX
#include "hpf_bodies.h"
#define HPF_T int
#define HPF_SUFFIX _int
#define HPF_LEAST INT_MIN
#define HPF_MOST INT_MAX
#include "hpf_bodies.h"

/* The function for an element's type. */
#define HPF_OF(element, name)                                                                      \
    _Generic(element, double                                                                       \
             : hpf_##name##_double, float                                                          \
             : hpf_##name##_float, int                                                             \
             : hpf_##name##_int)

/* The macro of the eight for a number of arguments. */
#define HPF_PICK(a, b, c, d, e, f, g, h, chosen, ...) chosen

#define hpf_cshift(...)                                                                            \
    HPF_PICK(__VA_ARGS__, hpf_wrong_number_of_arguments, HPF_CSHIFT_3, HPF_CSHIFT_2,               \
             hpf_wrong_number_of_arguments, HPF_CSHIFT_1, hpf_wrong_number_of_arguments,           \
             hpf_wrong_number_of_arguments, hpf_wrong_number_of_arguments)                         \
    (__VA_ARGS__)
#define HPF_CSHIFT_1(dst, src, n, shift) HPF_OF((dst)[0], cshift_1)(n, dst, src, shift)
#define HPF_CSHIFT_2(dst, src, n, m, shift, dim)                                                   \
    HPF_OF((dst)[0][0], cshift_2)(n, m, dst, src, shift, dim)
#define HPF_CSHIFT_3(dst, src, n, m, k, shift, dim)                                                \
    HPF_OF((dst)[0][0][0], cshift_3)(n, m, k, dst, src, shift, dim)

#define hpf_eoshift(...)                                                                           \
    HPF_PICK(__VA_ARGS__, HPF_EOSHIFT_3, HPF_EOSHIFT_2, hpf_wrong_number_of_arguments,             \
             HPF_EOSHIFT_1, hpf_wrong_number_of_arguments, hpf_wrong_number_of_arguments,          \
             hpf_wrong_number_of_arguments, hpf_wrong_number_of_arguments)                         \
    (__VA_ARGS__)
#define HPF_EOSHIFT_1(dst, src, n, shift, fill)                                                    \
    HPF_OF((dst)[0], eoshift_1)(n, dst, src, shift, fill)
#define HPF_EOSHIFT_2(dst, src, n, m, shift, fill, dim)                                            \
    HPF_OF((dst)[0][0], eoshift_2)(n, m, dst, src, shift, fill, dim)
#define HPF_EOSHIFT_3(dst, src, n, m, k, shift, fill, dim)                                         \
    HPF_OF((dst)[0][0][0], eoshift_3)(n, m, k, dst, src, shift, fill, dim)

#define hpf_tshift(...)                                                                            \
    HPF_PICK(__VA_ARGS__, hpf_wrong_number_of_arguments, HPF_TSHIFT_3, HPF_TSHIFT_2,               \
             hpf_wrong_number_of_arguments, HPF_TSHIFT_1, hpf_wrong_number_of_arguments,           \
             hpf_wrong_number_of_arguments, hpf_wrong_number_of_arguments)                         \
    (__VA_ARGS__)
#define HPF_TSHIFT_1(dst, src, n, shift) HPF_OF((dst)[0], tshift_1)(n, dst, src, shift)
#define HPF_TSHIFT_2(dst, src, n, m, shift, dim)                                                   \
    HPF_OF((dst)[0][0], tshift_2)(n, m, dst, src, shift, dim)
#define HPF_TSHIFT_3(dst, src, n, m, k, shift, dim)                                                \
    HPF_OF((dst)[0][0][0], tshift_3)(n, m, k, dst, src, shift, dim)

#define HPF_REDUCE_1(name, a, n) HPF_OF((a)[0], name##_1)(n, a)
#define HPF_REDUCE_2(name, a, n, m) HPF_OF((a)[0][0], name##_2)(n, m, a)
#define HPF_REDUCE_3(name, a, n, m, k) HPF_OF((a)[0][0][0], name##_3)(n, m, k, a)
#define HPF_REDUCE(name, ...)                                                                      \
    HPF_PICK(__VA_ARGS__, hpf_wrong_number_of_arguments, hpf_wrong_number_of_arguments,            \
             hpf_wrong_number_of_arguments, hpf_wrong_number_of_arguments, HPF_REDUCE_3,           \
             HPF_REDUCE_2, HPF_REDUCE_1, hpf_wrong_number_of_arguments)                            \
    (name, __VA_ARGS__)
#define hpf_sum(...) HPF_REDUCE(sum, __VA_ARGS__)
#define hpf_product(...) HPF_REDUCE(product, __VA_ARGS__)
#define hpf_maxval(...) HPF_REDUCE(maxval, __VA_ARGS__)
#define hpf_minval(...) HPF_REDUCE(minval, __VA_ARGS__)
#define hpf_maxloc(...) HPF_REDUCE(maxloc, __VA_ARGS__)
#define hpf_minloc(...) HPF_REDUCE(minloc, __VA_ARGS__)

#define hpf_dot_product(a, b, n) HPF_OF((a)[0], dot_product_1)(n, a, b)
#define hpf_matmul(c, a, b, n, m, k) HPF_OF((c)[0][0], matmul_2)(n, m, k, c, a, b)
#define hpf_transpose(dst, src, n, m) HPF_OF((dst)[0][0], transpose_2)(n, m, dst, src)
#define hpf_spread(dst, src, n, m, dim) HPF_OF((dst)[0][0], spread_2)(n, m, dst, src, dim)

#ifndef HPF_PREFIX_ONLY
#define cshift(...) hpf_cshift(__VA_ARGS__)
#define eoshift(...) hpf_eoshift(__VA_ARGS__)
#define tshift(...) hpf_tshift(__VA_ARGS__)
#define sum(...) hpf_sum(__VA_ARGS__)
#define product(...) hpf_product(__VA_ARGS__)
#define maxval(...) hpf_maxval(__VA_ARGS__)
#define minval(...) hpf_minval(__VA_ARGS__)
#define maxloc(...) hpf_maxloc(__VA_ARGS__)
#define minloc(...) hpf_minloc(__VA_ARGS__)
#define dot_product(...) hpf_dot_product(__VA_ARGS__)
#define matmul(...) hpf_matmul(__VA_ARGS__)
#define transpose(...) hpf_transpose(__VA_ARGS__)
#define spread(...) hpf_spread(__VA_ARGS__)
#endif

#endif
