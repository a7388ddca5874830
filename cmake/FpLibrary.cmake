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
    else()
        add_library(fp_${folder} INTERFACE)
        target_link_libraries(fp_${folder} INTERFACE fp_flags ${arg_LIBS})
    endif()
endfunction()
