#define N 10
float a[N];
#pragma xmp nodes p[2]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]
#pragma xmp shadow a[1]
#pragma xmp reflect (a) async
#pragma xmp reflect (a) async()
#pragma xmp reflect (a) async(id)
#pragma xmp reflect (a) asyn(1)
#pragma xmp bcast (a) async(1
#pragma xmp wait_async
#pragma xmp wait_async()
#pragma xmp wait_async(1, *)
#pragma xmp wait_async(1:2)
#pragma xmp wait_async(id)
#pragma xmp wait_async(1) on
#pragma xmp wait_async(1) on q
#pragma xmp reflect (a) async(1) async(2)
#pragma xmp reflect_init (a) async(1)
#pragma xmp gmove async(1) in
