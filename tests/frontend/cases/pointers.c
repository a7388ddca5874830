double *q;
double *row[4];
#pragma xmp nodes p[4]
#pragma xmp template t[16]
#pragma xmp distribute t[block] onto p
int main(void)
{
    double x = 0;
#pragma xmp bcast (q)
#pragma xmp bcast (q[0:4])
#pragma xmp bcast (row)
#pragma xmp reduction (+:q)
#pragma xmp loop on t[i] reduction(+:q)
    for (int i = 0; i < 16; i++)
        x += 1;
    return 0;
}
