void work(int only);
