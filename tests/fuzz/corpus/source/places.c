#define N 16
typedef double row[N];
typedef struct { double x, y[3]; } point;
double u[N][N], v[N];
row rows[4], plane[2][3];
point points[N], *cursor;
int perm[N];
double *names[N];
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align u(i,*) with T(i)
void places(int n, double a[n][2*n], double *p, double (*q)[N], double b[][3])
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            a[i][j] = u[i][j];
            2[v] = *v + *(v + i) + *(i + v);
            *(*(u + i) + j) = (*(u + 1))[j] + (u[i] + 1)[j] + *(u[i + 1] - 1);
            rows[1][i] = plane[1][2][j];
            points[i].x = points[j].y[1] + cursor->x + cursor[i].y[j];
            *&v[i] = (&v[2])[j];
            p[i * n + j] = ((double (*)[n])p)[i][j] + (*(double (*)[N][N])p)[i][j];
            q[i][j] = b[i][2];
            v[perm[i]] = v[(i + j) % 2] + v[i & 3] + v[n - 1 - i];
            names[i][j] = *names[j];
            v[(int)v[0]] = v[i > j ? i : j] + v[k];
            ((float *)v)[i] = 1;
        }
}
