/* hello-c: the small ordinary C program that the start benchmark starts. */
#include <stdio.h>

int main(void) {
    return puts("hello from a partition") < 0;
}
