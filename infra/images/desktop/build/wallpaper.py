"""Draws the wallpaper: quiet hills under an evening sky, in flat colours that stay small as PNG."""

import math
import sys

from PIL import Image, ImageDraw

WIDTH, HEIGHT = 1920, 1080
SKY_TOP, SKY_LOW = (26, 44, 66), (186, 146, 128)
HILLS = ((0.62, 0.045, 1.7, 0.4, (78, 92, 112)), (0.72, 0.05, 1.1, 2.1, (54, 74, 94)),
         (0.82, 0.04, 1.9, 4.0, (38, 58, 76)), (0.91, 0.03, 1.3, 5.2, (27, 44, 60)))
BAND = 12


def mix(a: tuple, b: tuple, part: float) -> tuple:
    return tuple(round(x + (y - x) * part) for x, y in zip(a, b, strict=True))


def main(target: str) -> None:
    image = Image.new("RGB", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(image)
    for top in range(0, HEIGHT, BAND):
        draw.rectangle((0, top, WIDTH, top + BAND), fill=mix(SKY_TOP, SKY_LOW, min(1, top / (HEIGHT * 0.75)) ** 1.6))
    draw.ellipse((1330, 430, 1490, 590), fill=(232, 196, 160))
    for level, height, waves, phase, colour in HILLS:
        ridge = [(x, HEIGHT * (level + height * math.sin(waves * math.tau * x / WIDTH + phase)
                               + 0.3 * height * math.sin(3.1 * waves * math.tau * x / WIDTH + phase)))
                 for x in range(0, WIDTH + 8, 8)]
        draw.polygon([(0, HEIGHT), *ridge, (WIDTH, HEIGHT)], fill=colour)
    image.save(target, optimize=True)


main(sys.argv[1])
