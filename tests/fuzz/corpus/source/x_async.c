#define N 64
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double u[N], v[N], w[N], s;
#pragma xmp align u[i] with t[i]
#pragma xmp align v[i] with t[i]
#pragma xmp align w[i] with t[i]
#pragma xmp shadow u[1]
void right(int n)
{
    for (int k = 0; k < n; k++) {
#pragma xmp reflect (u) async(1)
#pragma xmp loop (i) on t[i]
        for (int i = 0; i < N; i++)
            w[i] = u[i] + 1;
#pragma xmp wait_async (1)
#pragma xmp loop (i) on t[i]
        for (int i = 1; i < N - 1; i++)
            v[i] = u[i - 1] + u[i + 1];
    }
}
void in_turn(int n)
{
    for (int k = 0; k < n; k++) {
        if (k > 0) {
#pragma xmp wait_async (k % 2)
        }
#pragma xmp reflect (u) async((k + 1) % 2)
    }
#pragma xmp wait_async (n % 2)
}
void wrong(int n)
{
#pragma xmp wait_async (1)
#pragma xmp reflect (u) async(1)
#pragma xmp loop (i) on t[i]
    for (int i = 1; i < N - 1; i++)
        v[i] = u[i - 1];
#pragma xmp wait_async (2)
    for (int k = 0; k < n; k++) {
#pragma xmp bcast (s) async(3)
    }
    if (s > 0)
        s = 0;
#pragma xmp wait_async (3)
#pragma xmp gmove async(4)
    v[:] = u[:];
#pragma xmp loop (i) on t[i]
    for (int i = 0; i < N; i++)
        w[i] = v[i];
#pragma xmp wait_async (1)
#pragma xmp reduction (+:s) async(1)
}
