float a[8];
int n;
#pragma xmp nodes p[4]
#pragma xmp nodes q[2] = p[0:3]
#pragma xmp nodes r[2][2] = p
#pragma xmp nodes s[2][3] = p
#pragma xmp nodes u[4] = z
#pragma xmp nodes v[2] = r[0][1:2]
#pragma xmp nodes w[2] = r[2][:]
#pragma xmp nodes w1(2) = r(0,1:2)
#pragma xmp nodes w2[2] = r[0]
#pragma xmp nodes w3[2] = p[0:4:0]
#pragma xmp nodes w4[2] = p[0::2]
#pragma xmp nodes w5[2] = p[2:0]
#pragma xmp nodes w6[2] = p[0:2:3]
#pragma xmp nodes c[2] = d[0:2]
#pragma xmp nodes d[2] = e[:]
#pragma xmp nodes e[2] = c
#pragma xmp nodes self[4] = self
#pragma xmp nodes col[2] = r[:][*]
#pragma xmp template t[8]
#pragma xmp distribute t[block] onto r
#pragma xmp template g[8][8]
#pragma xmp distribute g[block][block] onto col
#pragma xmp nodes big(1,1,1,1,1,1,2)
#pragma xmp nodes b7(1,1,1,1,1,1,1) = big(:,:,:,:,:,:,*)
#pragma xmp task on q[0]
#pragma xmp task on p[1:4]
#pragma xmp task on p[i:2]
#pragma xmp task on col[0][1]
#pragma xmp bcast (n) from p[0:2]
#pragma xmp loop on r[0:2:0][i]
