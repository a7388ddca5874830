#define N 12
#pragma xmp nodes p[4]
int b[5][10], c[N];
int main(void)
{
    int first = 2, n = 3;
#pragma xmp bcast (b[1:2][:], b[4], b[4][1:], b[4][::2], b[3][7])
#pragma xmp bcast (c[first:n], c[n:], b)
#pragma xmp reduction (+:c[:], b[0:n:2][9]) on p[0:2]
    return b[0][0];
}
