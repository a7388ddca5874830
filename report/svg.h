#ifndef FPREDICT_REPORT_SVG_H
#define FPREDICT_REPORT_SVG_H

/* Pieces of SVG 1.1. Lengths are pixels. */

#include <stdint.h>
#include <stdio.h>

/* A length, in tenths of a pixel and without zeros that say nothing. */
void svg_length(FILE *out, double value);

/* A text, with what XML reads otherwise marked, and what is not UTF-8 replaced. */
void svg_escaped(FILE *out, const char *text);

/* <text class="…">: `anchor` is start, middle or end. */
void svg_text(FILE *out, const char *class, double x, double y, const char *anchor,
              const char *text);

/* About how wide a text of a sans-serif font is. */
double svg_text_width(const char *text, double font_size);

/* A rectangle as a part of a path, to be put into its d="…". */
void svg_path_box(FILE *out, double x, double y, double width, double height);

/* Steps of 1, 2 or 5 times a power of ten, of which at most `most` fit. */
double svg_nice_step(double length, int most);

#endif
