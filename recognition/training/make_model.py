"""Makes both networks from nothing: artwork, rendered scenes, training, ONNX, model card. See README.md for the command.

Uses at most two cores. Deterministic for a given seed up to the order of floating point sums.
"""
import argparse
import copy
import json
import os
import random
import sys
import time
from multiprocessing import Process

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import artwork  # noqa: E402
import calibrate  # noqa: E402
import scenes  # noqa: E402


# Shipped designs that are kept from training, with as many program-drawn decks, to measure and to calibrate on.
HELD_DESIGNS = ("svg-cards", "gnome-rheinland", "kde-dondorf")
HELD_DRAWN = 24


def art_of(args):
    """The decks; made once and kept in the work folder."""
    path = os.path.join(args.work, f"art_{args.drawn}_{args.seed}.npz")
    if not os.path.exists(path):
        np.savez(path + ".part.npz", **artwork.make_all(args.modules, args.drawn, args.seed, 2, HELD_DESIGNS))
        os.replace(path + ".part.npz", path)
    return path


def decks_for(art, held):
    """The numbers of the decks that are trained on, or of those held back."""
    first_drawn, all_decks = int(art["packaged"]), len(art["decks"])
    kept = [n for n, name in enumerate(art["names"]) if str(name) in HELD_DESIGNS] + list(range(all_decks - HELD_DRAWN, all_decks))
    assert all_decks - HELD_DRAWN > first_drawn
    return kept if held else [n for n in range(all_decks) if n not in kept]


def render_part(art_file, count, seed, held, target):
    with np.load(art_file) as loaded:
        art = {key: loaded[key] for key in loaded.files}
    maker = scenes.SceneMaker(art, decks_for(art, held), seed)
    np.savez(target + ".part.npz", **scenes.make_samples(maker, count))
    os.replace(target + ".part.npz", target)


def run_all(jobs):
    """Runs each (function, arguments) in a process of its own, two at a time."""
    for start in range(0, len(jobs), 2):
        running = [Process(target=function, args=arguments) for function, arguments in jobs[start:start + 2]]
        for process in running:
            process.start()
        for process in running:
            process.join()
            if process.exitcode != 0:
                raise SystemExit("a process failed")


def render(args):
    """Scenes of the decks to train on and of those held back; kept in the work folder and not made again."""
    art_file = art_of(args)
    name = lambda what: os.path.join(args.work, f"{what}_{args.drawn}_{args.seed}_{args.scenes}.npz")
    wanted = [(name(f"scenes_{part}"), args.scenes // 2, args.seed * 1000 + part, False) for part in (0, 1)]
    wanted += [(name(f"held_{part}"), args.held // 2, args.seed * 1000 + 500 + part, True) for part in (0, 1)]
    run_all([(render_part, (art_file, count, seed, held, target)) for target, count, seed, held in wanted if not os.path.exists(target)])
    return [one[0] for one in wanted[:2]], [one[0] for one in wanted[2:]]


# Networks ------------------------------------------------------------------------------------------------------------------------------


def networks():
    import torch
    from torch import nn

    def block(inside, outside):
        return [nn.Conv2d(inside, outside, 3, 1, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU()]

    # Full-kernel convolutions stand for linear layers: many times faster on a machine without a tuned BLAS.
    index = nn.Sequential(nn.Conv2d(3, 24, 5, 2, 2, bias=False), nn.BatchNorm2d(24), nn.ReLU(), *block(24, 32), nn.MaxPool2d(2), *block(32, 64),
                          nn.MaxPool2d(2), *block(64, 64), nn.Conv2d(64, 96, (8, 5), bias=False), nn.BatchNorm2d(96), nn.ReLU(), nn.Dropout(.2),
                          nn.Conv2d(96, 19, 1))
    face = nn.Sequential(nn.Conv2d(3, 16, 5, 2, 2, bias=False), nn.BatchNorm2d(16), nn.ReLU(), *block(16, 32), nn.MaxPool2d(2), *block(32, 64),
                         nn.MaxPool2d(2), *block(64, 64), *block(64, 96), nn.MaxPool2d(2), *block(96, 96), nn.Conv2d(96, 128, (5, 4), bias=False),
                         nn.BatchNorm2d(128), nn.ReLU(), nn.Dropout(.2), nn.Conv2d(128, 55, 1))
    return torch, {"index": index, "face": face}


def prepared(torch, pictures, augment):
    """uint8 (N, H, W, 3) to normalised float (N, 3, H, W): each picture minus its mean, by its deviation. The classifier does the same."""
    x = torch.from_numpy(pictures).permute(0, 3, 1, 2).float()
    if augment:
        n = len(x)
        x = x * (1 + .12 * (torch.rand(n, 3, 1, 1) - .5)) + 12 * (torch.rand(n, 3, 1, 1) - .5)
        dx, dy = random.randint(-1, 1), random.randint(-1, 1)
        x = torch.roll(x, (dy, dx), (2, 3))
        x = x + torch.randn(n, 1, x.shape[2], x.shape[3]) * random.uniform(0, 6)
        x = x.clamp(0, 255)
    mean = x.mean((1, 2, 3), keepdim=True)
    deviation = x.std((1, 2, 3), keepdim=True)
    return ((x - mean) / (deviation + 8)).contiguous(memory_format=torch.channels_last)


SHAPES = {"index": ("corner_index.onnx", (1, 3, scenes.INDEX_H, scenes.INDEX_W)), "face": ("card_face.onnx", (1, 3, scenes.FACE_H, scenes.FACE_W))}


def export(torch, name, net, folder):
    file, shape = SHAPES[name]
    path = os.path.join(folder, file)
    copy_of = copy.deepcopy(net).eval().to(memory_format=torch.contiguous_format)
    torch.onnx.export(copy_of, torch.zeros(shape), path + ".part", opset_version=11, input_names=["picture"], output_names=["logits"],
                      dynamic_axes={"picture": {0: "batch"}, "logits": {0: "batch"}})
    os.replace(path + ".part", path)
    return path


def samples_of(name, files):
    """Pictures and their labels of all files."""
    keys = ("index", "rank", "suit") if name == "index" else ("face", "kind")
    parts = [np.load(file) for file in files]
    return [np.concatenate([part[key] for part in parts]) for key in keys]


def train(name, data_files, held_files, epochs, seed, folder):
    """One network on one core, exported after every epoch; its facts go to a JSON file beside it."""
    torch, nets = networks()
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    np.random.seed(seed)
    random.seed(seed)
    net = nets[name].to(memory_format=torch.channels_last)
    pictures, *labels = samples_of(name, data_files)
    held_pictures, *held_labels = samples_of(name, held_files)
    batch, order = 96, np.arange(len(pictures))
    steps = epochs * (len(order) // batch)
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=4e-3, total_steps=steps, pct_start=.15)
    loss_of = torch.nn.CrossEntropyLoss(label_smoothing=.01)
    parts = [(0, 14), (14, 19)] if name == "index" else [(0, 55)]
    targets = [torch.from_numpy(label) for label in labels]
    done, began, shown, accuracy = 0, time.time(), 3.0, 0.0
    for epoch in range(epochs):
        net.train()
        order = np.random.permutation(order)
        for start in range(0, len(order) - batch + 1, batch):
            rows = order[start:start + batch]
            out = net(prepared(torch, pictures[rows], True)).flatten(1)
            loss = sum(loss_of(out[:, a:b], target[rows]) for (a, b), target in zip(parts, targets))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            done += 1
            shown = .98 * shown + .02 * float(loss)
            if done % 100 == 0:
                print(name, epoch, f"{done}/{steps}", f"loss {shown:.3f}", f"{done * batch / (time.time() - began):.0f}/s", flush=True)
        right = held_out(torch, net, held_pictures, held_labels, parts)
        accuracy = right / max(len(held_pictures), 1)
        path = export(torch, name, net, folder)
        print(name, "epoch", epoch, "accuracy on held-out decks", round(accuracy, 4), f"{time.time() - began:.0f} s", flush=True)
    facts = {"input": list(SHAPES[name][1]), "outputs": 19 if name == "index" else 55, "samples": len(pictures), "epochs": epochs,
             "accuracy_on_held_out_decks": round(accuracy, 4), "bytes": os.path.getsize(path), "minutes": round((time.time() - began) / 60, 1)}
    with open(os.path.join(folder, name + ".facts"), "w", encoding="utf-8") as file:
        json.dump(facts, file)


def held_out(torch, net, pictures, labels, parts):
    """How many pictures are named right in every part of the answer."""
    net.eval()
    right = 0
    with torch.no_grad():
        for start in range(0, len(pictures), 500):
            out = net(prepared(torch, pictures[start:start + 500], False)).flatten(1)
            good = torch.ones(out.shape[0], dtype=torch.bool)
            for (a, b), label in zip(parts, labels):
                good &= out[:, a:b].argmax(1) == torch.from_numpy(label[start:start + 500])
            right += int(good.sum())
    return right


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser()
    parser.add_argument("--modules", default=os.path.join(here, "node_modules"), help="where npm put the artwork")
    parser.add_argument("--work", required=True, help="folder for what is rendered (several GB)")
    parser.add_argument("--out", default=os.path.join(here, "model"))
    parser.add_argument("--drawn", type=int, default=220, help="program-drawn decks")
    parser.add_argument("--scenes", type=int, default=100000, help="scenes to train on")
    parser.add_argument("--held", type=int, default=8000, help="scenes of decks that are not trained on")
    parser.add_argument("--index-epochs", type=int, default=6)
    parser.add_argument("--face-epochs", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    os.makedirs(args.work, exist_ok=True)
    os.makedirs(args.out, exist_ok=True)
    data, held = render(args)
    print("rendered", flush=True)
    run_all([(train, (name, data, held, epochs, args.seed, args.out)) for name, epochs in (("index", args.index_epochs), ("face", args.face_epochs))])
    with open(os.path.join(here, "package.json"), encoding="utf-8") as file:
        packages = json.load(file)["dependencies"]
    card = {"seed": args.seed, "program_drawn_decks": args.drawn, "scenes": args.scenes, "scenes_held_out": args.held, "opset": 11, "photographs_trained_on": 0,
            "command": "sh recognition/training/train.sh WORK_FOLDER", "packages": packages, "apt_packages": ["gnome-cards-data", "kdegames-card-data-kf5"], "networks": {}}
    for name, (file_name, _) in SHAPES.items():
        facts = os.path.join(args.out, name + ".facts")
        with open(facts, encoding="utf-8") as file:
            card["networks"][file_name] = json.load(file)
        os.remove(facts)
    card["calibration"] = calibrate.calibrate(args.out, held)
    with open(os.path.join(args.out, "model.json"), "w", encoding="utf-8") as file:
        json.dump(card, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
