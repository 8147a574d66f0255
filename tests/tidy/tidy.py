#!/usr/bin/env python3
"""Checks of the tree that no compiler makes: the graph of includes, the purity of the engine, the house style.

    /usr/bin/python3 tests/tidy/tidy.py [--root FOLDER] [graph|purity|style|text|readme ...]

Prints one `file:line: message` a finding; exit 1 when there are any. The graph is read from the studio_module() lines of the root
CMakeLists.txt, so a new edge is added there and nowhere else.
"""
import argparse
import os
import re
import sys

SKIPPED_FOLDERS = re.compile(r"^(build.*|node_modules|__pycache__|\.git|\.venv)$")
TOP_LEVEL = {"CMakeLists.txt", "README.md", "studio", "recognition", "engine", "proto", "dealer_console", "tests"}

# Third-party headers, by the edge of studio_module() that allows them. An edge must be the module's own: a library that a neighbour links is
# not thereby ours. proto_messages is the one place where Protobuf comes from.
THIRD_PARTY = {
    "opencv2/": "opencv",
    "zmq.hpp": "PkgConfig::zmq",
    "zmq.h": "PkgConfig::zmq",
    "zmq_addon.hpp": "PkgConfig::zmq",
    "sqlite3.h": "PkgConfig::sqlite3",
    "openssl/": "OpenSSL::Crypto",
    "sodium.h": "PkgConfig::sodium",
    "sodium/": "PkgConfig::sodium",
    "nats/": "PkgConfig::nats",
    "librsvg/": "PkgConfig::rsvg",
    "cairo.h": "PkgConfig::rsvg",
    "spdlog/": "spdlog::spdlog",
    "fmt/": "spdlog::spdlog",
    "nlohmann/": "nlohmann_json::nlohmann_json",
    "prometheus/": "prometheus-cpp::core",
    "boost/": "Boost::headers",
    "google/protobuf/": "proto_messages",
    "studio/v1/": "proto_messages",
}
# Header-only libraries have no target: the modules that read configuration may parse TOML.
HEADER_ONLY = {"toml++/": {"recognition_capture", "studio_runtime", "proto_wire"}}
OPERATING_SYSTEM = re.compile(
    r"^(unistd|fcntl|poll|signal|dirent|dlfcn|termios|spawn|sched|pthread|syslog|glob|pwd|linux/\w+|sys/\w+|netinet/\w+|arpa/\w+)\.?h?(\.h)?$")
# Modules that touch the world. All others do no I/O and start no thread.
WITH_SYSTEM = {"proto_wire", "proto_client", "recognition_capture", "studio_journal", "studio_bridge", "studio_runtime"}
# Folders of programs: their mains wire anything together.
PROGRAMS = ("studio/app/", "recognition/app/")
GATEWAY = "dealer_console/"
BARRED_FROM_GATEWAY = {"engine", "engine_cards", "proto_codec", "studio_table", "studio_journal", "studio_runtime"}
GATEWAY_BARRED = ("engine/", "studio/table/", "studio/journal/", "studio/runtime/", "proto/codec/")

STANDARD = set("""algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes climits clocale cmath
codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cuchar
cwchar cwctype deque exception execution expected filesystem forward_list fstream functional future initializer_list iomanip ios iosfwd
iostream istream iterator latch limits list locale map memory memory_resource mutex new numbers numeric optional ostream queue random
ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span spanstream sstream stack stacktrace stdexcept
stop_token streambuf string string_view syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set
utility valarray variant vector version""".split())
# No thread, file, terminal, clock or chance.
IMPURE = set("""atomic barrier condition_variable csetjmp csignal cstdio ctime cfenv cmath complex execution filesystem fstream future iostream
latch mutex random regex semaphore shared_mutex stop_token syncstream thread locale clocale""".split())
PURE = {
    # module: its barred standard headers
    "engine_cards": IMPURE,
    "engine": IMPURE,
    "recognition_tracking": IMPURE - {"cmath"},
    "studio_table": IMPURE,
    "proto_codec": IMPURE - {"cmath"},
}
PURE_EXCEPTIONS = {
    ("engine/core/check.cpp", "cstdio"),  # the last words of a broken invariant
}
CLOCKS = re.compile(r"\b(system_clock|steady_clock|high_resolution_clock|utc_clock|file_clock)\s*::\s*now\b|\b(time|clock|gettimeofday|clock_gettime)\s*\(\s*(NULL|nullptr|0|&)")
CHANCE = re.compile(r"\b(s?rand|random_device|mt19937(_64)?|random_shuffle)\b\s*[({]?")
WORLD = re.compile(r"\bstd::(cout|cerr|clog|thread|jthread|mutex|getenv)\b|\bgetenv\s*\(|\bf?printf\s*\(|\bfopen\s*\(")
FLOAT = re.compile(r"\b(float|double)\b|\b\d+\.\d+f?\b|\bstd::(sqrt|pow|round|floor|ceil|log|exp)\b")
# Carried from the camera into an event, never computed with.
CARRIED = re.compile(r"^\s*double confidence = 0;")

# `bool` parameters that have a name which cannot be misread at the call.
BOOL_PARAMETERS = {
    ("engine/core/check.h", "check"),
    ("engine/core/live_turn.h", "watch_silence"),
}

MACHINE_PATH = re.compile(r"(?<![\w.])/(work|farm|home|root|Users)/[A-Za-z.]")
UNFINISHED = re.compile(r"\b(%s)\b" % "|".join(["TO" + "DO", "FIX" + "ME", "X" * 3]))
HOSTS = re.compile("|".join([r"deb\.debian" + r"\.org", r"registry\.npm" + r"js", r"pypi" + r"\.org", r'"resolved"\s*:\s*"https?:']))
BLOCK = "\x01"
TEXT = re.compile(r"\.(h|cpp|py|sh|ts|tsx|js|mjs|css|html|md|txt|cmake|proto|toml|json|jsonl|yaml|yml|lock|npmrc|supp)$|/run$")


class Tree:
    def __init__(self, root):
        self.root = root
        self.files = []
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(name for name in folders if not SKIPPED_FOLDERS.match(name))
            self.files += [os.path.relpath(os.path.join(folder, name), root) for name in sorted(names)]
        self.modules, self.edges = self.graph()

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
            return file.read()

    def sources(self, *ends):
        return [path for path in self.files if path.endswith(ends or (".h", ".cpp"))]

    def graph(self):
        """({folder: module}, {module: [edge]}) from the studio_module() lines."""
        text = re.sub(r"#[^\n]*", "", self.read("CMakeLists.txt"))
        modules, edges = {}, {}
        for name, rest in re.findall(r"^\s*studio_module\(\s*(\w+)([^)]*)\)", text, re.M):
            words = rest.split()
            cut = words.index("EDGES")
            for folder in words[1:cut]:
                modules[folder] = name
            edges[name] = words[cut + 1 :]
        return modules, edges

    def module_of(self, path):
        return self.modules.get(os.path.dirname(path))

    def reachable(self, module):
        """Our own modules along any path of edges: linking is PUBLIC, and so is what a header of a neighbour includes."""
        seen, waiting = set(), [module]
        while waiting:
            at = waiting.pop()
            if at not in seen:
                seen.add(at)
                waiting += self.edges.get(at, [])
        return seen


def code_of(text):
    """The text with comments and string contents blanked; the lines stay where they are."""

    def blank(match):
        found = match.group(0)
        kept = re.sub(r"[^\n]", " ", found)
        return '"' + kept[1:-1] + '"' if found[0] == '"' and len(found) > 1 else kept

    return re.sub(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', blank, text, flags=re.S)


def includes_of(text):
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line)
        if match:
            yield number, match.group(1), match.group(2)


def check_gateway(tree):
    """The web-facing part can go round no rule: no edge of it, however long, leads to the engine or into the studio."""
    for target in sorted(tree.reachable("gateway_lib") & BARRED_FROM_GATEWAY):
        yield "CMakeLists.txt", 1, f"gateway_lib may not reach {target}"


def check_graph(tree):
    yield from check_gateway(tree)
    for path in tree.sources():
        if path.startswith("tests/"):
            continue
        module = tree.module_of(path)
        program = path.startswith(PROGRAMS)
        gateway = path.startswith(GATEWAY)
        if module is None and not program and not gateway:
            yield path, 1, f"folder {os.path.dirname(path)} is in no studio_module() of CMakeLists.txt"
            continue
        own_edges = set(tree.edges.get(module, []))
        reachable = tree.reachable(module) if module else set()
        for number, mark, header in includes_of(tree.read(path)):
            if gateway and header.startswith(GATEWAY_BARRED):
                yield path, number, f"the gateway never includes {header}: it speaks to the studio by messages"
            if program or gateway:
                continue
            third = next((edge for start, edge in THIRD_PARTY.items() if header == start or (start.endswith("/") and header.startswith(start))), None)
            alone = next((allowed for start, allowed in HEADER_ONLY.items() if header.startswith(start)), None)
            if third:
                if third not in own_edges:
                    yield path, number, f"{module} includes <{header}> without the edge {third}"
            elif alone is not None:
                if module not in alone:
                    yield path, number, f"{module} may not include <{header}>"
            elif mark == '"':
                target = tree.module_of(header)
                if "/" not in header:
                    yield path, number, f'"{header}": include by the path from the top'
                elif target is None:
                    yield path, number, f'"{header}" is in no studio_module() of CMakeLists.txt'
                elif target not in reachable:
                    yield path, number, f"{module} may not include {header}: no edge leads to {target}"
            elif OPERATING_SYSTEM.match(header):
                if module not in WITH_SYSTEM:
                    yield path, number, f"{module} may not include <{header}>: it does no I/O"
            elif header not in STANDARD:
                yield path, number, f"<{header}> is neither of the standard library nor on the list of libraries in tests/tidy/tidy.py"


def globals_of(code):
    """(line, text) of variables at namespace scope that are not constant."""

    def collapse(match):
        return BLOCK + "\n" * match.group(0).count("\n")

    code = re.sub(r"^[ \t]*#(\\\n|[^\n])*", lambda match: "\n" * match.group(0).count("\n"), code, flags=re.M)
    code = re.sub(r"\b(inline\s+)?namespace\b[^{};=]*\{", lambda match: ";" + "\n" * match.group(0).count("\n"), code)
    before = None
    while before != code:
        before, code = code, re.sub(r"\{[^{}]*\}", collapse, code)
    # A block ends its statement when a new one begins after it: a function's body, not an initialiser.
    code = re.sub(BLOCK + r"(?=\s*([\w\[~:}]|$))", BLOCK + ";", code)
    at = 0
    for statement in re.split(r"[;}]", code):
        text = statement.strip()
        head = re.split("=|" + BLOCK, text, maxsplit=1)[0]
        if (len(head.split()) >= 2 and "(" not in head and "operator" not in head and
                not re.match(r"(using|typedef|struct|class|enum|union|template|friend|static_assert|concept|extern|namespace)\b", text) and
                not re.search(r"\b(constexpr|const)\b", head)):
            yield code.count("\n", 0, at + statement.index(text)) + 1, " ".join(text.replace(BLOCK, "{}").split())[:80]
        at += len(statement) + 1


def check_purity(tree):
    for path in tree.sources():
        module = tree.module_of(path)
        if module not in PURE:
            continue
        text = tree.read(path)
        for number, _, header in includes_of(text):
            if header in PURE[module] and (path, header) not in PURE_EXCEPTIONS:
                yield path, number, f"{module} is pure: <{header}> has no place here"
        engine = module in ("engine", "engine_cards")
        for number, line in enumerate(code_of(text).splitlines(), 1):
            if CLOCKS.search(line):
                yield path, number, f"{module} reads a clock: time is a parameter"
            if CHANCE.search(line):
                yield path, number, f"{module} draws a random number"
            if WORLD.search(line) and not any(path == excepted for excepted, _ in PURE_EXCEPTIONS):
                yield path, number, f"{module} touches the outside"
            if engine and FLOAT.search(line) and not CARRIED.match(line):
                yield path, number, f"{module} uses a floating-point number"
            if re.search(r"\bthread_local\b|\bstatic\s+(?!const\b|constexpr\b|constinit\b|assert)[\w:<>, *&]+\s+\w+\s*(=|;|\{)", line):
                yield path, number, f"{module} has a hidden variable"


def check_style(tree):
    for path in tree.sources():
        text = tree.read(path)
        code = code_of(text)
        if path.endswith(".h") and "#pragma once" not in text:
            yield path, 1, "no #pragma once"
        if path.endswith(".h") and not path.startswith("tests/") and re.search(r"^using\s+namespace\b", code, re.M):
            yield path, 1, "a header opens a namespace"
        name = os.path.basename(path)
        if not re.match(r"^[a-z0-9_]+\.(h|cpp)$", name):
            yield path, 1, "file names are snake_case"
        if path.startswith("tests/"):
            continue
        for number, found in globals_of(code):
            yield path, number, f"a global variable: {found}"
        if path.endswith(".h") and not path.startswith(PROGRAMS):
            for match in re.finditer(r"(~?\w+|operator\s*\S+)\s*\(([^()]*)\)", code):
                if re.search(r"(^|,)\s*(const\s+)?bool\b\s*&?\s*\w*\s*(=[^,]*)?(,|$)", match.group(2)) and (path, match.group(1)) not in BOOL_PARAMETERS:
                    yield path, code.count("\n", 0, match.start()) + 1, f"{match.group(1)} takes a bool: an enum says at the call what is meant"


def check_text(tree):
    for name in sorted({path.split(os.sep)[0] for path in tree.files}):
        if not name.startswith(".") and name not in TOP_LEVEL:
            yield name, 1, "a top-level name outside the agreed shape"
    for path in tree.files:
        if not TEXT.search("/" + path) or path.endswith(".jsonl"):
            continue
        for number, line in enumerate(tree.read(path).splitlines(), 1):
            if UNFINISHED.search(line):
                yield path, number, "unfinished by its own word"
            if MACHINE_PATH.search(line):
                yield path, number, "a path of one machine"
            if HOSTS.search(line):
                yield path, number, "names a package host"


def check_readme(tree):
    """What a README names is there: tests (`Suite.Name`), and files by their path from the top or from the README's folder."""
    tests, known = set(), {path for path in tree.files} | {os.path.dirname(path) for path in tree.files}
    for path in tree.sources():
        if path.startswith("tests/"):
            tests |= {".".join(found) for found in re.findall(r"^TEST(?:_[FP])?\(\s*(\w+)\s*,\s*(\w+)\s*\)", tree.read(path), re.M)}
    tests |= {f"tidy.{name}" for name in CHECKS} | {"tidy.breaks_when_broken", "tidy.engine_alone"}
    suites = {test.split(".")[0] for test in tests}
    for path in tree.files:
        if os.path.basename(path) != "README.md":
            continue
        for number, line in enumerate(tree.read(path).splitlines(), 1):
            for word in re.findall(r"`([\w.]+)`", line):
                if word.split(".")[0] in suites and word.count(".") == 1 and word.split(".")[1] not in ("h", "cpp", "py", "md") and word not in tests:
                    yield path, number, f"no such test: {word}"
            for place in re.findall(r"\]\(([^)#:]+)\)", line) + re.findall(r"`((?:\.?\w[\w.-]*/)+[\w.-]*\.\w+)`", line):
                here = os.path.normpath(os.path.join(os.path.dirname(path), place))
                if os.path.normpath(place) not in known and here not in known and not place.startswith(("build", "../shared")):
                    yield path, number, f"no such file: {place}"


CHECKS = {"graph": check_graph, "purity": check_purity, "style": check_style, "text": check_text, "readme": check_readme}


def findings(root, names=tuple(CHECKS)):
    tree = Tree(root)
    return [f"{path}:{line}: {message}" for name in names for path, line, message in CHECKS[name](tree)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=os.path.join(os.path.dirname(__file__), "..", ".."))
    parser.add_argument("checks", nargs="*", choices=[[], *CHECKS], default=[])
    given = parser.parse_args()
    found = findings(os.path.realpath(given.root), given.checks or tuple(CHECKS))
    print("\n".join(found) if found else "nothing found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
