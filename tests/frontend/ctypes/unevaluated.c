/* Operands that are not evaluated: nothing in them is executed. */
#include "arrays.h"

static int count;

static int f(void)
{
    count++; /* count: 2 */
    return 1;
}

int main(void)
{
    int n = 3, m = 3, t[3];
    (void)_Generic(n = 9, int: 1, default: 2);
    (void)_Generic(f(), int: 1, default: 2);
    (void)_Generic(1.0, int: f(), double: 1);
    (void)_Generic(1, int: f(), double: 1);
    for (int i = 0; i < n; i++)
        count++; /* count: 3 */
    (void)__builtin_choose_expr(1, 1, f());
    (void)(__builtin_choose_expr(0, 1, f()) + 2);
    (void)__builtin_constant_p(m = 9);
    (void)__builtin_constant_p(f());
    for (int i = 0; i < m; i++)
        count++; /* count: 3 */
    (void)__builtin_types_compatible_p(__typeof__(f()), int);
    (void)__builtin_classify_type(f());
    (void)__builtin_object_size(t + f(), 0);
    return 0;
}
