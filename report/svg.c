#include "report/svg.h"

#include <math.h>
#include <string.h>

#include "support/utf8.h"

void svg_length(FILE *out, double value)
{
    const double tenths = round(value * 10);
    const long whole = (long)(fabs(tenths) / 10), rest = (long)fmod(fabs(tenths), 10);
    if (tenths < 0)
        fputc('-', out);
    if (rest)
        fprintf(out, "%ld.%ld", whole, rest);
    else
        fprintf(out, "%ld", whole);
}

void svg_escaped(FILE *out, const char *text)
{
    for (size_t left = strlen(text); left;) {
        uint32_t code;
        const size_t size = utf8_decode(text, left, &code);
        if (!size || (code < ' ' && code != '\t') || code == 0xfffe || code == 0xffff)
            fputs("\xef\xbf\xbd", out);
        else if (code == '<' || code == '&' || code == '"')
            fputs(code == '<' ? "&lt;" : code == '&' ? "&amp;" : "&quot;", out);
        else
            fwrite(text, 1, size, out);
        text += size ? size : 1;
        left -= size ? size : 1;
    }
}

void svg_text(FILE *out, const char *class, double x, double y, const char *anchor,
              const char *text)
{
    fprintf(out, "<text class=\"%s\" x=\"", class);
    svg_length(out, x);
    fputs("\" y=\"", out);
    svg_length(out, y);
    fprintf(out, "\" text-anchor=\"%s\">", anchor);
    svg_escaped(out, text);
    fputs("</text>\n", out);
}

double svg_text_width(const char *text, double font_size)
{
    return 0.58 * font_size * utf8_columns(text);
}

void svg_path_box(FILE *out, double x, double y, double width, double height)
{
    fputc('M', out);
    svg_length(out, x);
    fputc(' ', out);
    svg_length(out, y);
    fputc('h', out);
    svg_length(out, width);
    fputc('v', out);
    svg_length(out, height);
    fputc('h', out);
    svg_length(out, -width);
    fputc('z', out);
}

double svg_nice_step(double length, int most)
{
    const double least = length / most, power = pow(10, floor(log10(least)));
    for (int i = 0; i < 3; i++) {
        const double step = power * (i == 0 ? 1 : i == 1 ? 2 : 5);
        if (step >= least * (1 - 1e-9))
            return step;
    }
    return 10 * power;
}
