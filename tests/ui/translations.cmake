# SPDX-License-Identifier: Apache-2.0
# Every word in the sources has its German: collects the words anew beside the stored ones and looks for a gap.
configure_file("${UI}/translations/plenum_de.ts" "${SCRATCH}/plenum_de.ts" COPYONLY)
execute_process(COMMAND "${LUPDATE}" -silent -locations none -no-obsolete -I "${UI}/.."
                        -tr-function-alias QT_TRANSLATE_NOOP+=TRANSLATABLE
                        "${UI}" "${UI}/../plugins" "${UI}/../app/plenum"
                -ts "${SCRATCH}/plenum_de.ts"
                RESULT_VARIABLE failed ERROR_QUIET)
if(failed)
    message(FATAL_ERROR "lupdate failed")
endif()
file(READ "${SCRATCH}/plenum_de.ts" words)
string(REGEX MATCHALL "<source>[^<]*</source>[\n ]*<translation type=\"unfinished\"" gaps "${words}")
if(gaps)
    message(FATAL_ERROR "without German: ${gaps}")
endif()
string(REGEX MATCHALL "<source>" all "${words}")
list(LENGTH all count)
if(count LESS 100)
    message(FATAL_ERROR "only ${count} words found: the sources were not read")
endif()
