/* Whole loops, several of them, on one line and without a space. */
#include <stdio.h>
#ifndef N
#define N 26
#endif
static int a[N],b[N];int t;

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

static int f(int x){return x+1;}static int g(int x){int s=0;while(x){s+=x%10;x/=10;}return s;}

int main(void){int i,s=0,k=0;for(i=0;i<N;++i)a[i]=i;for(i=1;i<N-1;++i)b[i]=a[i-1]+a[i+1];
for(i=0;i<N;++i){int t=a[i];if(t%2)a[i]=f(t);else a[i]=-t;}printf("i=%d t=%d\n",i,t);
for(i=0;i<N;++i)s+=a[i];for(i=0;i<N;++i)k+=b[i];printf("s=%d k=%d\n",s,k);
for(k=0;k<2;k++)for(i=0;i<N;i++)a[i]+=g(b[i])+k;
for(
i
=
0
;
i
<
N
;
i
++
)
s
+=
a
[
i
]
;
printf("s=%d a=%d,%d,%d b=%d\n",s,a[0],a[5],a[N-1],b[N-2]);return 0;}
