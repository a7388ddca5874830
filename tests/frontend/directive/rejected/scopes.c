#define N 10
#pragma xmp nodes p[4]
void f(float a[][N]) {
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i][*] with t[i]
#pragma xmp loop on t[i]
}
void g(float a[][N]) {
#pragma xmp loop on t[i]
#pragma hpf distribute a(block,*)
}
