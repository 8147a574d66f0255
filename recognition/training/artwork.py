"""Decks as pictures: shipped artwork (npm and apt packages) and decks drawn by program.

A deck is a uint8 array of shape (52, CARD_H, CARD_W, 3), BGR, in the product's card order (rank - 2) * 4 + suit, suits c d h s. Everything is
made in a work folder outside the repository; nothing of the artwork is copied into it.
"""
import os
import random
import subprocess
import tempfile
from multiprocessing import Pool

import cv2
import numpy as np

CARD_W, CARD_H = 200, 280
RANKS, SUITS = "23456789TJQKA", "cdhs"
# Sheets of gnome-cards-data whose courts carry the letters J Q K, and those with national letters: jack, queen, king, ace. A letter that
# names different cards in different countries (V: French jack, Dutch queen) or could be part of another index (1) is not for reading:
# None; the picture on the card still is.
SHEETS = ("anglo anglo_bitmap anglo_modern anglo_modern_4_color anglo_poker atlasnye bellot dondorf gnomangelo gnomangelo_bitmap neoclassical "
          "neoclassical_4_color orell ornamental paris plastic simplistic tango tigullio").split()
NATIONAL_SHEETS = {"atlasnye_skat": "BDKA", "berlin": "BDKA", "lattmann": "BDKA", "rheinland": "BDKA", "ancient_french": "VDR1"}
READ_AS = {"J": "J", "B": "J", "Q": "Q", "D": "Q", "K": "K", "R": "K", "A": "A"}
SHEET_FOLDER = "/usr/share/aisleriot/cards"
# Decks of kdegames-card-data-kf5 with ordinary corners: folder and file.
KDE_DECKS = {"standard": "standard", "nicu-white": "white", "nicu-ornamental": "ornamental", "tigullio-international": "tigullio-international",
             "dondorf": "dondorf", "jolly-royal": "jolly-royal", "gm-paris": "paris"}
KDE_FOLDER = "/usr/share/carddecks"
FONTS = [
    "DejaVu Serif", "DejaVu Sans", "DejaVu Sans Condensed", "Liberation Serif", "Liberation Sans", "Liberation Sans Narrow", "FreeSerif",
    "FreeSans", "Lato", "Roboto", "Roboto Condensed", "Roboto Slab", "C059", "Nimbus Roman", "Nimbus Sans", "Nimbus Sans Narrow", "P052",
    "URW Bookman", "URW Gothic", "Old Standard TT", "Quattrocento", "Linux Libertine O", "Linux Biolinum O", "EB Garamond", "Open Sans",
    "Bebas Neue", "Cabin", "Dosis", "Junicode", "Sorts Mill Goudy", "Prociono", "League Spartan", "GFS Didot", "GFS Bodoni Classic", "Arapey",
    "Cardo", "Courier Prime", "Caladea", "Carlito", "Accanthis ADF Std", "Baskervald ADF Std", "Berenis ADF Pro", "Gillius ADF",
    "Romande ADF Std", "Switzera ADF", "National Park",
]


def render_svg(text, width, height):
    """SVG text to a BGRA array."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "a.svg"), os.path.join(folder, "a.png")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        subprocess.run(["rsvg-convert", "-w", str(width), "-h", str(height), source, "-o", target], check=True, stderr=subprocess.DEVNULL)
        return cv2.imread(target, cv2.IMREAD_UNCHANGED)


def render_file(path, width, height):
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "a.png")
        subprocess.run(["rsvg-convert", "-w", str(width), "-h", str(height), path, "-o", target], check=True, stderr=subprocess.DEVNULL)
        return cv2.imread(target, cv2.IMREAD_UNCHANGED)


def on_white(bgra):
    if bgra.shape[2] == 3:
        return bgra
    alpha = bgra[:, :, 3:].astype(np.float32) / 255
    return (bgra[:, :, :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)


def trim(bgra):
    """Cuts the transparent margin off one card."""
    if bgra.shape[2] == 3:
        return bgra
    mask = bgra[:, :, 3] > 128
    rows, cols = np.where(mask.any(1))[0], np.where(mask.any(0))[0]
    if len(rows) == 0:
        return bgra
    return bgra[rows[0]:rows[-1] + 1, cols[0]:cols[-1] + 1]


def fit(bgra):
    return cv2.resize(on_white(trim(bgra)), (CARD_W, CARD_H), interpolation=cv2.INTER_AREA)


def deck_of_files(name_of):
    return np.stack([fit(render_file(name_of(r, s), 400, 560)) for r in RANKS for s in SUITS])


def deck_of_sheet(path):
    """A sheet of 13 x 5: ace to king, rows clubs diamonds hearts spades."""
    sheet = render_file(path, 13 * 260, 5 * 364)
    cells = {}
    for row in range(4):
        for col in range(13):
            cell = sheet[row * 364:(row + 1) * 364, col * 260:(col + 1) * 260]
            cells[("A23456789TJQK"[col], SUITS[row])] = fit(cell)
    return np.stack([cells[(r, s)] for r in RANKS for s in SUITS])


def deck_of_elements(path):
    """An SVG file with one element for each card, named as 10_spade; each is as large as it was drawn, so the first tells the zoom."""
    names = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
    suits = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}

    def element(name, zoom):
        with tempfile.TemporaryDirectory() as folder:
            target = os.path.join(folder, "a.png")
            subprocess.run(["rsvg-convert", "-i", name, "-z", f"{zoom:.3f}", path, "-o", target], check=True, stderr=subprocess.DEVNULL)
            return cv2.imread(target, cv2.IMREAD_UNCHANGED)

    zoom = 1.3 * CARD_W / trim(element("1_spade", 1)).shape[1]
    return np.stack([fit(element(f"{names.get(r, r)}_{suits[s]}", zoom)) for r in RANKS for s in SUITS])


def ranks_of_letters(letters="JQKA"):
    """The rank that each of the 13 indices is read as; 13 where it is not for reading."""
    ranks = list(range(9))
    for letter in letters:
        ranks.append(RANKS.index(READ_AS[letter]) if letter in READ_AS else 13)
    return ranks


def deck_of_letele(modules):
    here = os.path.dirname(os.path.abspath(__file__))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["node", os.path.join(here, "letele.mjs"), modules, folder], check=True)
        return deck_of_files(lambda r, s: f"{folder}/{r}{s}.svg")


def packaged_decks(modules):
    """Every shipped deck, as (name, array, ranks of its indices)."""
    decks = []
    add = lambda name, deck, letters="JQKA": decks.append((name, deck, ranks_of_letters(letters)))
    base = os.path.join(modules, "@heruka_urgyen/react-playing-cards/src/images")
    for design in ("2color", "2color-bf", "4color", "4color-bf"):
        add("heruka-" + design, deck_of_files(lambda r, s, d=design: f"{base}/{d}/{r}{s.upper()}.svg"))
    text = lambda r: "10" if r == "T" else r
    add("cardsJS", deck_of_files(lambda r, s: f"{modules}/cardsJS/cards/{text(r)}{s.upper()}.svg"))
    number = lambda r: {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}.get(r, r)
    add("younestouati", deck_of_files(lambda r, s: f"{modules}/@younestouati/playing-cards-standard-deck/cards/{number(r)}{s}.svg"))
    add("letele", deck_of_letele(modules))
    word = lambda r: {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}.get(r, r)
    suit = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}
    read = lambda r, s: cv2.imread(f"{modules}/svg-cards/png/2x/{suit[s]}_{word(r)}.png", cv2.IMREAD_UNCHANGED)
    add("svg-cards", np.stack([fit(read(r, s)) for r in RANKS for s in SUITS]))
    for folder, name in KDE_DECKS.items():
        add("kde-" + folder, deck_of_elements(f"{KDE_FOLDER}/svg-{folder}/{name}.svgz"))
    for name in SHEETS:
        add("gnome-" + name, deck_of_sheet(f"{SHEET_FOLDER}/{name}.svgz"))
    for name, letters in NATIONAL_SHEETS.items():
        add("gnome-" + name, deck_of_sheet(f"{SHEET_FOLDER}/{name}.svgz"), letters)
    return decks


# Where the index is ------------------------------------------------------------------------------------------------------------------


def blobs(card):
    """Boxes (x0, y0, x1, y1) of the pieces of ink on a card's picture."""
    paper = np.percentile(card.reshape(-1, 3), 90, axis=0)
    apart = (paper[None, None] - card.astype(np.float32)).max(2)
    _, _, stats, _ = cv2.connectedComponentsWithStats((apart > 70).astype(np.uint8), connectivity=8)
    return [(x, y, x + w, y + h) for x, y, w, h, area in stats[1:] if area >= 12 and w < .4 * CARD_W and h < .4 * CARD_H]


def index_of(card, ten):
    """Boxes of the rank and of the suit below it in the first corner, or None where they are not pieces of ink apart from the rest."""
    near = sorted((b for b in blobs(card) if b[0] > 1 and b[1] > 1 and b[2] < .42 * CARD_W and b[3] < .52 * CARD_H and b[3] - b[1] > 6),
                  key=lambda b: b[1] + b[0] / 2)
    if len(near) < 2 or near[0][0] > .2 * CARD_W or near[0][1] > .2 * CARD_H:
        return None
    rank, rest = near[0], near[1:]
    tall = rank[3] - rank[1]
    beside = [b for b in rest if abs(b[1] - rank[1]) < .25 * tall and abs(b[3] - rank[3]) < .25 * tall and b[0] - rank[2] < .4 * tall]
    if ten and beside:                                              # its 0
        other = min(beside, key=lambda b: b[0])
        rank = (min(rank[0], other[0]), min(rank[1], other[1]), max(rank[2], other[2]), max(rank[3], other[3]))
    if ten and rank[2] - rank[0] < .55 * tall:
        return None
    off = lambda b: abs(b[0] + b[2] - rank[0] - rank[2]) / 2
    below = sorted((b for b in rest if rank[3] - 4 <= b[1] < rank[3] + .8 * tall and off(b) < .45 * (rank[2] - rank[0]) + 4), key=off)
    if not below or not .4 < (below[0][3] - below[0][1]) / tall < 2:
        return None
    return rank + below[0]


def indices_of(deck):
    """(52, 8): the boxes of index_of, NaN where there are none."""
    found = [index_of(card, number // 4 == RANKS.index("T")) for number, card in enumerate(deck)]
    return np.float32([box if box is not None else [np.nan] * 8 for box in found])


# Program-drawn decks --------------------------------------------------------------------------------------------------------------------

PIPS = {
    2: [(.5, 0), (.5, 1)], 3: [(.5, 0), (.5, .5), (.5, 1)], 4: [(0, 0), (1, 0), (0, 1), (1, 1)],
    5: [(0, 0), (1, 0), (.5, .5), (0, 1), (1, 1)], 6: [(0, 0), (1, 0), (0, .5), (1, .5), (0, 1), (1, 1)],
    7: [(0, 0), (1, 0), (0, .5), (1, .5), (0, 1), (1, 1), (.5, .25)],
    8: [(0, 0), (1, 0), (0, .5), (1, .5), (0, 1), (1, 1), (.5, .25), (.5, .75)],
    9: [(0, 0), (1, 0), (0, .333), (1, .333), (0, .667), (1, .667), (0, 1), (1, 1), (.5, .5)],
    10: [(0, 0), (1, 0), (0, .333), (1, .333), (0, .667), (1, .667), (0, 1), (1, 1), (.5, .167), (.5, .833)],
}


def suit_shapes(rng):
    """One path for each suit in a box of -0.5..0.5, with random proportions."""
    u = rng.uniform
    a, t, n = u(.02, .36), u(.42, .5), u(.2, .34)
    heart = (f"M0,.5 C{-a},{u(.1, .3):.3f} -.5,{u(-.02, .1):.3f} -.5,-.2 C-.5,-.42 -.36,-{t} -.24,-{t} C-.1,-{t} 0,-.38 0,-{n} "
             f"C0,-.38 .1,-{t} .24,-{t} C.36,-{t} .5,-.42 .5,-.2 C.5,{u(-.02, .1):.3f} {a},{u(.1, .3):.3f} 0,.5Z")
    b, w, f, y = u(.02, .3), u(.38, .5), u(.1, .24), u(.12, .26)
    stem = f"C.03,.36 {f * .6:.3f},.46 {f:.3f},.5 L{-f:.3f},.5 C{-f * .6:.3f},.46 -.03,.36 "
    spade = (f"M0,-.5 C{b:.3f},-.25 {w:.3f},-.1 {w:.3f},{y:.3f} C{w:.3f},{y + .16:.3f} {w * .75:.3f},{y + .2:.3f} {w * .55:.3f},{y + .2:.3f} "
             f"C{w * .3:.3f},{y + .2:.3f} .05,{y + .12:.3f} .03,{y:.3f} {stem}-.03,{y:.3f} C-.05,{y + .12:.3f} {-w * .3:.3f},{y + .2:.3f} "
             f"{-w * .55:.3f},{y + .2:.3f} C{-w * .75:.3f},{y + .2:.3f} {-w:.3f},{y + .16:.3f} {-w:.3f},{y:.3f} C{-w:.3f},-.1 {-b:.3f},-.25 0,-.5Z")
    r, d, up = u(.2, .26), u(.2, .28), u(-.3, -.22)
    circle = lambda x, cy: f"M{x - r:.3f},{cy:.3f} a{r:.3f},{r:.3f} 0 1,1 {2 * r:.3f},0 a{r:.3f},{r:.3f} 0 1,1 {-2 * r:.3f},0Z "
    low = u(.04, .14)
    club = (circle(0, up) + circle(-d, low) + circle(d, low) +
            f"M-.07,-.15 L.07,-.15 L.1,.1 L.04,.12 C.04,.36 {f * .6:.3f},.46 {f:.3f},.5 L{-f:.3f},.5 C{-f * .6:.3f},.46 -.04,.36 -.04,.12 L-.1,.1Z")
    e, q = u(.32, .46), u(.0, .09)
    diamond = (f"M0,-.5 Q{e / 2 - q:.3f},{-.25 + q:.3f} {e:.3f},0 Q{e / 2 - q:.3f},{.25 - q:.3f} 0,.5 "
               f"Q{-e / 2 + q:.3f},{.25 - q:.3f} {-e:.3f},0 Q{-e / 2 + q:.3f},{-.25 + q:.3f} 0,-.5Z")
    return {"c": club, "d": diamond, "h": heart, "s": spade}


def three_path():
    """A flat-topped three in a box of 1 x 1."""
    return "M-.4,-.5 L.38,-.5 L.02,-.1 C.3,-.1 .42,.06 .42,.2 C.42,.42 .2,.52 -.02,.52 C-.22,.52 -.36,.44 -.44,.3"


class DrawnDeck:
    """The choices that make one program-drawn deck look like itself."""

    def __init__(self, rng):
        self.rng = rng
        u = rng.uniform
        self.shape, self.small = suit_shapes(rng), None
        self.small = self.shape if rng.random() < .7 else suit_shapes(rng)
        red = f"rgb({rng.randint(170, 250)},{rng.randint(0, 60)},{rng.randint(10, 70)})"
        black = f"rgb({rng.randint(0, 45)},{rng.randint(0, 45)},{rng.randint(0, 50)})"
        self.color = {"c": black, "s": black, "d": red, "h": red}
        if rng.random() < .12:
            self.color.update(c="rgb(20,120,40)", d="rgb(30,70,200)")
        self.letters = rng.choices(["JQK", "BDK", "VDR", "BVH", "WDK", "FCR"], [.76, .12, .06, .02, .02, .02])[0]
        self.style = rng.choices(["standard", "big", "jumbo"], [.6, .25, .15])[0]
        self.font, self.weight = rng.choice(FONTS), rng.choice(["normal", "bold", "bold"])
        self.height = {"standard": u(24, 36), "big": u(36, 54), "jumbo": u(54, 68)}[self.style]
        self.glyph_w = self.height * u(.42, .72) if self.style != "jumbo" else self.height * u(.5, .7)
        self.index_x = max(u(13, 20), self.glyph_w * .64 + u(2, 8))
        self.index_top = u(6, 18)
        self.suit_size = self.glyph_w * u(.75, 1.25)
        self.suit_gap = u(2, 9)
        self.one_at, self.zero_at = u(.34, .44), u(.2, .3)
        self.flat_three = rng.random() < .25
        self.four_corners = rng.random() < .1
        self.beside = rng.random() < .05 and self.style == "jumbo"
        self.pip = u(30, 46) if self.style == "standard" else (u(22, 36) if self.style == "big" else u(14, 26))
        inset = {"standard": u(.27, .33), "big": u(.32, .38), "jumbo": u(.38, .42)}[self.style]
        self.left, self.right = CARD_W * inset, CARD_W * (1 - inset)
        self.top = CARD_H * {"standard": u(.14, .2), "big": u(.16, .24), "jumbo": u(.25, .32)}[self.style]
        self.frame = rng.random() < (.15 if self.style == "standard" else .35)
        self.frame_fill = rng.choice(["none", "none", "rgb(240,236,205)", "rgb(235,240,245)"])
        tone = rng.randint(240, 255)
        self.paper = f"rgb({tone},{tone - rng.randint(0, 3)},{tone - rng.randint(0, 9)})"
        self.big_ace = u(50, 130)
        self.ornate = rng.random() < .6

    def pip_at(self, suit, x, y, size, turned=False, shapes=None):
        turn = " rotate(180)" if turned else ""
        return f'<path d="{(shapes or self.shape)[suit]}" transform="translate({x:.1f},{y:.1f}){turn} scale({size:.1f})" fill="{self.color[suit]}"/>'

    def index(self, rank, suit):
        text, color = ("10" if rank == "T" else rank), self.color[suit]
        if rank in "JQK":
            text = self.letters["JQK".index(rank)]
        x, y = self.index_x, self.index_top + self.height
        if rank == "3" and self.flat_three:
            glyph = (f'<path d="{three_path()}" transform="translate({x:.1f},{y - self.height / 2:.1f}) scale({self.glyph_w * .9:.1f},{self.height * .95:.1f})" '
                     f'fill="none" stroke="{color}" stroke-width=".17"/>')
        else:
            # Capital height is about 0.7 em; the glyphs are squeezed to the wanted width. "10" is two glyphs, each placed by itself.
            em = self.height / .71
            want = self.glyph_w * (1.1 if rank in "QKA" else 1)
            squeeze = min(want / (em * (.74 if rank in "QKA" else .56)), 1.25) * (.78 if text == "10" else 1)
            places = [(text, x)] if text != "10" else [("1", x - self.glyph_w * self.one_at), ("0", x + self.glyph_w * self.zero_at)]
            glyph = "".join(f'<g transform="translate({at:.1f},{y:.1f}) scale({squeeze:.3f},1)"><text x="0" y="0" text-anchor="middle" '
                            f'font-family="{self.font}" font-weight="{self.weight}" font-size="{em:.1f}" fill="{color}">{letter}</text></g>'
                            for letter, at in places)
        return glyph + self.pip_at(suit, x, y + self.suit_gap + self.suit_size / 2, self.suit_size, shapes=self.small)

    def ace(self, suit):
        size = self.big_ace * (1.3 if suit == "s" else .8)
        out = self.pip_at(suit, CARD_W / 2, CARD_H / 2, size)
        if suit == "s" and self.ornate or self.rng.random() < .08:
            u, x, y = self.rng.uniform, CARD_W / 2, CARD_H / 2
            for _ in range(self.rng.randint(1, 4)):
                k = u(.2, .9)
                paint = self.rng.choice(["white", "none", self.paper])
                out += (f'<path d="{self.shape[suit]}" transform="translate({x},{y + u(-4, 8):.1f}) scale({size * k:.1f})" fill="{paint}" '
                        f'stroke="white" stroke-width="{u(.01, .06):.3f}"/>')
            for _ in range(self.rng.randint(5, 60)):
                angle, near, far = u(0, 6.283), u(.3, .5) * size, u(.4, .75) * size
                out += (f'<path d="M{x + near * np.cos(angle):.1f},{y + near * np.sin(angle):.1f} q{u(-9, 9):.1f},{u(-9, 9):.1f} '
                        f'{(far - near) * np.cos(angle + u(-.4, .4)):.1f},{(far - near) * np.sin(angle + u(-.4, .4)):.1f}" fill="none" '
                        f'stroke="{self.color[suit]}" stroke-width="{u(.5, 2):.1f}"/>')
            for line in range(self.rng.randint(0, 3)):
                words = "".join(self.rng.choice("ABCDEFGHIKLMNOPRSTUV ") for _ in range(self.rng.randint(8, 18)))
                side = self.rng.choice([-1, 1])
                out += (f'<text x="{x}" y="{y + side * (size * .55 + 6 + line * 11):.1f}" text-anchor="middle" font-family="{self.font}" '
                        f'font-size="{u(6, 11):.1f}" fill="{self.color[suit]}">{words}</text>')
        return out

    def card(self, rank, suit):
        out = f'<rect width="{CARD_W}" height="{CARD_H}" fill="{self.paper if rank not in "JQK" else "none"}"/>'
        if self.frame and rank not in "JQK":
            x, y = self.left - self.pip * .8, self.top - self.pip * .8
            out += (f'<rect x="{x:.1f}" y="{y:.1f}" width="{CARD_W - 2 * x:.1f}" height="{CARD_H - 2 * y:.1f}" fill="{self.frame_fill}" '
                    f'stroke="{self.rng.choice(["black", "gray", self.color[suit]])}" stroke-width="1"/>')
        corner = self.index(rank, suit)
        out += corner + f'<g transform="rotate(180,{CARD_W / 2},{CARD_H / 2})">{corner}</g>'
        if self.four_corners:
            text = f'<g transform="translate({CARD_W - 2 * self.index_x:.1f},0)">{corner}</g>'
            out += text + f'<g transform="rotate(180,{CARD_W / 2},{CARD_H / 2})">{text}</g>'
        if rank == "A":
            return out + self.ace(suit)
        if rank in "JQK":
            size = self.pip * .9
            pip = self.pip_at(suit, self.left + size * .2, self.top + size * .2, size)
            return out + pip + f'<g transform="rotate(180,{CARD_W / 2},{CARD_H / 2})">{pip}</g>'
        for x, y in PIPS[10 if rank == "T" else int(rank)]:
            out += self.pip_at(suit, self.left + x * (self.right - self.left), self.top + y * (CARD_H - 2 * self.top), self.pip, y > .5)
        return out

    def court_picture(self, courts, rank, suit):
        """A court's picture from shipped art in a frame of this deck's own, on its paper."""
        paper = np.full((CARD_H, CARD_W, 3), 248, np.uint8)
        art = courts[self.rng.randrange(len(courts))][RANKS.index(rank) * 4 + SUITS.index(suit)]
        inner = art[int(.1 * CARD_H):int(.9 * CARD_H), int(.2 * CARD_W):int(.8 * CARD_W)]
        x, y = int(self.left - self.pip * .35), int(max(self.top - self.pip * .5, 14))
        w, h = CARD_W - 2 * x, CARD_H - 2 * y
        paper[y:y + h, x:x + w] = cv2.resize(inner, (w, h), interpolation=cv2.INTER_AREA)
        if self.rng.random() < .8:
            cv2.rectangle(paper, (x, y), (x + w, y + h), (60, 40, 40) if self.rng.random() < .6 else (160, 80, 30), 1)
        return paper

    def render(self, courts):
        cells = [f'<svg x="{c * CARD_W}" y="{r * CARD_H}" width="{CARD_W}" height="{CARD_H}">{self.card(RANKS[c], SUITS[r])}</svg>'
                 for r in range(4) for c in range(13)]
        w, h = 13 * CARD_W, 4 * CARD_H
        sheet = render_svg(f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}">{"".join(cells)}</svg>', w, h)
        deck = np.empty((52, CARD_H, CARD_W, 3), np.uint8)
        for r in range(4):
            for c in range(13):
                cell = sheet[r * CARD_H:(r + 1) * CARD_H, c * CARD_W:(c + 1) * CARD_W].astype(np.float32)
                under = self.court_picture(courts, RANKS[c], SUITS[r]) if RANKS[c] in "JQK" else np.full((CARD_H, CARD_W, 3), 250, np.uint8)
                alpha = cell[:, :, 3:] / 255
                deck[c * 4 + r] = cell[:, :, :3] * alpha + under * (1 - alpha)
        return deck


def make_back(rng):
    """One card back: white border or none, a pattern in one or two colours."""
    w, h, u = CARD_W, CARD_H, rng.uniform
    hue = rng.choice([0, 0, 110, 115, 120, 60, 150, 20, 10, rng.randint(0, 179)])
    color = cv2.cvtColor(np.uint8([[[hue, rng.randint(120, 255), rng.randint(60, 220)]]]), cv2.COLOR_HSV2BGR)[0, 0].tolist()
    if rng.random() < .1:
        color = [rng.randint(10, 60)] * 3
    ink = [255, 255, 255] if rng.random() < .7 else [min(255, c + 90) for c in color]
    card = np.full((h, w, 3), color, np.uint8)
    kind = rng.choice(["grid", "dots", "waves", "rays", "kaleidoscope", "kaleidoscope", "grid"])
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    step, width = u(5, 22), u(.15, .5)
    if kind == "grid":
        mask = (np.mod(xx + yy, step) < step * width) | (np.mod(xx - yy, step) < step * width)
    elif kind == "dots":
        mask = (np.mod(xx, step) - step / 2) ** 2 + (np.mod(yy + step / 2 * (np.floor(xx / step) % 2), step) - step / 2) ** 2 < (step * width * .8) ** 2
    elif kind == "waves":
        mask = np.mod(yy + u(3, 12) * np.sin(xx / u(4, 20)), step) < step * width
    elif kind == "rays":
        mask = np.mod(np.arctan2(yy - h / 2, xx - w / 2) * rng.randint(6, 24) + np.hypot(yy - h / 2, xx - w / 2) / u(4, 20), 2) < 2 * width
    else:
        noise = np.random.RandomState(rng.randrange(1 << 30)).rand(rng.randint(14, 50), rng.randint(10, 36)).astype(np.float32)
        quarter = cv2.resize(noise, (w // 2, h // 2), interpolation=cv2.INTER_CUBIC)
        half = np.hstack([quarter, quarter[:, ::-1]])
        mask = np.vstack([half, half[::-1]]) > .5
    card[mask] = ink
    if rng.random() < .35:
        cv2.ellipse(card, (w // 2, h // 2), (rng.randint(15, 70), rng.randint(15, 100)), 0, 0, 360, ink if rng.random() < .5 else color, -1)
    border = rng.choice([0, 4, 8, 10, 12, 16]) if rng.random() < .9 else 0
    if border:
        cv2.rectangle(card, (0, 0), (w - 1, h - 1), (250, 250, 250), 2 * border)
    return card


def make_cut_card(rng):
    """A plastic card of one colour."""
    color = cv2.cvtColor(np.uint8([[[rng.randint(0, 179), rng.choice([0, 160, 200, 255]), rng.randint(40, 240)]]]), cv2.COLOR_HSV2BGR)[0, 0]
    return np.full((CARD_H, CARD_W, 3), color, np.uint8)


def draw_decks(courts, count, seed):
    """`count` program-drawn decks as (deck, ranks of its indices)."""
    rng = random.Random(seed)
    out = []
    for _ in range(count):
        drawn = DrawnDeck(rng)
        letters = drawn.letters + "A"
        ranks = ranks_of_letters(letters)
        if drawn.letters == "BVH":                                  # Dutch: the jack alone is unambiguous
            ranks[10:12] = [13, 13]
        out.append((drawn.render(courts), ranks))
    return out


# These have no courts' pictures fit for other frames.
NO_COURTS = ("gnome-tango", "gnome-simplistic", "gnome-plastic", "kde-nicu-white", "kde-nicu-ornamental", "kde-jolly-royal")


def make_all(modules, drawn, seed, processes, held=()):
    """A dict of arrays: `decks`, `ranks` (what each deck's 13 indices are read as), `boxes` (indices_of), `packaged` (how many decks come
    first that are shipped), `backs`, `cuts`. `drawn` = number of program-drawn decks, made in `processes` processes; the
    courts of the designs `held` are not borrowed for them."""
    shipped = packaged_decks(modules)
    courts = [deck for name, deck, _ in shipped if name not in NO_COURTS and name not in held]
    share = [drawn // processes + (part < drawn % processes) for part in range(processes)]
    with Pool(processes) as pool:
        parts = pool.starmap(draw_decks, [(courts, count, seed * 100 + part) for part, count in enumerate(share)])
    made = [(deck, ranks) for _, deck, ranks in shipped] + [one for part in parts for one in part]
    rng = random.Random(seed)
    decks = np.stack([deck for deck, _ in made])
    return {"decks": decks, "ranks": np.int64([ranks for _, ranks in made]), "boxes": np.stack([indices_of(deck) for deck in decks]),
            "packaged": len(shipped), "names": np.array([name for name, _, _ in shipped]), "backs": np.stack([make_back(rng) for _ in range(160)]),
            "cuts": np.stack([make_cut_card(rng) for _ in range(60)])}
