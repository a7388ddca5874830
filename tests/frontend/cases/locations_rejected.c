/* What goes with an extreme value: of a pointer only a part has a length, and all of it is one
 * message of MPI. */
struct row {
    char c[64];
};
double a[9], most;
struct row few[30000000], many[100000000];
#pragma xmp nodes p[3]
#pragma xmp template t[9]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]
void f(int *k, double open[], const char *name, int (*rows)[4])
{
#pragma xmp loop on t[i] reduction(max:most/k/)
    for (int i = 0; i < 9; i++)
        if (a[i] > most)
            most = a[i], k[0] = i;
#pragma xmp loop on t[i] reduction(max:most/open/) reduction(max:most/name/)
    for (int i = 0; i < 9; i++)
        if (a[i] > most)
            most = a[i], open[0] = i;
#pragma xmp loop on t[i] reduction(max:most/rows/)
    for (int i = 0; i < 9; i++)
        if (a[i] > most)
            most = a[i], rows[0][0] = i;
#pragma xmp loop on t[i] reduction(max:most/k[0:2],rows[1]/)
    for (int i = 0; i < 9; i++)
        if (a[i] > most)
            most = a[i], k[0] = i;
}
int main(void)
{
    /* 64 x 30,000,000 bytes are less than 2^31 - 64, twice as many, and 64 x 100,000,000, more. */
#pragma xmp loop on t[i] reduction(max:most/few/)
    for (int i = 0; i < 9; i++)
        if (a[i] > most)
            most = a[i], few[0].c[0] = i;
#pragma xmp loop on t[i] reduction(max:most/few,few/)
    for (int i = 0; i < 9; i++)
        if (a[i] > most)
            most = a[i], few[0].c[0] = i;
#pragma xmp loop on t[i] reduction(max:most/many/)
    for (int i = 0; i < 9; i++)
        if (a[i] > most)
            most = a[i], many[0].c[0] = i;
    return 0;
}
