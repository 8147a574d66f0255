"""Cards laid on a table and seen by a bad camera, cut out again: the samples both networks learn from.

The crop geometry here and in recognition/vision/card_classifier.cpp must be the same.
"""
import random

import cv2
import numpy as np

from artwork import CARD_H, CARD_W

INDEX_W, INDEX_H = 40, 64          # px of the corner crop
INDEX_SHARE = (0.29, 0.36)         # of the card's width and height that the corner crop spans
FACE_W, FACE_H = 64, 88            # px of the whole-card crop
RANK_NONE, SUIT_NONE = 13, 4       # classes "no index here"
FACE_BACK, FACE_CUT, FACE_NONE = 52, 53, 54

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


class SceneMaker:
    """Makes samples; `decks`, `backs`, `cuts` as artwork.make_all gives them. Seeded: the same seed, the same samples."""

    def __init__(self, decks, backs, cuts, packaged, seed):
        self.decks, self.backs, self.cuts, self.packaged = decks, backs, cuts, packaged
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
        deck = self.decks[self.rng.randrange(len(self.decks))] if self.rng.random() < .6 else self.decks[self.rng.randrange(self.packaged)]
        label = self.rng.randrange(52)
        return deck[label], label

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
        """One picture with one card in its middle: (image, quad, label, occlusion mask or None)."""
        rng = self.rng
        what = rng.random()
        if what < .86:
            card, label = self.any_card()
        elif what < .95:
            card, label = self.backs[rng.randrange(len(self.backs))], FACE_BACK
        else:
            card, label = self.cuts[rng.randrange(len(self.cuts))], FACE_CUT
        width = float(np.exp(rng.uniform(np.log(52), np.log(200))))
        size = int(width * 1.9)
        quad = self.quad_in_scene(width, size)
        scene = self.background(size)
        source = np.float32([[0, 0], [CARD_W, 0], [CARD_W, CARD_H], [0, CARD_H]])
        for other in range(rng.choice([0, 0, 1, 1, 2])):            # neighbours, touching or under it
            side = rng.randrange(4)
            shift = (quad[(side + 1) % 4] - quad[side - 2 if side % 2 else (side + 2) % 4]) * rng.uniform(.8, 1.1)
            picture = self.any_card()[0] if rng.random() < .7 else self.backs[rng.randrange(len(self.backs))]
            self.lay(scene, picture.astype(np.float32), quad + shift + self.np_rng.uniform(-4, 4, 2).astype(np.float32), source)
        self.lay(scene, self.wear(card), quad, source)
        mask = None
        if rng.random() < .3:
            mask = self.occluder(size, quad, rng.uniform(-.1, .9))
            if rng.random() < .6:
                skin = np.float32([rng.randint(60, 190), rng.randint(80, 210), rng.randint(110, 250)])
            else:
                skin = np.float32([rng.randint(0, 255) for _ in range(3)])
            soft = cv2.GaussianBlur(mask, (0, 0), 1).astype(np.float32)[:, :, None] / 255
            scene = scene * (1 - soft) + skin * self.noise(size, 6, .8, 1.15)[:, :, None] * soft
        return self.camera(self.light(scene, size), width), quad, label, mask

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
        """(index crops [(picture, rank, suit)], face crops [(picture, class)]) of one scene."""
        rng = self.rng
        scene, quad, label, mask = self.scene()
        rank, suit = (label // 4, label % 4) if label < 52 else (RANK_NONE, SUIT_NONE)
        indices, faces = [], []
        seen = self.jittered(quad, rng.choice([.5, 1, 1, 1.6]))
        for turned in (seen, np.roll(seen, 2, 0)):
            covered = 0.0
            if mask is not None and label < 52:
                part = self.cut(mask, turned, (.2, .3), 20, 30)
                covered = float((part > 127).mean())
            if .03 < covered < .3:
                continue
            crop = self.cut(scene, turned, INDEX_SHARE, INDEX_W, INDEX_H)
            indices.append((crop, rank if covered < .3 else RANK_NONE, suit if covered < .3 else SUIT_NONE))
        if rng.random() < .25:                                      # a place where no index is
            away = seen + rng.choice([-1, 1]) * (seen[1] - seen[0]) * rng.uniform(.3, .8) + (seen[3] - seen[0]) * rng.uniform(-.3, .3)
            if rng.random() < .3:
                away = np.roll(seen, 1, 0) + (seen[1] - seen[0]) * rng.uniform(.1, .5)
            four = label >= 52 or rng.random() < .5
            if four:
                indices.append((self.cut(scene, away, INDEX_SHARE, INDEX_W, INDEX_H), RANK_NONE, SUIT_NONE))
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


def make_samples(maker, count):
    """`count` scenes as arrays: index pictures, ranks, suits, face pictures, classes."""
    indices, faces = [], []
    for _ in range(count):
        some, whole = maker.samples()
        indices += some
        faces += whole
    return (np.stack([i[0] for i in indices]), np.int64([i[1] for i in indices]), np.int64([i[2] for i in indices]),
            np.stack([f[0] for f in faces]), np.int64([f[1] for f in faces]))
