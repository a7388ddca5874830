typedef struct {
    int key;
    char name[4];
} record;
typedef int (*step)(int);
extern int calls;
int twice(int x);
int less(int x);
int by_key(const void *a, const void *b);
