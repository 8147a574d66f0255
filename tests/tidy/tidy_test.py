#!/usr/bin/env python3
"""Breaks a small tree in each way that tidy.py must see, and expects the file and the line."""
import os
import tempfile
import unittest

import tidy

CMAKE = """
studio_module(engine_cards DIRS engine/cards EDGES)
studio_module(engine DIRS engine/core engine/pok_deng EDGES engine_cards)
  studio_module(proto_codec DIRS proto/codec EDGES proto_messages engine)
  studio_module(recognition_vision DIRS recognition/vision EDGES engine_cards opencv)
  studio_module(studio_journal DIRS studio/journal
                               EDGES proto_codec PkgConfig::sqlite3)
"""
CLEAN = "#pragma once\n"


class TidyTest(unittest.TestCase):
    def found(self, *names, **files):
        """Findings in a tree of these files ("__" stands for "/", and the last "_" for the dot)."""
        with tempfile.TemporaryDirectory() as root:
            files = {path.replace("__", "/")[::-1].replace("_", ".", 1)[::-1]: text for path, text in files.items()}
            for path, text in {"CMakeLists.txt": CMAKE, "engine/cards/card.h": CLEAN, "engine/core/event.h": CLEAN, **files}.items():
                os.makedirs(os.path.dirname(os.path.join(root, path)) or root, exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(text)
            return tidy.findings(root, names)

    def assert_at(self, place, found):
        self.assertTrue(found and found[0].startswith(place + ": "), f"expected one at {place}, got {found}")
        self.assertEqual(len(found), 1, found)

    def test_allows_what_the_graph_allows(self):
        self.assertEqual([], self.found("graph", "purity", "style", "text", studio__journal__a_cpp='#include "engine/cards/card.h"\n#include <sqlite3.h>\n#include <mutex>\n'))

    def test_recognition_never_includes_a_rule(self):
        self.assert_at("recognition/vision/a.cpp:2", self.found("graph", recognition__vision__a_cpp='#include <vector>\n#include "engine/core/event.h"\n'))

    def test_the_engine_never_includes_a_message(self):
        self.assert_at("engine/core/a.cpp:1", self.found("graph", engine__core__a_cpp="#include <google/protobuf/message.h>\n"))

    def test_a_library_needs_an_edge_of_the_module_itself(self):
        self.assert_at("studio/journal/a.cpp:1", self.found("graph", studio__journal__a_cpp='#include "studio/v1/feed.pb.h"\n'))
        self.assert_at("recognition/vision/a.cpp:1", self.found("graph", recognition__vision__a_cpp="#include <zmq.hpp>\n"))
        self.assertEqual([], self.found("graph", recognition__vision__a_cpp="#include <opencv2/core.hpp>\n"))

    def test_an_unknown_library_is_named(self):
        self.assert_at("studio/journal/a.cpp:1", self.found("graph", studio__journal__a_cpp="#include <curl/curl.h>\n"))

    def test_the_gateway_never_includes_the_engine(self):
        self.assert_at("dealer_console/gateway/a.cpp:1", self.found("graph", dealer_console__gateway__a_cpp='#include "engine/core/event.h"\n'))

    def test_no_chain_of_edges_leads_the_gateway_to_the_engine(self):
        chain = CMAKE + "studio_module(gateway_lib DIRS dealer_console/gateway EDGES proto_wire)\nstudio_module(proto_wire DIRS proto/wire EDGES proto_codec)\n"
        found = self.found("graph", CMakeLists_txt=chain)
        self.assertTrue(any("gateway_lib may not reach engine" in line for line in found), found)
        allowed = CMAKE + "studio_module(gateway_lib DIRS dealer_console/gateway EDGES proto_messages OpenSSL::SSL)\n"
        self.assertEqual([], self.found("graph", CMakeLists_txt=allowed))

    def test_a_folder_outside_the_graph(self):
        self.assert_at("engine/baccarat/a.cpp:1", self.found("graph", engine__baccarat__a_cpp="\n"))

    def test_the_engine_is_pure(self):
        for line in ["#include <thread>", "#include <fstream>", "#include <random>", "auto now() { return std::chrono::system_clock::now(); }",
                     "double share(int a) { return a; }", "int half() { return int(1 * 0.5); }", "int next() { static int calls = 0; return ++calls; }",
                     'int f() { std::cout << 1; return 0; }']:
            with self.subTest(line):
                self.assert_at("engine/core/a.cpp:2", self.found("purity", engine__core__a_cpp="\n" + line + "\n"))

    def test_words_in_comments_and_strings_are_no_code(self):
        self.assertEqual([], self.found("purity", engine__core__a_cpp='// a double, std::cout\nconst char* text = "double 0.5";\n/* float\n */\n'))

    def test_globals(self):
        for line in ["int calls = 0;", "static std::map<int, int> cache{{1, 2}};", "namespace { std::string last; }"]:
            with self.subTest(line):
                self.assert_at("engine/core/a.cpp:3", self.found("style", engine__core__a_cpp="void f() {\n}\n" + line + "\n"))
        self.assertEqual([], self.found("style", engine__core__a_cpp="constexpr int most = 3;\nstruct A { int a = 0; };\nA::A() : b{1} { int c = 0; }\nint f();\nusing B = A;\n"))

    def test_a_bool_parameter(self):
        self.assert_at("engine/core/a.h:3", self.found("style", engine__core__a_h="#pragma once\nbool good(int a);\nvoid open(int a,\n bool wide = false);\n"))

    def test_pragma_once(self):
        self.assert_at("engine/core/a.h:1", self.found("style", engine__core__a_h="int a();\n"))

    def test_text(self):
        for line in ["// TO" + "DO later", "path = /wo" + "rk/main", '"res' + 'olved": "https://x/y.tgz"']:
            with self.subTest(line):
                self.assert_at("engine/core/a.cpp:2", self.found("text", engine__core__a_cpp="\n" + line + "\n"))

    def test_a_readme_names_what_is_there(self):
        there = {"tests__engine__a_test_cpp": "TEST(Shoe, Holds) {\n}\n"}
        self.assertEqual([], self.found("readme", README_md="`Shoe.Holds` in `engine/cards/card.h`\n", **there))
        self.assert_at("README.md:2", self.found("readme", README_md="\n`Shoe.Leaks`\n", **there))
        self.assert_at("README.md:2", self.found("readme", README_md="\n![cards](engine/cards/cards.png)\n", **there))
        self.assert_at("README.md:1", self.found("readme", README_md="`engine/core/gone.h`\n", **there))

    def test_a_new_name_at_the_top(self):
        self.assert_at("scripts:1", self.found("text", scripts__a_sh="\n"))


if __name__ == "__main__":
    unittest.main(verbosity=0)
