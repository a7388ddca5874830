/* Nothing is predicted of a program without directives. */
#include <stdio.h>
#pragma omp parallel
int main(void)
{
    puts("nothing");
    return 0;
}
