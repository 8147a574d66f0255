"""Cards laid on a table and seen by a bad camera, cut out again: the samples both networks learn from.

The crop geometry here and in recognition/vision/card_classifier.cpp must be the same.
"""
import random

import cv2
import numpy as np

from artwork import CARD_H, CARD_W, blobs

INDEX_W, INDEX_H = 40, 64          # px of the corner crop
INDEX_SHARE = (0.29, 0.36)         # of the card's width and height that the corner crop spans
FACE_W, FACE_H = 64, 88            # px of the whole-card crop
RANK_NONE, SUIT_NONE = 13, 4       # classes "no index here"
FACE_BACK, FACE_CUT, FACE_NONE = 52, 53, 54
# Where an index found by its ink (rank above suit) is put in the corner crop: its middle, and its height, in shares of the crop.
PAIR_AT, PAIR_HEIGHT = (.29, .42), .58

cv2.setNumThreads(1)


def corner_mask():
    """A card's outline with round corners, 0..1."""
    mask = np.zeros((CARD_H, CARD_W), np.uint8)
    r = 11
    cv2.rectangle(mask, (r, 0), (CARD_W - 1 - r, CARD_H - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (CARD_W - 1, CARD_H - 1 - r), 255, -1)
    for x in (r, CARD_W - 1 - r):
        for y in (r, CARD_H - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return mask


def pair_quad(rank, suit):
    """The card's outline that an index lets expect: `rank`, `suit` are points around each, px. As recognition/vision/index_finder.cpp."""
    up = rank.mean(0) - suit.mean(0)
    up /= max(np.linalg.norm(up), 1e-3)
    right = np.float32([-up[1], up[0]])
    both = np.concatenate([rank, suit])
    along, across = both @ up, both @ right
    height = (along.max() - along.min()) / PAIR_HEIGHT              # of the crop
    width = height * INDEX_SHARE[0] * CARD_W / (INDEX_SHARE[1] * CARD_H)
    middle = up * (along.max() + along.min()) / 2 + right * (across.max() + across.min()) / 2
    first = middle + up * height * PAIR_AT[1] - right * width * PAIR_AT[0]
    across, down = right * width / INDEX_SHARE[0], -up * height / INDEX_SHARE[1]
    return np.float32([first, first + across, first + across + down, first + down])


def box_points(box):
    return np.float32([[box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]]])


class SceneMaker:
    """Makes samples; `art` as artwork.make_all gives it, `decks` the numbers of those to use. Seeded: the same seed, the same samples."""

    def __init__(self, art, decks, seed):
        self.art, self.numbers = art, decks
        self.decks, self.backs, self.cuts = art["decks"], art["backs"], art["cuts"]
        self.packaged = [n for n in decks if n < int(art["packaged"])] or list(decks)
        self.rng, self.np_rng = random.Random(seed), np.random.RandomState(seed)
        self.mask = corner_mask()

    # Parts ----------------------------------------------------------------------------------------------------------------------

    def noise(self, size, cells, low, high):
        field = self.np_rng.rand(cells, cells).astype(np.float32)
        return cv2.resize(field, (size, size), interpolation=cv2.INTER_CUBIC) * (high - low) + low

    def background(self, size):
        rng = self.rng
        kind = rng.random()
        hue = rng.choice([60, 65, 75, 110, 0, rng.randint(0, 179)])
        color = cv2.cvtColor(np.uint8([[[hue, rng.randint(0, 220), rng.randint(10, 250)]]]), cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
        out = np.empty((size, size, 3), np.float32)
        out[:] = color
        out *= self.noise(size, rng.randint(2, 6), .75, 1.2)[:, :, None]
        if kind < .5:
            out += self.noise(size, rng.randint(size // 4, size), -rng.uniform(0, 16), rng.uniform(0, 16))[:, :, None]
        elif kind < .75:
            grain = self.np_rng.rand(rng.randint(10, 90), rng.randint(2, 5)).astype(np.float32)
            out *= cv2.resize(grain, (size, size), interpolation=cv2.INTER_LINEAR)[:, :, None] * .6 + .6
        if rng.random() < .35:
            points = self.np_rng.randint(-20, size + 20, (2, 2))
            cv2.line(out, points[0].tolist(), points[1].tolist(), [rng.randint(100, 255)] * 3, rng.randint(1, 4), cv2.LINE_AA)
        return out

    def any_card(self):
        """(picture, card, number of its deck)."""
        numbers = self.numbers if self.rng.random() < .65 else self.packaged
        deck, label = numbers[self.rng.randrange(len(numbers))], self.rng.randrange(52)
        return self.decks[deck][label], label, deck

    def wear(self, card):
        rng = self.rng
        out = card.astype(np.float32)
        if rng.random() < .4:
            out = 255 - (255 - out) * rng.uniform(.55, 1)          # faded ink
        if rng.random() < .4:                                       # thicker or thinner print
            kernel = np.ones((2, 2), np.uint8)
            out = cv2.erode(out, kernel) if rng.random() < .6 else cv2.dilate(out, kernel)
        if rng.random() < .25:                                      # scratches
            for _ in range(rng.randint(1, 5)):
                a, b = self.np_rng.randint(0, CARD_W, 2), self.np_rng.randint(0, CARD_H, 2)
                cv2.line(out, (int(a[0]), int(b[0])), (int(a[1]), int(b[1])), [rng.randint(120, 255)] * 3, 1, cv2.LINE_AA)
        if rng.random() < .25:                                      # worn edges
            rim = np.zeros((CARD_H, CARD_W), np.float32)
            cv2.rectangle(rim, (0, 0), (CARD_W - 1, CARD_H - 1), 1, rng.randint(1, 4))
            rim *= cv2.resize(self.np_rng.rand(28, 20).astype(np.float32), (CARD_W, CARD_H)) * rng.uniform(.4, 1.2)
            rim = np.clip(rim, 0, 1)[:, :, None]
            out = out * (1 - rim) + np.float32([rng.randint(60, 220)] * 3) * rim
        if rng.random() < .5:                                       # paper tone
            out *= np.float32([rng.uniform(.85, 1), rng.uniform(.92, 1), rng.uniform(.94, 1)])
        return out

    def quad_in_scene(self, width, size):
        rng = self.rng
        height = width * rng.uniform(1.34, 1.46)
        base = np.float32([[-.5, -.5], [.5, -.5], [.5, .5], [-.5, .5]]) * np.float32([width, height])
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.float32([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        quad = base @ turn.T
        quad[:, 1] *= rng.uniform(.7, 1)                            # a camera from the side
        quad *= 1 + quad[:, 1:2] / size * rng.uniform(-.25, .25)
        return quad + size / 2

    def occluder(self, size, quad, share):
        """A hand-like or straight-edged mask that covers part of the card; float 0..1."""
        rng, mask = self.rng, np.zeros((size, size), np.uint8)
        target = quad[rng.randrange(4)] * (1 - share) + quad.mean(0) * share
        if rng.random() < .6:
            for _ in range(rng.randint(1, 5)):
                far = target + (target - quad.mean(0)) * 2 + self.np_rng.uniform(-40, 40, 2)
                cv2.line(mask, tuple(map(int, target + self.np_rng.uniform(-12, 12, 2))), tuple(map(int, far)), 255, rng.randint(8, 45))
        else:
            center = target + (target - quad.mean(0)) * .8
            box = cv2.boxPoints(((float(center[0]), float(center[1])), (rng.uniform(40, 160), rng.uniform(40, 160)), rng.uniform(0, 90)))
            cv2.fillConvexPoly(mask, box.astype(np.int32), 255)
        return mask

    def light(self, scene, size):
        rng = self.rng
        scene *= self.noise(size, 2, rng.uniform(.45, 1), rng.uniform(.8, 1.25))[:, :, None]
        if rng.random() < .25:                                      # a shadow's edge
            angle, offset = rng.uniform(0, 6.283), rng.uniform(-.3, .3) * size
            yy, xx = np.mgrid[0:size, 0:size].astype(np.float32)
            side = (xx - size / 2) * np.cos(angle) + (yy - size / 2) * np.sin(angle) - offset
            scene *= (1 - rng.uniform(.2, .65) / (1 + np.exp(np.clip(-side / rng.uniform(1, 12), -30, 30))))[:, :, None]
        if rng.random() < .2:                                       # glare
            spot = np.zeros((size // 4, size // 4), np.float32)
            cv2.ellipse(spot, (rng.randint(0, size // 4), rng.randint(0, size // 4)), (rng.randint(4, 20), rng.randint(3, 12)), rng.uniform(0, 180), 0,
                        360, 1, -1)
            spot = cv2.resize(cv2.GaussianBlur(spot, (0, 0), rng.uniform(2, 6)), (size, size))
            scene += spot[:, :, None] * rng.uniform(60, 300)
        return scene

    def camera(self, scene, width):
        rng = self.rng
        blur = rng.random()
        if blur < .45:
            scene = cv2.GaussianBlur(scene, (0, 0), rng.uniform(.3, .011 * width + .4))
        elif blur < .6:
            n = rng.choice([3, 5, 7]) if width > 110 else 3
            kernel = np.zeros((n, n), np.float32)
            angle = rng.uniform(0, np.pi)
            c = n // 2
            cv2.line(kernel, (round(c - c * np.cos(angle)), round(c - c * np.sin(angle))), (round(c + c * np.cos(angle)), round(c + c * np.sin(angle))), 1)
            scene = cv2.filter2D(scene, -1, kernel / kernel.sum())
        scene *= np.float32([rng.uniform(.78, 1.15), rng.uniform(.9, 1.08), rng.uniform(.8, 1.15)])
        scene = 255 * np.power(np.clip(scene / 255, 0, 1), rng.uniform(.7, 1.5))
        scene = scene * rng.uniform(.5, 1.25) + rng.uniform(0, 40)
        scene += self.np_rng.randn(*scene.shape).astype(np.float32) * rng.uniform(0, 9)
        scene = np.clip(scene, 0, 255).astype(np.uint8)
        if rng.random() < .25:                                      # sharpening in the camera
            scene = cv2.addWeighted(scene, 1.6, cv2.GaussianBlur(scene, (0, 0), 1.2), -.6, 0)
        if rng.random() < .6:
            scene = cv2.imdecode(cv2.imencode(".jpg", scene, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(35, 95)])[1], cv2.IMREAD_COLOR)
        return scene

    # Samples --------------------------------------------------------------------------------------------------------------------

    def scene(self):
        """One picture with one card in its middle: (image, quad, label, deck, mask of what lies over the card or None)."""
        rng = self.rng
        what, deck = rng.random(), None
        if what < .88:
            card, label, deck = self.any_card()
        elif what < .96:
            card, label = self.backs[rng.randrange(len(self.backs))], FACE_BACK
        else:
            card, label = self.cuts[rng.randrange(len(self.cuts))], FACE_CUT
        width = float(np.exp(rng.uniform(np.log(52), np.log(200))))
        size = int(width * 1.9)
        quad = self.quad_in_scene(width, size)
        scene = self.background(size)
        if rng.random() < .14:
            (self.print_words if rng.random() < .7 else self.throw_dice)(scene)
        source = np.float32([[0, 0], [CARD_W, 0], [CARD_W, CARD_H], [0, CARD_H]])
        other_picture = lambda: self.any_card()[0] if rng.random() < .7 else self.backs[rng.randrange(len(self.backs))]
        for _ in range(rng.choice([0, 0, 1, 1, 2])):                # neighbours, touching or under it
            side = rng.randrange(4)
            shift = (quad[(side + 1) % 4] - quad[side - 2 if side % 2 else (side + 2) % 4]) * rng.uniform(.8, 1.1)
            self.lay(scene, other_picture().astype(np.float32), quad + shift + self.np_rng.uniform(-4, 4, 2).astype(np.float32), source)
        fan = label < 52 and rng.random() < .3
        if fan and rng.random() < .6:
            self.lay(scene, other_picture().astype(np.float32), self.fanned(quad, -1), source)
        self.lay(scene, self.wear(card), quad, source)
        if rng.random() < .08:
            self.sleeve(scene, quad)
        mask = None
        if fan:                                                     # the next cards of a fan lie over it
            over = self.fanned(quad, 1)
            self.lay(scene, other_picture().astype(np.float32), over, source)
            mask = np.zeros((size, size), np.uint8)
            cv2.fillConvexPoly(mask, np.int32(over), 255)
        elif rng.random() < .3:
            mask = self.occluder(size, quad, rng.uniform(-.1, .9))
            if rng.random() < .6:
                skin = np.float32([rng.randint(60, 190), rng.randint(80, 210), rng.randint(110, 250)])
            else:
                skin = np.float32([rng.randint(0, 255) for _ in range(3)])
            soft = cv2.GaussianBlur(mask, (0, 0), 1).astype(np.float32)[:, :, None] / 255
            scene = scene * (1 - soft) + skin * self.noise(size, 6, .8, 1.15)[:, :, None] * soft
        return self.camera(self.light(scene, size), width), quad, label, deck, mask

    def sleeve(self, scene, quad):
        """A clear plastic pocket: a dull film with a rim and streaks of light."""
        rng, size = self.rng, scene.shape[0]
        wide = (quad - quad.mean(0)) * np.float32([rng.uniform(1.02, 1.09)]) + quad.mean(0)
        film = np.zeros((size, size), np.float32)
        cv2.fillConvexPoly(film, np.int32(wide), rng.uniform(.04, .22))
        for _ in range(rng.randint(0, 3)):
            a, b = wide[rng.randrange(4)], wide[rng.randrange(4)] + self.np_rng.uniform(-.3, .3, 2) * size
            cv2.line(film, tuple(map(int, a)), tuple(map(int, b)), rng.uniform(.2, .6), rng.randint(1, 5), cv2.LINE_AA)
        cv2.polylines(film, [np.int32(wide)], True, rng.uniform(.2, .7), 1, cv2.LINE_AA)
        film = cv2.GaussianBlur(film, (0, 0), rng.uniform(.4, 2))[:, :, None]
        scene *= 1 - film
        scene += film * rng.uniform(150, 255)

    def throw_dice(self, scene):
        """Bright squares with spots: no cards and no indices."""
        rng, size = self.rng, scene.shape[0]
        for _ in range(rng.randint(2, 8)):
            side, at, angle = rng.uniform(.1, .3) * size, self.np_rng.uniform(0, 1, 2) * size, rng.uniform(0, 90)
            box = cv2.boxPoints(((float(at[0]), float(at[1])), (side, side), angle))
            cv2.fillConvexPoly(scene, np.int32(box), [rng.randint(150, 255)] * 3, cv2.LINE_AA)
            ink = [rng.randint(0, 60)] * 3 if rng.random() < .7 else [30, 30, rng.randint(120, 220)]
            for x, y in rng.sample([(-1, -1), (1, 1), (0, 0), (1, -1), (-1, 1), (-1, 0), (1, 0)], rng.randint(1, 6)):
                spot = box.mean(0) + (box[1] - box[0]) * x * .28 + (box[3] - box[0]) * y * .28
                cv2.circle(scene, tuple(map(int, spot)), max(1, int(.09 * side)), ink, -1, cv2.LINE_AA)

    def fanned(self, quad, direction):
        """A card of the same size that lies beside, below or askew of this one and leaves (direction 1) its first corner free."""
        rng = self.rng
        across, along = quad[1] - quad[0], quad[3] - quad[0]
        kind = rng.random()
        if kind < .55:
            by, angle = across * rng.uniform(.2, .6) + along * rng.uniform(-.08, .12), rng.uniform(-.05, .3)
        elif kind < .8:
            by, angle = along * rng.uniform(.26, .6) + across * rng.uniform(-.1, .15), rng.uniform(-.12, .12)
        else:
            by, angle = across * rng.uniform(.25, .6) + along * rng.uniform(.2, .6), rng.uniform(-.8, .8)
        turn = np.float32([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        return (((quad - quad.mean(0)) @ turn) + quad.mean(0) + direction * by).astype(np.float32)

    def print_words(self, scene):
        """Words on the table: a book, a paper, a box."""
        rng, size = self.rng, scene.shape[0]
        if rng.random() < .6:
            scene[:] = np.float32([rng.randint(170, 255) for _ in range(3)])
        for _ in range(rng.randint(4, 20)):
            word = "".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZaeghkmnrst0123456789") for _ in range(rng.randint(2, 9)))
            at = (rng.randint(-size // 4, size), rng.randint(0, size))
            ink = [rng.randint(0, 90)] * 3 if rng.random() < .7 else [rng.randint(0, 120), rng.randint(0, 120), rng.randint(120, 220)]
            cv2.putText(scene, word, at, rng.randrange(8), rng.uniform(.3, .012 * size), ink, rng.randint(1, 3), cv2.LINE_AA)

    def lay(self, scene, card, quad, source):
        size = scene.shape[0]
        matrix = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
        shrink = CARD_W / max(np.linalg.norm(quad[0] - quad[1]), 1)
        if shrink > 1.4:
            card = cv2.GaussianBlur(card, (0, 0), .32 * shrink)
        alpha = cv2.warpPerspective(self.mask, matrix, (size, size), flags=cv2.INTER_LINEAR).astype(np.float32)[:, :, None] / 255
        warped = cv2.warpPerspective(card, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        if self.rng.random() < .5:                                  # the card's own shadow
            x, y = self.rng.randint(-3, 3), self.rng.randint(-3, 3)
            shade = cv2.blur(np.roll(alpha[:, :, 0], (y, x), (0, 1)), (5, 5))[:, :, None]
            scene *= 1 - .4 * shade
        scene *= 1 - alpha
        scene += warped * alpha

    def jittered(self, quad, amount):
        width = np.linalg.norm(quad[0] - quad[1])
        own = self.np_rng.normal(0, .012 * amount, (4, 2)) + self.np_rng.normal(0, .014 * amount, 2)
        scale = 1 + self.np_rng.normal(0, .012 * amount)
        return ((quad - quad.mean(0)) * scale + quad.mean(0) + own * width).astype(np.float32)

    def cut(self, scene, quad, share, width, height, flags=cv2.INTER_LINEAR):
        """The part of a card's rectangle that starts at its first corner and spans `share` of it, as a picture."""
        unit = np.float32([[0, 0], [1, 0], [1, 1], [0, 1]])
        part = np.float32([[0, 0], [share[0], 0], [share[0], share[1]], [0, share[1]]])
        to_scene = cv2.getPerspectiveTransform(unit, quad.astype(np.float32))
        corners = cv2.perspectiveTransform(part[None], to_scene)[0]
        pixels = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
        shrink = np.linalg.norm(quad[0] - quad[1]) * share[0] / width
        if shrink > 2:
            scene = cv2.blur(scene, (2, 2))
        return cv2.warpPerspective(scene, cv2.getPerspectiveTransform(corners, pixels), (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)

    def samples(self):
        """(index crops [(picture, rank, suit, end)], face crops [(picture, class)]) of one scene; `end` is 0 or 1 for the index at the quad's
        first or third corner, 2 and 3 for the same found by its ink, -1 for places without an index."""
        rng = self.rng
        scene, quad, label, deck, mask = self.scene()
        rank, suit = (int(self.art["ranks"][deck][label // 4]), label % 4) if label < 52 else (RANK_NONE, SUIT_NONE)
        indices, faces = [], []
        seen = self.jittered(quad, rng.choice([.5, 1, 1, 1.6]))
        boxes = self.art["boxes"][deck][label] if label < 52 and not np.isnan(self.art["boxes"][deck][label][0]) else None
        to_scene = cv2.getPerspectiveTransform(np.float32([[0, 0], [CARD_W, 0], [CARD_W, CARD_H], [0, CARD_H]]), quad.astype(np.float32))
        for end, view in enumerate((seen, np.roll(seen, 2, 0))):
            covered = self.share_covered(mask, np.roll(quad, 2 * end, 0), boxes) if label < 52 else 0
            if .04 < covered < .5:
                continue
            free = covered <= .04
            crop = self.cut(scene, view, INDEX_SHARE, INDEX_W, INDEX_H)
            indices.append((crop, rank if free else RANK_NONE, suit if free else SUIT_NONE, end if free else -1))
            if boxes is not None and free and rng.random() < .6:
                points = np.concatenate([box_points(boxes[:4]), box_points(boxes[4:])])
                points = points if end == 0 else np.float32([CARD_W, CARD_H]) - points
                points = cv2.perspectiveTransform(points[None], to_scene)[0]
                found = self.shaken(pair_quad(points[:4], points[4:]))
                indices.append((self.cut(scene, found, INDEX_SHARE, INDEX_W, INDEX_H), rank, suit, 2 + end))
                if rng.random() < .12:                              # upside down
                    found = self.shaken(pair_quad(points[4:], points[:4]))
                    indices.append((self.cut(scene, found, INDEX_SHARE, INDEX_W, INDEX_H), RANK_NONE, SUIT_NONE, -1))
        indices += self.no_indices(scene, seen, label, deck, boxes, to_scene)
        covered = 0.0 if mask is None else float((self.cut(mask, seen, (1, 1), 40, 56) > 127).mean())
        view = seen if rng.random() < .5 else np.roll(seen, 2, 0)
        if covered < .14 or covered > .45:
            faces.append((self.cut(scene, view, (1, 1), FACE_W, FACE_H), label if covered < .14 else FACE_NONE))
        if rng.random() < .1:
            kind = rng.random()
            if kind < .4:
                view = np.roll(seen, 1, 0)
            elif kind < .8:
                view = seen + (seen[rng.randrange(4)] - seen.mean(0)) * rng.uniform(.8, 1.6)
            else:
                scene = self.camera(self.light(self.background(scene.shape[0]), scene.shape[0]), 120.)
            if kind >= .4 or label < 52:
                faces.append((self.cut(scene, view, (1, 1), FACE_W, FACE_H), FACE_NONE))
        return indices, faces

    def share_covered(self, mask, quad, boxes):
        """The share of the index at the quad's first corner that something lies over."""
        if mask is None:
            return 0.0
        share = (.2, .3) if boxes is None else (min(.42, max(boxes[2], boxes[6]) / CARD_W + .02), min(.52, boxes[7] / CARD_H + .02))
        return float((self.cut(mask, quad, share, 20, 30) > 127).mean())

    def shaken(self, quad):
        """An index found by its ink is found more or less exactly."""
        middle = quad[0] + (quad[1] - quad[0]) * INDEX_SHARE[0] * PAIR_AT[0] + (quad[3] - quad[0]) * INDEX_SHARE[1] * PAIR_AT[1]
        width = np.linalg.norm(quad[1] - quad[0]) * INDEX_SHARE[0]
        angle, scale = self.np_rng.normal(0, .07), np.exp(self.np_rng.normal(0, .07))
        turn = np.float32([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) * scale
        return ((quad - middle) @ turn + middle + self.np_rng.normal(0, .035, 2) * width).astype(np.float32)

    def no_indices(self, scene, seen, label, deck, boxes, to_scene):
        """Crops of places where no index is: beside the corners, anywhere, and pieces of ink that are no rank above a suit."""
        rng, out = self.rng, []
        none = lambda quad: out.append((self.cut(scene, np.float32(quad), INDEX_SHARE, INDEX_W, INDEX_H), RANK_NONE, SUIT_NONE, -1))
        if rng.random() < .25:
            away = seen + rng.choice([-1, 1]) * (seen[1] - seen[0]) * rng.uniform(.3, .8) + (seen[3] - seen[0]) * rng.uniform(-.3, .3)
            if rng.random() < .3:
                away = np.roll(seen, 1, 0) + (seen[1] - seen[0]) * rng.uniform(.1, .5)
            if label >= 52 or rng.random() < .5:
                none(away)
        if rng.random() < .15:
            at, angle, height = self.np_rng.uniform(.1, .9, 2) * scene.shape[0], rng.uniform(0, 6.283), rng.uniform(18, 60)
            up = np.float32([np.cos(angle), np.sin(angle)])
            points = np.float32([at + up * height / 2, at - up * height / 2])
            quad = pair_quad(points[:1], points[1:])
            corner = np.concatenate([seen, seen.mean(0)[None]])
            if label >= 52 or min(np.linalg.norm(corner[:4] - at, axis=1)) > .5 * np.linalg.norm(seen[1] - seen[0]):
                none(quad)
        if boxes is not None and rng.random() < .4:
            pieces = blobs(self.decks[deck][label])
            own = lambda b: (b[2] <= max(boxes[2], boxes[6]) + 2 and b[3] <= boxes[7] + 2) or (
                b[0] >= CARD_W - max(boxes[2], boxes[6]) - 2 and b[1] >= CARD_H - boxes[7] - 2)
            one = [b for b in pieces if not own(b)]
            if one:
                first = one[rng.randrange(len(one))]
                distance = lambda b: np.hypot(b[0] + b[2] - first[0] - first[2], b[1] + b[3] - first[1] - first[3])
                rest = sorted((b for b in pieces if b != first), key=distance)[:3]
                if rest:
                    pair = [first, rest[rng.randrange(len(rest))]]
                    rng.shuffle(pair)
                    points = np.concatenate([box_points(pair[0]), box_points(pair[1])])
                    points = cv2.perspectiveTransform(points[None], to_scene)[0]
                    none(self.shaken(pair_quad(points[:4], points[4:])))
        return out


def make_samples(maker, count):
    """`count` scenes as arrays: index pictures, ranks, suits, ends, the scene of each; face pictures, classes, the scene of each."""
    indices, faces = [], []
    for number in range(count):
        some, whole = maker.samples()
        indices += [one + (number,) for one in some]
        faces += [one + (number,) for one in whole]
    ranks, suits, ends, of_index = (np.int64([i[k] for i in indices]) for k in (1, 2, 3, 4))
    return {"index": np.stack([i[0] for i in indices]), "rank": ranks, "suit": suits, "end": ends, "index_scene": of_index,
            "face": np.stack([f[0] for f in faces]), "kind": np.int64([f[1] for f in faces]), "face_scene": np.int64([f[2] for f in faces])}
