#pragma xmp nodes p[2][2]
#pragma xmp nodes col[2] = p[:][*]
#pragma xmp template t[10][10]
#pragma xmp distribute t[block][block] onto p
double w[10], v[6][10];
#pragma xmp align w[i] with t[*][i]
#pragma xmp align v[*][i] with t[*][i]
int main(void)
{
#pragma xmp reduction (+:w) on col
#pragma xmp bcast (v) from p[0][0]
    return 0;
}
