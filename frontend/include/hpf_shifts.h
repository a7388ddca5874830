/* The shifts of <hpf.h>, for one type of element. Included by hpf_bodies.h, once a type. */

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
