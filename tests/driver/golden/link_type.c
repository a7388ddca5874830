extern float a[8];
