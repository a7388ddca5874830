#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double u[N], v[N];
#pragma xmp align [i] with t[i] :: u, v
#pragma xmp shadow u[1:2]
int main(void)
{
#pragma xmp reflect (u) width(/periodic/1:2)
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        v[i] = u[i - 1] + u[i + 2]; /* both ends of the shadow */
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        v[i] = u[i] - u[i + 3]; /* one further */
    return 0;
}
