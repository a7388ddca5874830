/* XcalableMP that fetches all that it needs: two wide across, the corners of one
 * below them; a value that one processor computes goes to all. */
#define N 12
#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][block] onto p
double u[N][N][4], v[N][N][4], weight, sum;
#pragma xmp align u[i][j][*] with t[i][j]
#pragma xmp align v[i][j][*] with t[i][j]
#pragma xmp shadow u[1][2][0]
int main(void)
{
#pragma xmp task on p[0][0]
    weight = 0.25;
#pragma xmp bcast (weight) from p[0][0]
    for (int step = 0; step < 2; step++) {
#pragma xmp reflect (u)
#pragma xmp loop (i,j) on t[i][j]
        for (int i = 1; i < N - 1; i++)
            for (int j = 2; j < N - 2; j++)
                for (int k = 0; k < 4; k++)
                    v[i][j][k] = weight * (u[i-1][j-2][k] + u[i+1][j][k] + u[i][j+2][k]);
#pragma xmp loop (i,j) on t[i][j] reduction(+:sum)
        for (int i = 1; i < N - 1; i++)
            for (int j = 2; j < N - 2; j++)
                for (int k = 0; k < 4; k++) {
                    u[i][j][k] = v[i][j][k];
                    sum += u[i][j][k];
                }
    }
    return 0;
}
/* By hand, blocks of 6 x 6 x 4. A row each way in 2 pairs: 4 messages of 24 elements;
 * two columns each way with the row below or above that exists: 4 of 2 x 7 x 4. Twice:
 * 16 messages, 2 * (96 + 224) elements of 8 bytes. */
/* moves: 16 messages, 5120 bytes */
