// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/options.h"

#include "core/runtime/net/resolver.h"

#include <CLI/CLI.hpp>

namespace plenum::app {

std::variant<Options, Answered> parse_options(int argc, const char* const* argv) {
    Options options;
    CLI::App parser{"plenumd: the relay of Plenum conferences", "plenumd"};
    parser.add_option("--config", options.config_file, "Configuration file (TOML)");
    parser.add_option("--listen", options.listen, "Where to listen, UDP HOST:PORT (default 0.0.0.0:7700)");
    parser.add_option("--data", options.data,
                      "Folder of the relay's key and conferences (default: ~/.local/state/plenum/plenumd)");
    parser.add_flag("--check-config", options.check_config, "Tell the mistakes of the configuration file and end");
    parser.add_flag("--json", options.json, "Report and log in JSON, one object a line");
    parser
        .add_option("--repair-map", options.repair_map,
                    "Draw the /repairs.json of several relays, saved in these files, as one SVG picture and end")
        ->type_name("FILE");
    parser.footer("Options win over the file. SIGHUP reads it again, SIGTERM ends for a restart (people stay and come "
                  "back), SIGINT ends for good.\nExit status: 0 success, 1 failure, 2 wrong usage.");
    parser.set_version_flag("--version", "plenumd " PLENUM_VERSION);
    try {
        parser.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        return Answered{0, parser.help()};
    } catch (const CLI::CallForVersion& version) {
        return Answered{0, std::string{version.what()} + "\n"};
    } catch (const CLI::ParseError& error) {
        return Answered{2, "plenumd: " + std::string{error.what()} + ". See plenumd --help.\n"};
    }
    if (options.config_file && options.config_file->empty())
        return Answered{2, "plenumd: --config: no file is named. See plenumd --help.\n"};
    if (options.data && !options.data->empty()) {
        std::error_code error;
        options.data = std::filesystem::absolute(*options.data, error);
        if (error)
            return Answered{2, "plenumd: --data: the folder that this runs in is gone (" + error.message() +
                                   "); name the folder from / on.\n"};
    }
    if (options.listen) {
        if (const auto where = runtime::parse_host_port(*options.listen); !where)
            return Answered{2, "plenumd: --listen: " + where.error() + "\n"};
    }
    return options;
}

} // namespace plenum::app
