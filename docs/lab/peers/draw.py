"""Puts a table together from its sprites with Pillow."""
import io
import json
import sys
import time

from PIL import Image

folder = sys.argv[1]
with open(f"{folder}/scene.json") as f:
    scene = json.load(f)
size = (scene["width"], scene["height"])
paletted = [Image.open(f"{folder}/{i}.png") for i in range(len(scene["parts"]))]
coloured = [m.convert("RGB") for m in paletted]
palette = paletted[0].getpalette()


def table(mode, parts, ground):
    picture = Image.new(mode, size, ground)
    if mode == "P":
        picture.putpalette(palette)
    for part, place in zip(parts, scene["parts"]):
        picture.paste(part, (place["x"], place["y"]))
    return picture


def measure(name, picture, **how):
    times = []
    for _ in range(8):
        start = time.perf_counter()
        out = io.BytesIO()
        picture().save(out, "PNG", **how)
        times.append((time.perf_counter() - start) * 1e6)
    times.sort()
    print(name, f"{times[len(times) // 2]:.1f}", len(out.getvalue()), sep="\t")


measure("Pillow: RGB sprites", lambda: table("RGB", coloured, scene["ground"]))
measure("Pillow: palette sprites, level 1", lambda: table("P", paletted, 0), compress_level=1)
