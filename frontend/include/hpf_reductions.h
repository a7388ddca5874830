/* The reductions of <hpf.h>, for one type of element. Included by hpf_bodies.h, once a type. */

static inline HPF_T HPF_JOIN(sum, 1, HPF_SUFFIX)(int n, const HPF_T a[n])
{
    HPF_T sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

static inline HPF_T HPF_JOIN(product, 1, HPF_SUFFIX)(int n, const HPF_T a[n])
{
    HPF_T product = 1;
    for (int i = 0; i < n; i++)
        product *= a[i];
    return product;
}

static inline HPF_T HPF_JOIN(maxval, 1, HPF_SUFFIX)(int n, const HPF_T a[n])
{
    HPF_T maximum = HPF_LEAST;
    for (int i = 0; i < n; i++)
        if (a[i] > maximum)
            maximum = a[i];
    return maximum;
}

static inline HPF_T HPF_JOIN(minval, 1, HPF_SUFFIX)(int n, const HPF_T a[n])
{
    HPF_T minimum = HPF_MOST;
    for (int i = 0; i < n; i++)
        if (a[i] < minimum)
            minimum = a[i];
    return minimum;
}

static inline int HPF_JOIN(maxloc, 1, HPF_SUFFIX)(int n, const HPF_T a[n])
{
    HPF_T maximum = HPF_LEAST;
    int at = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > maximum) {
            maximum = a[i];
            at = i;
        }
    return at;
}

static inline int HPF_JOIN(minloc, 1, HPF_SUFFIX)(int n, const HPF_T a[n])
{
    HPF_T minimum = HPF_MOST;
    int at = 0;
    for (int i = 0; i < n; i++)
        if (a[i] < minimum) {
            minimum = a[i];
            at = i;
        }
    return at;
}

static inline HPF_T HPF_JOIN(sum, 2, HPF_SUFFIX)(int n, int m, HPF_T a[n][m])
{
    HPF_T sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += a[i][j];
    return sum;
}

static inline HPF_T HPF_JOIN(product, 2, HPF_SUFFIX)(int n, int m, HPF_T a[n][m])
{
    HPF_T product = 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            product *= a[i][j];
    return product;
}

static inline HPF_T HPF_JOIN(maxval, 2, HPF_SUFFIX)(int n, int m, HPF_T a[n][m])
{
    HPF_T maximum = HPF_LEAST;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (a[i][j] > maximum)
                maximum = a[i][j];
    return maximum;
}

static inline HPF_T HPF_JOIN(minval, 2, HPF_SUFFIX)(int n, int m, HPF_T a[n][m])
{
    HPF_T minimum = HPF_MOST;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (a[i][j] < minimum)
                minimum = a[i][j];
    return minimum;
}

static inline int HPF_JOIN(maxloc, 2, HPF_SUFFIX)(int n, int m, HPF_T a[n][m])
{
    HPF_T maximum = HPF_LEAST;
    int at = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (a[i][j] > maximum) {
                maximum = a[i][j];
                at = i * m + j;
            }
    return at;
}

static inline int HPF_JOIN(minloc, 2, HPF_SUFFIX)(int n, int m, HPF_T a[n][m])
{
    HPF_T minimum = HPF_MOST;
    int at = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (a[i][j] < minimum) {
                minimum = a[i][j];
                at = i * m + j;
            }
    return at;
}

static inline HPF_T HPF_JOIN(sum, 3, HPF_SUFFIX)(int n, int m, int k, HPF_T a[n][m][k])
{
    HPF_T sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < k; l++)
                sum += a[i][j][l];
    return sum;
}

static inline HPF_T HPF_JOIN(product, 3, HPF_SUFFIX)(int n, int m, int k, HPF_T a[n][m][k])
{
    HPF_T product = 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < k; l++)
                product *= a[i][j][l];
    return product;
}

static inline HPF_T HPF_JOIN(maxval, 3, HPF_SUFFIX)(int n, int m, int k, HPF_T a[n][m][k])
{
    HPF_T maximum = HPF_LEAST;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < k; l++)
                if (a[i][j][l] > maximum)
                    maximum = a[i][j][l];
    return maximum;
}

static inline HPF_T HPF_JOIN(minval, 3, HPF_SUFFIX)(int n, int m, int k, HPF_T a[n][m][k])
{
    HPF_T minimum = HPF_MOST;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < k; l++)
                if (a[i][j][l] < minimum)
                    minimum = a[i][j][l];
    return minimum;
}

static inline int HPF_JOIN(maxloc, 3, HPF_SUFFIX)(int n, int m, int k, HPF_T a[n][m][k])
{
    HPF_T maximum = HPF_LEAST;
    int at = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < k; l++)
                if (a[i][j][l] > maximum) {
                    maximum = a[i][j][l];
                    at = (i * m + j) * k + l;
                }
    return at;
}

static inline int HPF_JOIN(minloc, 3, HPF_SUFFIX)(int n, int m, int k, HPF_T a[n][m][k])
{
    HPF_T minimum = HPF_MOST;
    int at = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < k; l++)
                if (a[i][j][l] < minimum) {
                    minimum = a[i][j][l];
                    at = (i * m + j) * k + l;
                }
    return at;
}

static inline HPF_T HPF_JOIN(dot_product, 1, HPF_SUFFIX)(int n, const HPF_T a[n], const HPF_T b[n])
{
    HPF_T dot_product = 0;
    for (int i = 0; i < n; i++)
        dot_product += a[i] * b[i];
    return dot_product;
}
