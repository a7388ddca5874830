/* Keys of references in sources, and how people read them. */

#include <string.h>

#include "sysmodels/model/reference.h"
#include "tests/cmocka_all.h"

static void keys_are_a_name_and_a_year(void **state)
{
    static const char *const good[] = {"dunigan1991", "dunigan1991b", "csep-undated", "top500-1995",
                                       "de-sensi2020"};
    static const char *const bad[] = {
        "",        "1991",      "dunigan",       "Dunigan1991",   "dunigan91",
        "ipsc860", "nodes1024", "dunigan19911",  "dunigan1991ab", "dunigan 1991",
        "undated", "-undated",  "dunigan1991-2", "dunigan_1991"};

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; ++i)
        if (!reference_is_key(good[i], strlen(good[i])))
            fail_msg("'%s' is a key", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
        if (reference_is_key(bad[i], strlen(bad[i])))
            fail_msg("'%s' is no key", bad[i]);
    assert_true(reference_has_year("dunigan1991", "1991"));
    assert_true(reference_has_year("dunigan1991b", "1991"));
    assert_true(reference_has_year("csep-undated", "undated"));
    assert_false(reference_has_year("dunigan1991", "1990"));
    assert_false(reference_has_year("dunigan1991", "undated"));
    assert_false(reference_has_year("csep-undated", "1991"));
}

/* The keys of a source, with a bar behind each. */
static const char *keys_of(arena *a, const char *source)
{
    const char *text = "", *key;
    size_t length;

    for (; (key = reference_next(source, &length)); source = key + length)
        text = arena_printf(a, "%s%.*s|", text, (int)length, key);
    return text;
}

static void keys_are_words_of_their_own(void **state)
{
    static const char *const sources[][2] = {
        {"dunigan1991", "dunigan1991|"},
        {"startup (dunigan1991; csep-undated, CM5): 76", "dunigan1991|csep-undated|"},
        {"after dunigan1991. And sun1999.", "dunigan1991|sun1999|"},
        {"76 + 0.4 n: sun1999's", "sun1999|"},
        {"1 / 2.75 MB/s of 1991, by hand", ""},
        {"http://example.org/dunigan1991/x and dunigan1991.org", ""},
        {"xdunigan1991_b, aDunigan1991", ""},
        {"", ""},
    };
    arena *a = arena_new();

    (void)state;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; ++i)
        assert_string_equal(keys_of(a, sources[i][0]), sources[i][1]);
    arena_free(a);
}

static const char *const one[] = {"Dunigan, T. H."}, *const body[] = {"CSEP"},
                         *const two[] = {"Sarukkai, S.", "Malony, A."},
                         *const three[] = {"van der Steen, A.", "Sun, X.", "IBM"};

static void people_read_authors_and_a_year(void **state)
{
    arena *a = arena_new();
    sag_reference all[] = {
        {.key = "dunigan1991", .authors = one, .author_count = 1, .year = "1991"},
        {.key = "dunigan1991b", .authors = one, .author_count = 1, .year = "1991"},
        {.key = "csep-undated", .authors = body, .author_count = 1, .year = "undated"},
        {.key = "sarukkai1993", .authors = two, .author_count = 2, .year = "1993"},
        {.key = "steen1994", .authors = three, .author_count = 3, .year = "1994"},
    };
    static const char *const labels[] = {"Dunigan 1991", "Dunigan 1991b", "CSEP (undated)",
                                         "Sarukkai and Malony 1993",
                                         "van der Steen and others 1994"};

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        all[i].label = reference_label(a, &all[i]);
        assert_string_equal(all[i].label, labels[i]);
    }
    assert_string_equal(
        reference_readable(a, 5, all,
                           "sarukkai1993, section 4.2, after dunigan1991 (csep-undated)"),
        "Sarukkai and Malony 1993, section 4.2, after Dunigan 1991 (CSEP (undated))");
    assert_string_equal(reference_readable(a, 5, all, "counted by hand"), "counted by hand");
    assert_string_equal(reference_readable(a, 1, all, "nobody1990, and dunigan1991"),
                        "nobody1990, and Dunigan 1991");
    arena_free(a);
}

static void an_entry_has_all_that_is_known(void **state)
{
    arena *a = arena_new();
    sag_reference r = {.key = "steen1994",
                       .authors = three,
                       .author_count = 3,
                       .title = "Machines",
                       .published = "A Report",
                       .year = "1994"};

    (void)state;
    assert_string_equal(reference_entry(a, &r),
                        "A. van der Steen, X. Sun and IBM: Machines. A Report, 1994");
    r.author_count = 2;
    r.authors = two;
    r.pages = "44-53";
    r.doi = "10.1/2";
    r.url = "https://example.org";
    assert_string_equal(reference_entry(a, &r), "S. Sarukkai and A. Malony: Machines. A Report, "
                                                "1994, pp. 44-53, doi:10.1/2, https://example.org");
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_a_name_and_a_year),
        cmocka_unit_test(keys_are_words_of_their_own),
        cmocka_unit_test(people_read_authors_and_a_year),
        cmocka_unit_test(an_entry_has_all_that_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
