# SPDX-License-Identifier: Apache-2.0
# sodium_init, which opens the system's entropy, is called by initialise.cpp alone, and nothing else in the archive
# calls that, so core does not link it. What no archive of core may ask for at all, tests/tidy (core_purity) says.
execute_process(COMMAND "${NM}" --undefined-only "${ARCHIVE}" OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE ";" "," listing "${listing}")
string(REPLACE "\n" ";" lines "${listing}")
set(member "")
set(callers "")
foreach(line IN LISTS lines)
    if(line MATCHES "^(.*\\.o):$")
        set(member "${CMAKE_MATCH_1}")
    elseif(line MATCHES " U (sodium_init|.*plenum6crypto10initialise.*)$")
        list(APPEND callers "${member}")
    endif()
endforeach()
if(NOT callers MATCHES "^initialise\\.cpp\\.o$")
    message(SEND_ERROR "sodium_init is called by: ${callers}")
endif()
