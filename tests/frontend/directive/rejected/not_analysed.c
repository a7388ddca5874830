#define N 100
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
float a[N];
#pragma xmp align a[i] with t[i]
#pragma xmp shadow a[1]
#pragma xmp lock (a)
#pragma xmp image (p)
#pragma xmp template_fix[block] t[N]
#pragma xmp unlock (a)
#pragma xmp static_desc :: a
#pragma xmp loop on t[i] reduction(max:a/i,j/)
#pragma xmp lock (b)
#pragma xmp reflect (a) width(/periodic/1)
#pragma hpf on home(a(i)), reduction(max:a(0))
#pragma xmp shadow s->b[1]
#pragma xmp task on t[0:4:2]
#pragma xmp bcast (a) from p[0:2]
#pragma xmp task on t[i:2]
#pragma fpredict region sweep
