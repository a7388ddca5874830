# What every target of the project is compiled with.
add_library(fp_flags INTERFACE)
target_include_directories(fp_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(fp_flags INTERFACE _XOPEN_SOURCE=700)
if(FPREDICT_ARENA_SEPARATE)
    target_compile_definitions(fp_flags INTERFACE FPREDICT_ARENA_SEPARATE)
endif()
if(FPREDICT_SANITIZE)
    set(sanitize -fsanitize=${FPREDICT_SANITIZE} -fno-sanitize-recover=all
                 -fno-omit-frame-pointer)
    target_compile_options(fp_flags INTERFACE ${sanitize})
    target_link_options(fp_flags INTERFACE ${sanitize})
endif()

add_library(fp_warnings INTERFACE)
target_compile_options(fp_warnings INTERFACE
    -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wswitch-enum
    $<$<BOOL:${FPREDICT_WERROR}>:-Werror>)

# An evaluation calls across the files of these folders millions of times. Their objects
# carry machine code and, beside it, what the linker can optimize over all of them. A program
# with the property OPTIMIZED_LINK is linked from the latter; the many tests are not, since
# each link takes seconds.
set(FP_EVALUATION_FOLDERS support program aag sysmodels estimator)
list(JOIN FP_EVALUATION_FOLDERS "|" evaluation)
set(optimizes_links $<AND:$<CONFIG:Release>,$<C_COMPILER_ID:GNU>>)
set(fat_objects "$<${optimizes_links}:-flto=auto;-ffat-lto-objects>")
set(is_optimized $<AND:$<BOOL:${FPREDICT_OPTIMIZED_LINK}>,$<BOOL:$<TARGET_PROPERTY:OPTIMIZED_LINK>>>)
target_link_options(fp_flags INTERFACE
    $<${optimizes_links}:$<IF:${is_optimized},-flto=auto,-fno-lto>>)

# fp_library(FOLDER [SOURCES file…] [LIBS library…])
#
# The static library fp_FOLDER, and the libraries that its folder may use. A
# folder without sources is one of headers only.
function(fp_library folder)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS")
    if(arg_SOURCES)
        add_library(fp_${folder} STATIC ${arg_SOURCES})
        target_link_libraries(fp_${folder} PUBLIC fp_flags ${arg_LIBS} PRIVATE fp_warnings)
        target_compile_options(fp_${folder} PRIVATE $<$<CONFIG:Release>:-O3>)
        if(folder MATCHES "^(${evaluation})(_|$)")
            target_compile_options(fp_${folder} PRIVATE "${fat_objects}")
        endif()
    else()
        add_library(fp_${folder} INTERFACE)
        target_link_libraries(fp_${folder} INTERFACE fp_flags ${arg_LIBS})
    endif()
endfunction()
