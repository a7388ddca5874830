extern double a[8];
