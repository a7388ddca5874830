#!/usr/bin/env bash
# Programs that read options from their arguments in a loop. What each makes of them is what it
# prints as plain C; what is predicted are the messages of so many sweeps, six each: a halo of one
# row between four processors.
#
#   options.sh FPREDICT CC
set -euo pipefail
fpredict=$1 cc=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0

cat >heat.h <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define N 64
static double u[N][N], v[N][N];
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align u[i][*] with t[i]
#pragma xmp align v[i][*] with t[i]
#pragma xmp shadow u[1][0]
static void sweep(void)
{
#ifdef PLAIN
    static int sweeps;
    fprintf(stderr, "%d\n", ++sweeps);
#endif
#pragma xmp reflect(u)
#pragma xmp loop on t[i]
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < N; j++)
            v[i][j] = 0.5 * (u[i - 1][j] + u[i + 1][j]);
}
END

# same WHAT WORDS: the program of standard input, called with these words, as plain C and predicted.
same() {
    { echo '#include "heat.h"' && cat; } >heat.c
    "$cc" -w -DPLAIN heat.c -o plain
    local words want have
    eval "words=($2)"
    want=$(./plain "${words[@]}" 2>&1 >/dev/null | wc -l)
    have=$("$fpredict" estimate heat.c --arguments "$2" --format json 2>said |
        grep -o '"messages": *[0-9]*' | head -1 | grep -o '[0-9]*$') || true
    [ "${have:-none}" = "$((6 * want))" ] && return
    echo "$1, $2: ${have:-none} messages for $((6 * want))" && head -5 said
    failures=$((failures + 1))
}

# refused WHAT WORDS: nothing tells how often it sweeps.
refused() {
    { echo '#include "heat.h"' && cat; } >heat.c
    "$fpredict" estimate heat.c --arguments "$2" >said 2>&1 || return 0
    echo "$1, $2: predicted" && head -5 said
    failures=$((failures + 1))
}

# never_wrong WHAT WORDS: it is predicted as C has it, or refused.
never_wrong() {
    local program
    program=$(cat)
    { echo '#include "heat.h"' && echo "$program"; } >heat.c
    "$fpredict" estimate heat.c --arguments "$2" >said 2>&1 || return 0
    same "$1" "$2" <<<"$program"
}

in_main='int main(int argc, char **argv)
{
    int steps = 4, i;
    const char *name = "none";
    double dt = 0.5;
    for (i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-n") && i + 1 < argc)
            steps = atoi(argv[++i]);
        else if (strncmp(argv[i], "--steps=", 8) == 0)
            steps = strtol(argv[i] + 8, NULL, 10);
        else if (strcmp(argv[i], "-d") == 0)
            dt = atof(argv[++i]);
        else if (argv[i][0] == 0x2d)
            steps *= 2;
        else
            name = argv[i];
    }
    printf("%s %g\n", name, dt);
    for (int s = 0; s < steps; s++)
        sweep();
}'
for words in '' '-n 7' '--steps=12' '-d 0.25 -n 3 -x' '-x -x name' '-n 3 -n 5 name'; do
    same 'strcmp in main' "$words" <<<"$in_main"
done

moved='int main(int argc, char *argv[])
{
    int steps = 4;
    while (*++argv) {
        if (!strcmp(*argv, "-n"))
            steps = atoi(*++argv);
        else if (**argv == 0x2d)
            steps *= 2;
    }
    for (int s = 0; s < steps; s++)
        sweep();
}'
for words in '' '-n 7' '-x -n 3 -y'; do
    same 'argv moved' "$words" <<<"$moved"
done

both_moved='int main(int argc, char *argv[])
{
    int steps = 4;
    for (argc--, argv++; argc > 0 && argv[0][0] == 0x2d; argc--, argv++)
        if (argv[0][1] == 0x6e) {
            steps = atoi(argv[1]);
            argc--, argv++;
        }
    for (int s = 0; s < steps; s++)
        sweep();
}'
for words in '' '-n 7' '-x -n 3 -y' '-x name -n 2'; do
    same 'argc and argv moved' "$words" <<<"$both_moved"
done

by_letter='static struct { int n, m; } opt = {1, 1};
static int verbose;
static void usage(void)
{
    fprintf(stderr, "usage\n");
    exit(2);
}
static void parse(int argc, char *argv[], int *steps, char **file)
{
    *steps = 2;
    *file = NULL;
    int i = 1;
    while (i < argc && argv[i][0] == 45) {
        switch (argv[i][1]) {
        case 110: /* n */
            *steps = atoi(&argv[i][2]);
            break;
        case 102: /* f */
        case 103:
            *file = argv[++i];
            break;
        case 118:
            verbose++;
            break;
        default:
            usage();
        }
        i++;
    }
}
int main(int argc, char **argv)
{
    int steps;
    char *file;
    parse(argc, argv, &steps, &file);
    if (file != NULL)
        steps = steps + 1;
    for (int s = 0; s < steps + verbose; s++)
        sweep();
}'
# A pointer into a word is no value of strings here: -n5 is read from &argv[i][2].
for words in '' '-v' '-f name' '-v -v -f name' '-g name rest'; do
    same 'switch in a function' "$words" <<<"$by_letter"
done
refused 'usage' '-z' <<<"$by_letter"

getopt='int main(int argc, char **argv)
{
    int c, steps = 3, twice = 0;
    while ((c = getopt(argc, argv, "n:t")) != -1)
        switch (c) {
        case 110:
            steps = atoi(optarg);
            break;
        case 116:
            twice = 1;
            break;
        default:
            return 1;
        }
    if (optind < argc)
        steps += atoi(argv[optind]);
    if (twice)
        steps *= 2;
    for (int s = 0; s < steps; s++)
        sweep();
}'
for words in '' '-n 5' '-n5 -t' '-tn 4' '-t -- 2' '-t 2' '-n 1 6'; do
    same 'getopt' "$words" <<<"$getopt"
done

# What GNU's getopt does otherwise than POSIX': it moves operands, and programs set where it begins.
other_getopt() { # LETTERS BEFORE AFTER
    echo "int main(int argc, char **argv)
{
    int c, steps = 3;
    ${2-};
    while ((c = getopt(argc, argv, \"$1\")) != -1)
        if (c == 110)
            steps = atoi(optarg);
    ${3-};
    for (int s = 0; s < steps; s++)
        sweep();
}"
}
for words in '- -n 5' '- - -n 5' 'a -n 5' '- -- -n 5' '-n 4 - -n 5' '-n 4 -' '-n 4 a -n 5'; do
    for letters in n: +n: -n: :n:; do
        never_wrong "getopt $letters" "$words" < <(other_getopt "$letters")
    done
done
same 'getopt, an operand' '-n 4 -' < <(other_getopt n:)
again='while ((c = getopt(argc, argv, "n:")) != -1) if (c == 110) steps += atoi(optarg)'
for words in '-n 4 -n 5' '-n 4 -n 5 -n 6'; do
    never_wrong 'optind = 3' "$words" < <(other_getopt n: 'optind = 3')
    never_wrong 'optind = 1' "$words" < <(other_getopt n: '' "optind = 1; $again")
    never_wrong 'twice' "$words" < <(other_getopt n: '' "$again")
    never_wrong 'one that stays' "$words" < <(other_getopt n: "for (int i = 1; i < argc; i++)
        if (getopt(argc, argv, \"n:\") != -1) steps += getpid() == 0" '')
done

moving='int main(int argc, char **argv)
{
    int steps = 1;
    while (--argc > 0 && (*++argv)[0] == 45)
        steps += strlen(*argv);
    for (int s = 0; s < steps; s++)
        sweep();
}'
for words in '' '-a' '-a -bcd e -f'; do
    same 'argv moves' "$words" <<<"$moving"
done

members='struct config { int steps; const char *out; };
static struct config cfg = {2, "out"};
static int read_options(struct config *c, int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        const char *word = argv[i];
        if (*word != 45)
            return -1;
        word++;
        if (!strcmp(word, "steps") && i < argc - 1) {
            c->steps = atoi(argv[++i]);
            printf("steps: %d\n", c->steps);
        } else if (!strcmp(word, "out"))
            c->out = argv[++i];
    }
    return 0;
}
int main(int argc, char **argv)
{
    if (read_options(&cfg, argc, argv) != 0) {
        fprintf(stderr, "usage\n");
        return 1;
    }
    for (int s = 0; s < cfg.steps; s++)
        sweep();
}'
for words in '-steps 6' '-out name -steps 3'; do
    same 'a member' "$words" <<<"$members"
done

# What is read later through a pointer only: taken before the loop, in an initialiser, elsewhere.
configured='struct cfg { int n, m; };
static struct cfg conf = {10, 2};
static void set(int argc, char **argv, struct cfg *c)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "-n"))
            c->n = atoi(argv[++i]);
}'
in_loop='for (int i = 1; i < argc; i++) if (!strcmp(argv[i], "-n")) '
for words in '' '-n 7'; do
    same 'a pointer of the file' "$words" <<<"$configured
static struct cfg *at = &conf;
int main(int argc, char **argv)
{
    $in_loop conf.n = atoi(argv[++i]);
    for (int s = 0; s < at->n; s++)
        sweep();
}"
    for set in 'struct cfg c = {10, 2}, *g = &c; set(argc, argv, g)' \
        'struct cfg c = {10, 2}, *g = &c; set(argc, argv, &c)' \
        'struct cfg c, *g = &c; c.n = 10; set(argc, argv, g)' \
        'struct cfg *const g = &conf; set(argc, argv, &conf)' \
        "struct cfg c = {10, 2}, *g = &c; $in_loop g->n = atoi(argv[++i])" \
        "struct cfg c, *g = &c; c.n = 10; $in_loop g->n = atoi(argv[++i])" \
        "struct cfg c = {10, 2}, *g = &c; $in_loop c.n = atoi(argv[++i])"; do
        never_wrong "$set" "$words" <<<"$configured
int main(int argc, char **argv)
{
    $set;
    for (int s = 0; s < g->n; s++)
        sweep();
}"
    done
done

# Arithmetic of unsigned types wraps; what the words tell of it is C's, or nothing.
for set in 'unsigned u = atoi(argv[i]); if (u - 5 > 0) n = 7' 'if (strlen(argv[i]) - 3 > 10) n = 7' \
    'unsigned u = 7; if (-u > 5) n = 7' 'unsigned u = 7; if (~u > 5) n = 7' \
    'int k = -6; k /= 2u; if (k > 0) n = 7' 'unsigned char c = 250; c += 10; if (c < 10) n = 7' \
    'unsigned u = 0; if (--u > 5) n = 7' 'unsigned u = 0; u--; if (u > 5) n = 7' \
    'int k = 5; k -= 7u; if (k < 0) n = 7' 'unsigned u = 1; u -= 2; if (u > 5) n = 7' \
    'double d = 7; d /= 2; n = 2 * d' 'int k = 7; k *= 1.5; n = k' \
    'unsigned u = -1; switch (u) { case -1: n = 7; }' 'n = atoi(argv[i]) ?: 7'; do
    for words in 3 ab; do
        never_wrong "$set" "$words" <<<"int main(int argc, char **argv)
{
    int n = 2;
    for (int i = 1; i < argc; i++) {
        $set;
    }
    for (int s = 0; s < n; s++)
        sweep();
}"
    done
done
same 'unsigned numbers that fit' '9 6' <<'END'
int main(int argc, char **argv)
{
    unsigned n = 2;
    for (int i = 1; i < argc; i++) {
        unsigned u = atoi(argv[i]);
        if (u - 5 < 10 || u > 5u)
            n += (u - 4) * 2u;
        n <<= 1;
    }
    for (unsigned s = 0; s < n; s++)
        sweep();
}
END

# What shares its memory, or is a part of a byte, or others change.
for have in 'union { int n, m; } c; c.n = 2; if (k > 9) c.n = 3; c.m = k; n = c.n' \
    'union { int n; char m[4]; } c, *g = &c; g->n = 2; g->m[0] = k; n = g->n' \
    'struct { union { int n, m; }; } c; c.n = 2; if (k > 9) c.n = 3; c.m = k; n = c.n' \
    'struct { unsigned n : 2, m : 6; } c; c.n = k; n = c.n' \
    'struct { int n : 3; } c, *g = &c; g->n = k; n = c.n + 8' \
    'int m = k + 256; n = *(unsigned char *)&m' \
    'int m = 1; *(char *)&m = k; n = m' 'n = *(short *)argv[i] % 9'; do
    never_wrong "$have" 6 <<<"int main(int argc, char **argv)
{
    int n = 3;
    for (int i = 1; i < argc; i++) {
        int k = atoi(argv[i]);
        $have;
    }
    for (int s = 0; s < n; s++)
        sweep();
}"
done
refused 'a volatile member' 6 <<'END'
int main(int argc, char **argv)
{
    struct { volatile int n; } c;
    for (int i = 1; i < argc; i++)
        c.n = atoi(argv[i]);
    for (int s = 0; s < c.n; s++)
        sweep();
}
END

# What is stored in a word, or through a pointer, before the loop.
for before in 'argv[1] = "9"' 'argv[1][0] = 57' 'strtok(argv[1], ",")' '*argv[1] = 57' \
    'char **w = argv; w[1] = "9"' 'char *w = argv[1]; w[0] = 57' 'char *w = argv[1]; ++*w' \
    'char *w = argv[1]; strcpy(w, "9")' 'memset(argv[1], 57, 1)' 'sprintf(argv[1], "%d", 9)' \
    'change(argv)' 'change_word(argv[1])' 'char *w = argv[1]; change_word(w)' \
    'kept = argv; change_kept()' 'kept = &argv[0]; change_kept()' 'argv[1]++' \
    'int *at = &k; sscanf("8", "%d", at)' 'int *at = &k; memset(at, 0, 4)' \
    'sscanf("8", "%d", &k)' 'struct { int k; } c = {1}; c.k = 3; sscanf("8", "%d", &c.k); k = c.k'; do
    added=0
    [[ $before == *sscanf* || $before == *'&k'* ]] && added=k
    never_wrong "$before" 3,5 <<<"static char **kept;
static void change_word(char *word)
{
    word[0] = 57;
}
static void change(char **words)
{
    if (getpid() > 0)
        words[1] = \"9\";
}
static void change_kept(void)
{
    if (getpid() > 0)
        kept[1] = \"9\";
}
int main(int argc, char **argv)
{
    int n = 2, k = 5;
    $before;
    for (int i = 1; i < argc; i++)
        n = argv[i][0] - 48 + strlen(argv[i]) + $added;
    for (int s = 0; s < n; s++)
        sweep();
}"
done
for before in 'printf("%s\n", argv[0])' 'int rank = 0; sscanf("8", "%d", &rank)' 'fflush(stdout)' \
    'char name[9]; strcpy(name, "host")'; do
    same "$before" 3,5 <<<"int main(int argc, char **argv)
{
    int n = 2, k = 5;
    $before;
    for (int i = 1; i < argc; i++)
        n = argv[i][0] - 48 + strlen(argv[i]) + (k > 3);
    for (int s = 0; s < n; s++)
        sweep();
}"
done

# A loop that does not end is left as it is.
cat >endless.c <<'END'
int main(int argc, char **argv)
{
    for (int i = argc;;) {
    }
}
END
ended=0
timeout 60 "$fpredict" estimate endless.c --arguments 3 >said 2>&1 || ended=$?
[ "$ended" != 124 ] || { echo "endless" && head -5 said && failures=$((failures + 1)); }

# What the loop leaves unknown stays unknown: the file decides, and what it sets twice is the last.
refused 'a file' '-n 3' <<'END'
int main(int argc, char **argv)
{
    int steps = 2;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "-n") && getchar() == 'y')
            steps = atoi(argv[++i]);
    for (int s = 0; s < steps; s++)
        sweep();
}
END
# A directive in the loop: it is executed there.
refused 'a directive' '-n 3' <<'END'
int main(int argc, char **argv)
{
    int steps = 2;
    for (int i = 1; i < argc; i++) {
#pragma xmp barrier
        if (!strcmp(argv[i], "-n"))
            steps = atoi(argv[++i]);
    }
    for (int s = 0; s < steps; s++)
        sweep();
}
END

# Without --arguments a loop over them has no words: one hint does, and the assumption is named.
{ echo '#include "heat.h"' && cat <<<"$in_main"; } >heat.c
have=$("$fpredict" estimate heat.c --set steps=9 --format json 2>said |
    grep -o '"messages": *[0-9]*' | head -1 | grep -o '[0-9]*$') || true
[ "${have:-none}" = 54 ] || { echo "--set alone: ${have:-none} messages for 54" && head -5 said && failures=$((failures + 1)); }
"$fpredict" estimate heat.c --set steps=9 >said 2>&1 || true
grep -q 'trip@7 = 0 no words without' said || { echo "the assumption is not named" && cat said && failures=$((failures + 1)); }
cat >heat.c <<'END'
#include "heat.h"
static void parse(int argc, char **argv, int *steps)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "-n"))
            *steps = atoi(argv[++i]);
}
int main(int argc, char **argv)
{
    int steps;
    parse(argc, argv, &steps);
    for (int s = 0; s < steps; s++)
        sweep();
}
END
"$fpredict" estimate heat.c >said 2>&1 && { echo "predicted without words" && failures=$((failures + 1)); }
grep -q "say --set steps=VALUE .*, or --arguments 'WORDS'" said || { echo "what to say" && cat said && failures=$((failures + 1)); }

cat >heat.c <<'END'
#include "heat.h"
int main(int argc, char **argv)
{
    int n = 2;
    while (--argc)
        n += 2;
    for (int s = 0; s < n; s++)
        sweep();
}
END
"$fpredict" estimate heat.c >said 2>&1 && { echo "argc is known" && failures=$((failures + 1)); }
grep -q "'argc'; say --set argc=VALUE .*, or --arguments 'WORDS'" said || { echo "argc" && cat said && failures=$((failures + 1)); }

exit $((failures > 0))
