for (i = 0; i < 100; i++)
    a[i] = 1;
