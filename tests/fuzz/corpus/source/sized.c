#pragma xmp nodes p[4]
void spread(int n, int m)
{
    double a[n][m], b[m];
    for (int i = 0; i < n; i++)
        a[i][0] = i;
    if (n > 1) {
#pragma xmp bcast (a)
    } else {
#pragma xmp bcast (b)
    }
}
int main(void)
{
    spread(6, 5);
    for (int i = 0; i < 2; i++)
        spread(1, 7);
    spread(1, 7);
    return 0;
}
