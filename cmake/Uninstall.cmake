# Removes the files that the last installation wrote, and the folders that it leaves empty below
# one named after fpredict:
#
#   cmake -D MANIFEST=BUILD/install_manifest.txt -P Uninstall.cmake
if(NOT EXISTS "${MANIFEST}")
    message(FATAL_ERROR "nothing was installed from this build: '${MANIFEST}' is not there")
endif()
file(STRINGS "${MANIFEST}" files)
set(folders)
foreach(name IN LISTS files)
    set(file "$ENV{DESTDIR}${name}")
    if(EXISTS "${file}" OR IS_SYMLINK "${file}")
        file(REMOVE "${file}")
        message(STATUS "removed ${file}")
    endif()
    cmake_path(GET file PARENT_PATH folder)
    while(folder MATCHES "/fpredict(/|$)")
        list(APPEND folders "${folder}")
        cmake_path(GET folder PARENT_PATH folder)
    endwhile()
endforeach()
list(REMOVE_DUPLICATES folders)
list(SORT folders ORDER DESCENDING) # inner ones first
foreach(folder IN LISTS folders)
    file(GLOB left "${folder}/*")
    if(IS_DIRECTORY "${folder}" AND NOT left)
        file(REMOVE_RECURSE "${folder}")
    endif()
endforeach()
