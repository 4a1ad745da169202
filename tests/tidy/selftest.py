#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each check of tidy must find a fault planted for it, and must pass the same text without the fault."""

import sys
import unittest

import checks_classes
import checks_code
import checks_text
import tidy
from functions import UnbalancedBraces, functions
from source import Source, Tree

HEADER = "// SPDX-License-Identifier: Apache-2.0\n#pragma once\n"
CPP = "// SPDX-License-Identifier: Apache-2.0\n"
BODY = "    work();\n"


def found(check, files):
    return [(path, line) for path, line, _ in check(Tree.of(files))]


def measure(text):
    return [(function.name, function.lines) for function in functions(Source("a.cpp", text).statements)]


def long_function(lines, signature="void f()"):
    return CPP + signature + " {\n" + BODY * (lines - 2) + "}\n"


def class_of(functions, data):
    return HEADER + "class A {\n" + "".join(f"    void f{i}();\n" for i in range(functions)) + \
        "".join(f"    int d{i};\n" for i in range(data)) + "};\n"


def spread_over(files):
    return {f"core/base/a{i}.cpp": CPP + "void A::f0() {}\n" for i in range(files)} | {"core/base/a.h": class_of(1, 0)}


# check → (files with a fault at (path, line), the same without).
PLANTED = {
    "file_lines": [
        ({"core/base/a.cpp": CPP + "\n" * 500}, {"core/base/a.cpp": CPP + "\n" * 499}),
        ({"ui/A.qml": CPP + "\n" * 300}, {"ui/A.qml": CPP + "\n" * 299}),
    ],
    "function_lines": [
        ({"core/base/a.cpp": long_function(71)}, {"core/base/a.cpp": long_function(70)}),
        ({"core/base/a.cpp": long_function(71, "TEST(Suite, name)")}, {"core/base/a.cpp": long_function(70)}),
        ({"a.py": "def f():\n" + "    g()\n" * 70}, {"a.py": "def f():\n" + "    g()\n" * 69}),
    ],
    "class_sizes": [
        ({"core/base/a.h": class_of(31, 0)}, {"core/base/a.h": class_of(30, 0)}),
        ({"core/base/a.h": class_of(1, 16)}, {"core/base/a.h": class_of(1, 15)}),
        (spread_over(3), spread_over(2)),
        ({"ui/a.h": class_of(31, 0)}, {"ui/a.h": class_of(31, 0) + "// Q_PROPERTY(int x READ f0)\n"}),
    ],
    "bare_numbers": [
        ({"core/base/a.h": HEADER + "void f(int a, A b, std::uint64_t c = 3);\n"},
         {"core/base/a.h": HEADER + "void f(std::map<int, int> a, Index b, base::Duration c = {});\n"}),
        ({"ui/port/a.h": HEADER + "class A {\n  public:\n    void f(std::size_t);\n};\n"},
         {"ui/port/a.h": HEADER + "class A {\n  private:\n    void f(std::size_t);\n};\n"}),
    ],
    "braces": [({"core/base/a.cpp": CPP + "void f() {\n"}, {"core/base/a.cpp": CPP + "void f() {}\n"})],
    "line_columns": [({"core/base/a.cpp": "x" * 121}, {"core/base/a.cpp": "x" * 120})],
    "spdx": [
        ({"core/base/a.cpp": "int x;\n"}, {"core/base/a.cpp": CPP}),
        ({"scripts/a": "#!/bin/sh\ntrue\n"}, {"scripts/a": "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n"}),
    ],
    "pragma_once": [
        ({"core/base/a.h": CPP}, {"core/base/a.h": HEADER}),
        ({"core/base/a.h": HEADER + "#ifndef A\n#define A\n#endif\n"}, {"core/base/a.h": HEADER}),
    ],
    "white_space": [
        ({"a.md": "text \n"}, {"a.md": "text\n"}),
        ({"a.cpp": "\tint x;\n"}, {"a.cpp": "    int x;\n"}),
        ({"a.md": "text"}, {"a.md": "text\n"}),
        ({"a.md": "text\n\n"}, {"a.md": "text\n"}),
    ],
    "unfinished": [({"a.cpp": "// TO" "DO: more\n"}, {"a.cpp": "// to do with time\n"})],
    "machine_paths": [
        ({"a.py": "open('/ho" "me/someone/x')\n"}, {"a.py": "open(root / 'home/x')\n"}),
        ({"a.md": "see https://arti" "factory.example/x\n"}, {"a.md": "see https://www.rfc-editor.org/rfc/rfc9605\n"}),
    ],
    "switched_off": [
        ({"a.cpp": "GTEST_SKIP();\n"}, {"a.cpp": 'GTEST_SKIP() << "no sound card";\n'}),
        ({"a.cpp": "TEST(A, DIS" "ABLED_b) {}\n"}, {"a.cpp": "TEST(A, b) {}\n"}),
        ({"a.cpp": "QSKIP(reason);\n"}, {"a.cpp": 'QSKIP("no display");\n'}),
    ],
    "readmes": [
        ({"core/x/a.cpp": CPP}, {"core/x/a.cpp": CPP, "core/x/README.md": "# x\n"}),
        ({"core/x/a.cpp": CPP, "core/README.md": "# core\n"},
         {"tests/unit/x/a_test.cpp": CPP, "tests/unit/README.md": "# unit\n"}),
    ],
    "theme_colours": [
        ({"ui/qml/A.qml": 'color: "#22252f"\n'}, {"ui/qml/Theme.qml": 'readonly property color a: "#22252f"\n'}),
        ({"ui/qml/A.qml": 'color: "white"\n'}, {"ui/qml/A.qml": 'color: "transparent"\n'}),
    ],
    "direction": [
        ({"core/base/a.cpp": '#include "core/wire/b.h"\n'}, {"core/wire/a.cpp": '#include "core/base/b.h"\n'}),
        ({"core/link/a.cpp": '#include "core/log/b.h"\n'}, {"core/node/a.cpp": '#include "core/log/b.h"\n'}),
        ({"core/sched/a.cpp": '#include "core/crypto/b.h"\n'}, {"core/link/a.cpp": '#include "core/crypto/b.h"\n'}),
        ({"media/a.cpp": '#include "core/node/b.h"\n'}, {"media/a.cpp": '#include "core/base/b.h"\n'}),
        ({"ui/a.cpp": '#include "media/mixer.h"\n'}, {"ui/a.cpp": '#include "media/frame.h"\n'}),
        ({"core/new/a.cpp": CPP, }, {"core/log/a.cpp": CPP}),
    ],
    "include_from_root": [
        ({"core/base/a.cpp": '#include "b.h"\n', "core/base/b.h": HEADER},
         {"core/base/a.cpp": '#include "core/base/b.h"\n', "core/base/b.h": HEADER}),
        ({"core/base/a.cpp": "#include <core/base/b.h>\n", "core/base/b.h": HEADER},
         {"core/base/a.cpp": "#include <vector>\n"}),
    ],
    "third_party": [
        ({"core/link/a.cpp": "#include <sodium.h>\n"}, {"core/crypto/a.cpp": "#include <sodium.h>\n"}),
        ({"core/tree/a.cpp": "#include <isa-l/erasure_code.h>\n"},
         {"core/tree/fec/a.cpp": "#include <isa-l/erasure_code.h>\n"}),
        ({"app/plenumd/a.cpp": "#include <gst/gst.h>\n"}, {"media/a.cpp": "#include <gst/gst.h>\n"}),
        ({"core/client/a.cpp": "#include <portaudio.h>\n"}, {"media/a.cpp": "#include <portaudio.h>\n"}),
        ({"app/call/a.cpp": "#include <opencv2/core.hpp>\n"}, {"media/a.cpp": "#include <opencv2/core.hpp>\n"}),
        ({"media/a.cpp": "#include <QObject>\n"}, {"app/plenum/a.cpp": "#include <QObject>\n"}),
        ({"core/node/a.cpp": "#include <sys/socket.h>\n"}, {"core/runtime/a.cpp": "#include <sys/socket.h>\n"}),
        ({"core/client/a.cpp": "#include <asio/ip/udp.hpp>\n"}, {"core/runtime/a.cpp": "#include <asio.hpp>\n"}),
        ({"core/log/a.cpp": "#include <fmt/core.h>\n"}, {"core/client/a.cpp": "#include <fmt/core.h>\n"}),
        ({"core/base/a.cpp": "#include <gtest/gtest.h>\n"}, {"tests/unit/a.cpp": "#include <gtest/gtest.h>\n"}),
        ({"core/runtime/a.cpp": "#include <curl/curl.h>\n"}, {"app/plenumd/a.cpp": "#include <curl/curl.h>\n"}),
        ({"core/runtime/a.cpp": "#include <prometheus/counter.h>\n"},
         {"app/plenumd/a.cpp": "#include <prometheus/counter.h>\n"}),
    ],
    "unordered_iteration": [
        ({"core/log/a.cpp": "std::unordered_map<int, std::vector<int>> table;\nfor (auto& x : table) f(x);\n"},
         {"core/log/a.cpp": "std::map<int, std::vector<int>> table;\nfor (auto& x : table) f(x);\n"}),
        ({"core/log/a.h": "std::unordered_set<int> ids_;\n",
          "core/log/a.cpp": "void f() { for (auto x : ids_) g(x); }"},
         {"core/log/a.h": "std::unordered_set<int> ids_;\n", "core/log/a.cpp": "void f() { ids_.contains(3); }"}),
    ],
    "enum_zero": [
        ({"core/base/a.h": "enum class A : int { none, one };\n"},
         {"core/base/a.h": "enum class A : int { one = 1 };\n"}),
        ({"core/base/a.h": "enum class A { none = 0, one };\n"}, {"core/base/a.h": "enum class A { one = 1, two };\n"}),
    ],
    "repeater_in_layout": [
        ({"ui/qml/A.qml": "RowLayout {\n    Repeater {\n    }\n}\n"},
         {"ui/qml/A.qml": "Row {\n    Repeater {\n    }\n}\n"}),
        ({"ui/qml/A.qml": "GridLayout {\n    Item {\n    }\n    Repeater {\n    }\n}\n"},
         {"ui/qml/A.qml": "GridLayout {\n    Flow {\n        Repeater {\n        }\n    }\n}\n"}),
    ],
    "floor_style_ids": [
        ({"plugins/floor/a.cpp": 'style_of<Queue>("queue", "A", "B.");\n', f"ui/a.{suffix}": 'if (id === "queue")\n'},
         {"plugins/floor/a.cpp": 'style_of<Queue>("queue", "A", "B.");\n', f"ui/a.{suffix}": 'if (id === "other")\n'})
        for suffix in ("cpp", "qml")
    ],
    "components_tested": [
        ({"ui/qml/components/Pill.qml": CPP, "tests/ui/tst_a.qml": "Pills {}\n"},
         {"ui/qml/components/Pill.qml": CPP, "tests/ui/tst_a.qml": "Pill {}\n"}),
    ],
    "sleeps": [({"tests/unit/a.cpp": "std::this_thread::sleep_for(1s);\n"},
                {"tests/unit/a.cpp": "world.run_for(1s);\n"})],
}

# rule of direction.toml → (path, code that breaks it, code that does not).
FORBIDDEN = {
    "clock": ("core/link/a.cpp", "auto t = std::chrono::steady_clock::now();", "auto t = now; // not steady_clock"),
    "thread": ("core/node/a.cpp", "std::mutex lock;", 'auto name = "std::mutex";'),
    "entropy": ("core/crypto/a.cpp", "crypto_sign_keypair(p, s);", "crypto_sign_seed_keypair(p, s, seed);"),
    "file or terminal": ("core/log/a.cpp", "std::ofstream out;", "std::fprintf(stderr, text);"),
    "distribution": ("core/runtime/a.cpp", "std::uniform_int_distribution<int> d;", "random.below(6);"),
    "pointer key": ("core/sched/a.cpp", "std::map<Peer*, int> peers;", "std::map<int, Peer*> peers;"),
    "unspecified hash": ("core/flow/a.cpp", "auto h = std::hash<int>{}(3);", "std::unordered_map<int, int> table;"),
    "floating point": ("core/log/a.cpp", "double share = 0.5;", "std::uint32_t share_permille = 500;"),
    "exception": ("core/wire/a.cpp", "throw Error{};", "return std::unexpected{error};"),
    "hand-kept count": ("core/log/a.h", "inline constexpr std::size_t refusal_count = 21;",
                        "static constexpr int slot_count = 30;"),
    "feature switch": ("core/wire/a.cpp", "#ifdef FAST\n#endif\n", "#define CHECK(x)\n"),
}

# text → functions with their lines.
MEASURED = [
    ("int f(int x) {\n    return x;\n}\n", [("f", 3)]),
    ("namespace a {\nclass B {\n  public:\n    B() : x_{1}, y_(2) {\n    }\n    int x_{3};\n};\n}\n", [("B", 2)]),
    ("A::A(std::vector<int> v)\n    : base{v}, values_{std::move(v)},\n      size_{3} {\n    go();\n}\n",
     [("A::A", 5)]),
    ("template <class T> requires std::integral<T>\nauto f(T t) -> std::optional<T> {\n    return t;\n}\n", [("f", 4)]),
    ("TEST(Suite, name) {\n    run([] {\n        go();\n    });\n}\n", [("TEST", 5)]),
    ("int f() {\n    struct L {\n        int g() { return 1; }\n    };\n    return L{}.g();\n}\n", [("f", 6)]),
    ("constexpr std::array<int, 2> table = {{1, 2}};\nint g() const noexcept(true) {\n}\n", [("g", 2)]),
    ("const auto go = [](int x) {\n    return x;\n};\n", [("lambda", 3)]),
    ("struct S final : public B<int(int)> {\n    explicit operator bool() const { return true; }\n};\n",
     [("operator bool", 1)]),
    ("bool operator==(const A& a, const A& b) {\n    return true;\n}\n", [("operator==", 3)]),
    ("void operator()(int x) const\n{\n}\n", [("operator()", 3)]),
    ("class W : public QObject {\n    Q_OBJECT\n  public:\n    explicit W(QObject* p) : QObject(p) {\n    }\n};\n",
     [("W", 2)]),
    ("enum class E : std::uint8_t { a = 1, b };\nvoid f(E e = {}, int n = 1'000) {\n}\n", [("f", 2)]),
    ('const char* text = "{";\nchar c = \'{\';\nauto raw = R"x({{)x";\nvoid f() {\n}\n', [("f", 2)]),
    ("#define OPEN {\n#define LONG(x) \\\n    if (x) {\nvoid f() {\n}\n", [("f", 2)]),
    ('extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {\n    return 0;\n}\n',
     [("LLVMFuzzerTestOneInput", 3)]),
    ('extern "C" {\nvoid f() {\n}\n}\n', [("f", 2)]),
    ("static const Row rows[] = {\n    {1, [](int a) { return a; }},\n    {2, {}},\n};\nvoid f() {\n}\n",
     [("lambda", 1), ("f", 2)]),
    ("struct A {\n    std::vector<int> v{1, 2};\n    std::function<void()> f = [] {};\n    void g() {\n    }\n};\n",
     [("lambda", 1), ("g", 2)]),
]


class Planted(unittest.TestCase):
    def test_every_check_has_a_planted_fault(self):
        planted = set(PLANTED) | {"forbidden"}
        self.assertEqual({check.__name__ for check in tidy.CHECKS}, planted)
        self.assertEqual({rule["name"] for rule in checks_code.RULES["forbidden"]}, set(FORBIDDEN))

    def test_planted_faults_are_found_and_clean_text_passes(self):
        for check in tidy.CHECKS:
            for number, (faulty, clean) in enumerate(PLANTED.get(check.__name__, [])):
                with self.subTest(check=check.__name__, number=number):
                    self.assertTrue(found(check, faulty))
                    self.assertFalse(found(check, clean))

    def test_forbidden(self):
        for name, (path, faulty, clean) in FORBIDDEN.items():
            with self.subTest(rule=name):
                self.assertEqual(found(checks_code.forbidden, {path: "\n" + faulty}), [(path, 2)])
                self.assertEqual(found(checks_code.forbidden, {path: clean}), [])
                self.assertEqual(found(checks_code.forbidden, {"app/plenumd/a.cpp": faulty}), [])

    def test_larger_classes_only_shrink(self):
        def told(functions, allowed, name="A"):
            return [words for _, _, words in checks_classes.class_sizes(
                Tree.of({"core/base/a.h": class_of(functions, 0), "core/CMakeLists.txt": ""}), {name: allowed})]
        self.assertEqual(told(40, [40, 0, 0]), [])
        self.assertRegex(told(41, [40, 0, 0])[0], "A has")
        self.assertRegex(told(39, [40, 0, 0])[0], "shrank")
        self.assertRegex(told(3, [40, 0, 0], "Gone")[0], "no class any more")

    def test_every_third_party_rule_has_a_planted_fault(self):
        faulty = [message for files, _ in PLANTED["third_party"]
                  for _, _, message in checks_code.third_party(Tree.of(files))]
        for rule in checks_code.RULES["third_party"]:
            if rule["name"] not in ("SQLite", "CLI11"):
                self.assertTrue(any(rule["name"] in message for message in faulty), rule["name"])


class Functions(unittest.TestCase):
    def test_extents(self):
        for text, expected in MEASURED:
            with self.subTest(text=text):
                self.assertEqual(measure(text), expected)

    def test_unbalanced(self):
        for text in ("}\n", "void f() {\n"):
            with self.assertRaises(UnbalancedBraces):
                measure(text)

    def test_places(self):
        faults = found(checks_text.function_lines, {"core/base/a.cpp": "int x;\n" + long_function(80)})
        self.assertEqual(faults, [("core/base/a.cpp", 3)])


if __name__ == "__main__":
    sys.exit(unittest.main())
