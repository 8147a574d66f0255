"""Fits what the networks' numbers mean, on decks that were not trained on: temperatures, and the probability that an answer is right.

The rule repeated here is that of recognition/vision/evidence.cpp; both read the networks through OpenCV, as the product does.
"""
import os

import cv2
import numpy as np

SLIP, NAMES, OBJECTS, SUPPORTS = .01, .5, .5, .03
RANK_NONE, SUIT_NONE = 13, 4
# No answer may be less sure than this, however few errors the answers hold together.
LEAST_CONFIDENCE = {"card": .998, "index": .99}
# How an index alone is looked at again: shift in shares of its crop, scale, degrees; as in recognition/vision/card_classifier.cpp.
LOOKS = [(.05, .03, 1, 3), (-.05, -.03, 1, -3), (.03, -.04, .93, -5), (-.03, .04, .93, 5), (0, 0, 1.08, 4), (0, 0, 1.08, -4)]
WORTH_MORE_LOOKS = .4


def logits_of(path, pictures):
    """The network's answers to uint8 pictures (N, H, W, 3)."""
    net = cv2.dnn.readNetFromONNX(path)
    out = []
    for start in range(0, len(pictures), 64):
        x = pictures[start:start + 64].transpose(0, 3, 1, 2).astype(np.float32)
        x -= x.mean((1, 2, 3), keepdims=True)
        net.setInput(np.ascontiguousarray(x / (x.std((1, 2, 3), keepdims=True) + 8)))
        out.append(net.forward().reshape(len(x), -1).copy())
    return np.concatenate(out).astype(np.float64)


def softmax(logits, temperature):
    e = np.exp((logits - logits.max(1, keepdims=True)) / temperature)
    return e / e.sum(1, keepdims=True)


def temperature_of(logits, truth):
    """The temperature under which the truth is most likely."""
    choices = np.arange(.5, 3.01, .05)
    likely = [np.log(softmax(logits, t)[np.arange(len(truth)), truth] + 1e-12).mean() for t in choices]
    return float(choices[int(np.argmax(likely))])


def log_odds(p):
    p = np.clip(p, 1e-9, 1 - 1e-9)
    return np.log(p / (1 - p))


def line_of(x, right):
    """(offset, slope) of the logistic line P(right) = 1 / (1 + exp(-(offset + slope * x))), with a weak wish for (0, 1)."""
    probability = lambda line: 1 / (1 + np.exp(-np.clip(line[0] + line[1] * x, -30, 30)))

    def cost(line):
        p = np.clip(probability(line), 1e-13, 1 - 1e-13)
        return -np.log(np.where(right, p, 1 - p)).sum() + (line[0] ** 2 + (line[1] - 1) ** 2) / 2

    line = np.array([0.0, 1.0])
    for _ in range(100):
        p = probability(line)
        w = p * (1 - p)
        gradient = np.array([(right - p).sum() - line[0], ((right - p) * x).sum() - (line[1] - 1)])
        hessian = np.array([[w.sum() + 1, (w * x).sum()], [(w * x).sum(), (w * x * x).sum() + 1]])
        step = np.linalg.solve(hessian, gradient)
        while cost(line + step) > cost(line) and abs(step).max() > 1e-9:
            step /= 2
        line = line + step
        if abs(step).max() < 1e-7:
            break
    return float(line[0]), float(line[1])


def index_witness(rank, suit):
    """(N, 52) probabilities of cards and (N,) of nothing."""
    return (rank[:, :13, None] * suit[:, None, :4]).reshape(len(rank), 52), np.maximum(rank[:, RANK_NONE], suit[:, SUIT_NONE])


def fused(witnesses):
    product = np.ones_like(witnesses[0][0])
    for cards, nothing in witnesses:
        product = product * ((1 - SLIP) * (cards + nothing[:, None] / 52) + SLIP / 52)
    return product / product.sum(1, keepdims=True)


def answers(witnesses):
    """(best card, its fused probability, whether the rule lets it be answered when sure enough)."""
    cards = fused(witnesses)
    best = cards.argmax(1)
    rows = np.arange(len(best))
    names = sum(((c.argmax(1) == best) & (c[rows, best] >= NAMES)).astype(int) for c, _ in witnesses)
    contradicted = sum(((c.argmax(1) != best) & (c.max(1) >= OBJECTS)).astype(int) for c, _ in witnesses) > 0
    face, nothing = witnesses[2]
    allowed = (names >= 2) & ~contradicted & ((nothing >= NAMES) | (face[rows, best] >= SUPPORTS))
    return best, cards[rows, best], allowed


def threshold_of(confidence, wanted):
    """The least confidence from which on the answers' expected share of errors, by their own confidences, is at most `wanted`."""
    order = np.sort(confidence)[::-1]
    expected = np.cumsum(1 - order) / np.arange(1, len(order) + 1)
    good = np.nonzero(expected <= wanted)[0]
    return float(order[good[-1]]) if len(good) else .999


def bins_of(confidence, right):
    """Rows (from, to, answers, mean confidence, share right)."""
    out = []
    for low, high in ((0, .5), (.5, .8), (.8, .9), (.9, .95), (.95, .99), (.99, .999), (.999, 1.0000001)):
        rows = (confidence >= low) & (confidence < high)
        if rows.any():
            out.append([low, min(high, 1), int(rows.sum()), round(float(confidence[rows].mean()), 5), round(float(right[rows].mean()), 5)])
    return out


def looked_again(pictures, look):
    """Corner crops as another look at the same index would give them."""
    x, y, scale, degrees = look
    height, width = pictures.shape[1:3]
    turn = np.radians(degrees)
    matrix = scale * np.float32([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    center = np.float32([width / 2, height / 2])
    shift = center - matrix @ center + np.float32([x * width, y * height])
    to_picture = np.hstack([matrix, shift[:, None]]).astype(np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.stack([cv2.warpAffine(p, to_picture, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE) for p in pictures])


def judged(x, right, wanted, least):
    """A logistic line over `x` and what it gives."""
    offset, slope = line_of(x, right)
    confidence = 1 / (1 + np.exp(-np.clip(offset + slope * x, -30, 30)))
    threshold = max(threshold_of(confidence, wanted), least)
    told = confidence >= threshold
    if not told.any():
        raise SystemExit("the networks answer nothing of the held-out decks")
    return {"offset": round(offset, 4), "slope": round(slope, 4), "threshold": round(threshold, 5),
            "expected_error": round(float((1 - confidence[told]).mean()), 6), "answered_of_held_out": round(float(told.mean()), 4),
            "answers": int(told.sum()), "wrong_answers": int((told & ~right).sum()), "reliability": bins_of(confidence, right)}


def calibrate(folder, held_files, wanted_error=.0005):
    """The constants for model.json."""
    parts = [np.load(file) for file in held_files]
    index = np.concatenate([p["index"] for p in parts])
    rank, suit, end = (np.concatenate([p[key] for p in parts]) for key in ("rank", "suit", "end"))
    logits = logits_of(os.path.join(folder, "corner_index.onnx"), index)
    face_logits = logits_of(os.path.join(folder, "card_face.onnx"), np.concatenate([p["face"] for p in parts]))
    kind = np.concatenate([p["kind"] for p in parts])
    out = {"rank_temperature": round(temperature_of(logits[:, :14], rank), 3), "suit_temperature": round(temperature_of(logits[:, 14:], suit), 3),
           "face_temperature": round(temperature_of(face_logits, kind), 3)}
    ranks, suits = softmax(logits[:, :14], out["rank_temperature"]), softmax(logits[:, 14:], out["suit_temperature"])
    faces = softmax(face_logits, out["face_temperature"])
    # An index by itself, of places where an index is and where none is: the mean of all looks, where all name one card.
    cards, _ = index_witness(ranks, suits)
    rows = np.nonzero(cards.max(1) >= WORTH_MORE_LOOKS)[0]
    mean, same, first = cards[rows].copy(), np.ones(len(rows), bool), cards[rows].argmax(1)
    for look in LOOKS:
        again = logits_of(os.path.join(folder, "corner_index.onnx"), looked_again(index[rows], look))
        one, _ = index_witness(softmax(again[:, :14], out["rank_temperature"]), softmax(again[:, 14:], out["suit_temperature"]))
        same &= one.argmax(1) == first
        mean += one
    mean /= len(LOOKS) + 1
    right = (rank[rows] < RANK_NONE) & (first == rank[rows] * 4 + suit[rows])
    out["index"] = judged(log_odds(mean.max(1))[same], right[same], wanted_error, LEAST_CONFIDENCE["index"])
    out["index"]["allowed_of_held_out"] = round(float((same & right).sum() / (rank < RANK_NONE).sum()), 4)
    # Whole cards: both indices and the face of one scene. Scene numbers count from 0 in each file.
    scene_of_index = np.concatenate([p["index_scene"] + 10 ** 6 * n for n, p in enumerate(parts)])
    scene_of_face = np.concatenate([p["face_scene"] + 10 ** 6 * n for n, p in enumerate(parts)])
    scenes, first = np.unique(scene_of_face, return_index=True)
    whole = kind[first] < 52
    scenes, first = scenes[whole], first[whole]
    witnesses = []
    for wanted_end in (0, 1):
        rows = np.nonzero(end == wanted_end)[0]
        place = {scene: row for scene, row in zip(scene_of_index[rows], rows)}
        found = np.array([place.get(scene, -1) for scene in scenes])
        one, nothing = index_witness(ranks[found], suits[found])
        one[found < 0], nothing[found < 0] = 0, 1
        witnesses.append((one, nothing))
    witnesses.append((faces[first][:, :52], faces[first][:, 52:].sum(1)))
    best, probability, allowed = answers(witnesses)
    out["card"] = judged(log_odds(probability)[allowed], (best == kind[first])[allowed], wanted_error, LEAST_CONFIDENCE["card"])
    out["card"]["allowed_of_held_out"] = round(float(allowed.mean()), 4)
    return out
