/* 'dimension' is HPF's: in XMP an array has the dimensions of its declaration. */
#define N 8
#define M 6
#pragma xmp nodes p[2]
#pragma xmp template t[N][M]
#pragma xmp distribute t[block][*] onto p
static double a[N*M];
#pragma xmp dimension [N][M], align [i][j] with t[i][j] :: a
int main(void)
{
#pragma xmp loop (i) on t[i][*]
    for (int i = 0; i < N; i++)
        a[i*M] = 1;
    return 0;
}
