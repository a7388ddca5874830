#define N 16
#pragma xmp nodes p[4]
#pragma xmp nodes q[2][2] = p
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double a[N], b[N], s;
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
#pragma xmp shadow a[1]

int count(void);

void inside(void)
{
#pragma xmp reflect (a)
}

int main(void)
{
    int many = count();
#pragma xmp task on p[0]
    {
#pragma xmp reflect (a)
#pragma xmp loop (i) on t[i]
        for (int i = 0; i < N; i++)
            a[i] = 1;
#pragma xmp gmove
        b[0:4] = a[4:4];
#pragma xmp gmove in
        b[4:4] = a[0:4];
#pragma xmp gmove out
        b[4:4] = a[4:4];
#pragma xmp gmove
        s = a[N - 1];
        inside();
#pragma xmp array on t[:]
        a[:] = 0;
    }
    for (int k = 0; k < N - 1; k++) {
#pragma xmp task on t[k]
        {
#pragma xmp loop (i) on t[i] reduction(+ : s)
            for (int i = k; i < k + 2; i++)
                s += a[i];
#pragma xmp gmove
            s = a[k + 1];
#pragma xmp task on t[N - 1 - k]
            s = 0;
#pragma xmp barrier on t[0:2]
#pragma xmp reduction(+ : s) on q[1][:]
#pragma xmp bcast (s) from t[3]
        }
    }
#pragma xmp bcast (s) from t[7] on p[2:2]
#pragma xmp bcast (s) from q[1][1] on p[0:2]
#pragma xmp bcast (s) from p[3] on t[0:8]
#pragma xmp task on p[1:2]
    {
        if (N > 20) {
#pragma xmp reflect (a)
        }
        if (many) {
#pragma xmp reflect (a)
        }
        for (int i = 0; i < N - 16; i++) {
#pragma xmp reflect (a)
        }
    }
    return 0;
}
