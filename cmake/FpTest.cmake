# fp_test(test_WHAT SOURCES file… [LIBS library…] [ARGS argument…])
#
# A cmocka program, registered with ctest as FOLDER.WHAT and labelled FOLDER, so that
# `ctest -L plan` runs those of one folder. It can use FP_TEST_DIR,
# the folder of the test's own files, and FP_SOURCE_DIR, the repository's root.
function(fp_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS;ARGS")
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE fp_flags fp_warnings ${arg_LIBS} PkgConfig::cmocka)
    target_compile_definitions(${name} PRIVATE
        FP_TEST_DIR="${CMAKE_CURRENT_SOURCE_DIR}"
        FP_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    fp_test_name(title ${name})
    add_test(NAME ${title} COMMAND ${name} ${arg_ARGS})
    fp_test_properties(${title})
endfunction()

# fp_script_test(test_WHAT COMMAND command…)
#
# A test that runs a command, registered as FOLDER.WHAT; it runs in the test's
# build folder.
function(fp_script_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "COMMAND")
    fp_test_name(title ${name})
    add_test(NAME ${title} COMMAND ${arg_COMMAND})
    fp_test_properties(${title})
endfunction()

function(fp_test_name out name)
    get_filename_component(folder ${CMAKE_CURRENT_SOURCE_DIR} NAME)
    string(REGEX REPLACE "^test_" "" what ${name})
    set(${out} ${folder}.${what} PARENT_SCOPE)
endfunction()

# These are begun first, so that no long one is left alone at the end. ctest knows what tests take only where
# they have run before.
set(FP_LONG_TESTS codegen.cases_1 codegen.cases_2 codegen.cases_3 codegen.cases_4 validate.real samples.readmes
    samples.runs training.profile codegen.samples driver.options natural.sendrecv training.measure driver.transparency)

function(fp_test_properties title)
    string(REGEX REPLACE "\\..*" "" folder ${title})
    set_tests_properties(${title} PROPERTIES
        LABELS ${folder} TIMEOUT 600
        # What the person who runs the tests likes is not tested.
        ENVIRONMENT_MODIFICATION "LC_ALL=set:C.UTF-8;COLUMNS=unset:;NO_COLOR=unset:;CLICOLOR_FORCE=unset:"
        ENVIRONMENT "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/leaks.supp:print_suppressions=0")
    if(title IN_LIST FP_LONG_TESTS)
        set_tests_properties(${title} PROPERTIES COST 100)
    endif()
endfunction()
