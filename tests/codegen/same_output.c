/* same_output A B: do two programs print the same, but for rounding? Texts must be equal;
 * numbers may differ by 1e-6 of their size, and by 1e-9: partial results are added up in
 * another order. Exits with 0, 1 or, without the files, 2. */

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static char *read_all(const char *path)
{
    enum { MOST = 1 << 20 };
    FILE *in = fopen(path, "r");
    char *text = calloc(MOST + 1, 1);
    if (!in || !text) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(2);
    }
    size_t length = fread(text, 1, MOST, in);
    fclose(in);
    text[length] = '\0';
    return text;
}

static bool begins_number(const char *p)
{
    return isdigit((unsigned char)*p) || (*p == '-' && isdigit((unsigned char)p[1]));
}

static bool same(const char *a, const char *b)
{
    while (*a && *b) {
        if (begins_number(a) && begins_number(b)) {
            char *after_a, *after_b;
            double x = strtod(a, &after_a), y = strtod(b, &after_b);
            double size = fmax(fabs(x), fabs(y));
            if (!(fabs(x - y) <= fmax(1e-9, 1e-6 * size)))
                return false;
            a = after_a;
            b = after_b;
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return *a == *b;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: same_output A B\n");
        return 2;
    }
    char *a = read_all(argv[1]), *b = read_all(argv[2]);
    int status = *a && same(a, b) ? 0 : 1;
    free(a);
    free(b);
    return status;
}
