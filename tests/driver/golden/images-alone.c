/* Images without nodes: a row of as many as --procs says. Of 3, two put 8 bytes; the third has them. */
double x[8];
#pragma xmp coarray x : [*]
void xmp_sync_all(int *status);
int main(void)
{
    x[1]:[0] = 2;
    xmp_sync_all(0);
    return 0;
}
