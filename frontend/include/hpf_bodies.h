/* The bodies of <hpf.h>, for one type of element. Included by it, once a type. */

/* --- Shifts --- */

static inline void HPF_JOIN(cshift, 1, HPF_SUFFIX)(int n, HPF_T dst[n], const HPF_T src[n],
                                                   int shift)
{
    int s = (shift % n + n) % n;
    for (int i = 0; i < n - s; i++)
        dst[i] = src[i + s];
    for (int i = n - s; i < n; i++)
        dst[i] = src[i + s - n];
}

static inline void HPF_JOIN(eoshift, 1, HPF_SUFFIX)(int n, HPF_T dst[n], const HPF_T src[n],
                                                    int shift, HPF_T fill)
{
    int low = shift < 0 ? (-shift < n ? -shift : n) : 0;
    int high = shift > 0 ? (shift < n ? n - shift : 0) : n;
    for (int i = low; i < high; i++)
        dst[i] = src[i + shift];
    for (int i = 0; i < low; i++)
        dst[i] = fill;
    for (int i = high; i < n; i++)
        dst[i] = fill;
}

static inline void HPF_JOIN(tshift, 1, HPF_SUFFIX)(int n, HPF_T dst[n], const HPF_T src[n],
                                                   int shift)
{
    int low = shift < 0 ? (-shift < n ? -shift : n) : 0;
    int high = shift > 0 ? (shift < n ? n - shift : 0) : n;
    for (int i = low; i < high; i++)
        dst[i] = src[i + shift];
}

static inline void HPF_JOIN(cshift, 2, HPF_SUFFIX)(int n, int m, HPF_T dst[n][m], HPF_T src[n][m],
                                                   int shift, int dim)
{
    if (dim == 0) {
        int s = (shift % n + n) % n;
        for (int i = 0; i < n - s; i++)
            for (int j = 0; j < m; j++)
                dst[i][j] = src[i + s][j];
        for (int i = n - s; i < n; i++)
            for (int j = 0; j < m; j++)
                dst[i][j] = src[i + s - n][j];
    } else {
        int s = (shift % m + m) % m;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m - s; j++)
                dst[i][j] = src[i][j + s];
        for (int i = 0; i < n; i++)
            for (int j = m - s; j < m; j++)
                dst[i][j] = src[i][j + s - m];
    }
}

static inline void HPF_JOIN(eoshift, 2, HPF_SUFFIX)(int n, int m, HPF_T dst[n][m], HPF_T src[n][m],
                                                    int shift, HPF_T fill, int dim)
{
    if (dim == 0) {
        int low = shift < 0 ? (-shift < n ? -shift : n) : 0;
        int high = shift > 0 ? (shift < n ? n - shift : 0) : n;
        for (int i = low; i < high; i++)
            for (int j = 0; j < m; j++)
                dst[i][j] = src[i + shift][j];
        for (int i = 0; i < low; i++)
            for (int j = 0; j < m; j++)
                dst[i][j] = fill;
        for (int i = high; i < n; i++)
            for (int j = 0; j < m; j++)
                dst[i][j] = fill;
    } else {
        int low = shift < 0 ? (-shift < m ? -shift : m) : 0;
        int high = shift > 0 ? (shift < m ? m - shift : 0) : m;
        for (int i = 0; i < n; i++)
            for (int j = low; j < high; j++)
                dst[i][j] = src[i][j + shift];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < low; j++)
                dst[i][j] = fill;
        for (int i = 0; i < n; i++)
            for (int j = high; j < m; j++)
                dst[i][j] = fill;
    }
}

static inline void HPF_JOIN(tshift, 2, HPF_SUFFIX)(int n, int m, HPF_T dst[n][m], HPF_T src[n][m],
                                                   int shift, int dim)
{
    if (dim == 0) {
        int low = shift < 0 ? (-shift < n ? -shift : n) : 0;
        int high = shift > 0 ? (shift < n ? n - shift : 0) : n;
        for (int i = low; i < high; i++)
            for (int j = 0; j < m; j++)
                dst[i][j] = src[i + shift][j];
    } else {
        int low = shift < 0 ? (-shift < m ? -shift : m) : 0;
        int high = shift > 0 ? (shift < m ? m - shift : 0) : m;
        for (int i = 0; i < n; i++)
            for (int j = low; j < high; j++)
                dst[i][j] = src[i][j + shift];
    }
}

static inline void HPF_JOIN(cshift, 3, HPF_SUFFIX)(int n, int m, int k, HPF_T dst[n][m][k],
                                                   HPF_T src[n][m][k], int shift, int dim)
{
    if (dim == 0) {
        int s = (shift % n + n) % n;
        for (int i = 0; i < n - s; i++)
            for (int j = 0; j < m; j++)
                for (int l = 0; l < k; l++)
                    dst[i][j][l] = src[i + s][j][l];
        for (int i = n - s; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int l = 0; l < k; l++)
                    dst[i][j][l] = src[i + s - n][j][l];
    } else if (dim == 1) {
        int s = (shift % m + m) % m;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m - s; j++)
                for (int l = 0; l < k; l++)
                    dst[i][j][l] = src[i][j + s][l];
        for (int i = 0; i < n; i++)
            for (int j = m - s; j < m; j++)
                for (int l = 0; l < k; l++)
                    dst[i][j][l] = src[i][j + s - m][l];
    } else {
        int s = (shift % k + k) % k;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int l = 0; l < k - s; l++)
                    dst[i][j][l] = src[i][j][l + s];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int l = k - s; l < k; l++)
                    dst[i][j][l] = src[i][j][l + s - k];
    }
}

static inline void HPF_JOIN(eoshift, 3, HPF_SUFFIX)(int n, int m, int k, HPF_T dst[n][m][k],
                                                    HPF_T src[n][m][k], int shift, HPF_T fill,
                                                    int dim)
{
    if (dim == 0) {
        int low = shift < 0 ? (-shift < n ? -shift : n) : 0;
        int high = shift > 0 ? (shift < n ? n - shift : 0) : n;
        for (int i = low; i < high; i++)
            for (int j = 0; j < m; j++)
                for (int l = 0; l < k; l++)
                    dst[i][j][l] = src[i + shift][j][l];
        for (int i = 0; i < low; i++)
            for (int j = 0; j < m; j++)
                for (int l = 0; l < k; l++)
                    dst[i][j][l] = fill;
        for (int i = high; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int l = 0; l < k; l++)
                    dst[i][j][l] = fill;
    } else if (dim == 1) {
        int low = shift < 0 ? (-shift < m ? -shift : m) : 0;
        int high = shift > 0 ? (shift < m ? m - shift : 0) : m;
        for (int i = 0; i < n; i++)
            for (int j = low; j < high; j++)
                for (int l = 0; l < k; l++)
                    dst[i][j][l] = src[i][j + shift][l];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < low; j++)
                for (int l = 0; l < k; l++)
                    dst[i][j][l] = fill;
        for (int i = 0; i < n; i++)
            for (int j = high; j < m; j++)
                for (int l = 0; l < k; l++)
                    dst[i][j][l] = fill;
    } else {
        int low = shift < 0 ? (-shift < k ? -shift : k) : 0;
        int high = shift > 0 ? (shift < k ? k - shift : 0) : k;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int l = low; l < high; l++)
                    dst[i][j][l] = src[i][j][l + shift];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int l = 0; l < low; l++)
                    dst[i][j][l] = fill;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int l = high; l < k; l++)
                    dst[i][j][l] = fill;
    }
}

static inline void HPF_JOIN(tshift, 3, HPF_SUFFIX)(int n, int m, int k, HPF_T dst[n][m][k],
                                                   HPF_T src[n][m][k], int shift, int dim)
{
    if (dim == 0) {
        int low = shift < 0 ? (-shift < n ? -shift : n) : 0;
        int high = shift > 0 ? (shift < n ? n - shift : 0) : n;
        for (int i = low; i < high; i++)
            for (int j = 0; j < m; j++)
                for (int l = 0; l < k; l++)
                    dst[i][j][l] = src[i + shift][j][l];
    } else if (dim == 1) {
        int low = shift < 0 ? (-shift < m ? -shift : m) : 0;
        int high = shift > 0 ? (shift < m ? m - shift : 0) : m;
        for (int i = 0; i < n; i++)
            for (int j = low; j < high; j++)
                for (int l = 0; l < k; l++)
                    dst[i][j][l] = src[i][j + shift][l];
    } else {
        int low = shift < 0 ? (-shift < k ? -shift : k) : 0;
        int high = shift > 0 ? (shift < k ? k - shift : 0) : k;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int l = low; l < high; l++)
                    dst[i][j][l] = src[i][j][l + shift];
    }
}

/* --- Reductions --- */

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

/* --- Whole matrices --- */

static inline void HPF_JOIN(matmul, 2, HPF_SUFFIX)(int n, int m, int k, HPF_T c[n][k],
                                                   HPF_T a[n][m], HPF_T b[m][k])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            c[i][j] = 0;
    for (int i = 0; i < n; i++)
        for (int l = 0; l < m; l++)
            for (int j = 0; j < k; j++)
                c[i][j] += a[i][l] * b[l][j];
}

static inline void HPF_JOIN(transpose, 2, HPF_SUFFIX)(int n, int m, HPF_T dst[m][n],
                                                      HPF_T src[n][m])
{
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            dst[j][i] = src[i][j];
}

static inline void HPF_JOIN(spread, 2, HPF_SUFFIX)(int n, int m, HPF_T dst[n][m], const HPF_T src[],
                                                   int dim)
{
    if (dim == 0) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                dst[i][j] = src[j];
    } else {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                dst[i][j] = src[i];
    }
}

#undef HPF_T
#undef HPF_SUFFIX
#undef HPF_LEAST
#undef HPF_MOST
