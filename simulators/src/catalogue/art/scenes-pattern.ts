import type { Random } from '../../kit/random.ts'
import { type Canvas, type Ink, mix, paint, type Shape, wash } from './canvas.ts'
import type { Palette } from './palettes.ts'
import { both, boxAround, circle, either, ellipse, polygon, rectangle, ring } from './shapes.ts'

/** A wall of tiles: discs, quarters and halves in five inks. */
export function paintTiles(canvas: Canvas, { high, low, mid, dark, accent }: Palette, random: Random): void {
  const { tall } = canvas
  const columns = tall > 1 ? 4 : 8
  // Whole pixels, or a seam of the ground shows between tiles.
  const size = Math.ceil(canvas.width / columns) / canvas.width
  wash(canvas, [low, low])
  const inks: Ink[] = [high, mid, dark, accent, low]
  for (let row = 0; row * size < tall; row++) {
    for (let column = 0; column < columns; column++) {
      const left = column * size
      const top = row * size
      const box = { left, top, right: left + size, bottom: top + size }
      const [ground, figure] = random.sample(inks, 2)
      if (!ground || !figure) continue
      paint(canvas, rectangle(box), ground, { box })
      paintTile(canvas, box, figure, random)
    }
  }
}

function paintTile(
  canvas: Canvas,
  box: { left: number; top: number; right: number; bottom: number },
  ink: Ink,
  random: Random,
): void {
  const size = box.right - box.left
  const cell = rectangle(box)
  const corner = random.pick([
    [box.left, box.top],
    [box.right, box.top],
    [box.left, box.bottom],
    [box.right, box.bottom],
  ] as const)
  const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const
  const kind = random.int(0, 5)
  if (kind <= 1) return paint(canvas, both(cell, circle(corner[0], corner[1], size)), ink, { box })
  if (kind === 2) return paint(canvas, circle(middle[0], middle[1], size * 0.34), ink, { box })
  if (kind === 3) return paint(canvas, both(cell, circle(middle[0], box.bottom, size / 2)), ink, { box })
  if (kind === 4) {
    for (const share of [1, 0.62, 0.26])
      paint(canvas, both(cell, ring(corner[0], corner[1], size * share, size * 0.15)), ink, { box })
    return
  }
  const half = polygon([
    [box.left, box.top],
    [box.right, box.top],
    [box.left, box.bottom],
  ])
  paint(canvas, both(cell, half), ink, { box })
}

/** One large flower, petals upon petals. */
export function paintBloom(canvas: Canvas, { high, low, mid, dark, accent }: Palette, random: Random): void {
  const { tall } = canvas
  const unit = Math.min(1, tall)
  wash(canvas, [high, mix(high, low, 0.85)], 0, tall)
  const cx = 0.5 + (random.next() - 0.5) * 0.16
  const cy = tall * 0.42
  const stem = (x: number, y: number) =>
    Math.max(Math.abs(x - cx - 0.05 * Math.sin((y - cy) * 3)) - unit * 0.012, cy - y)
  paint(canvas, stem, dark)
  for (const side of [-1, 1]) {
    const y = tall * (0.76 + side * 0.04)
    paint(canvas, leaf(cx + side * unit * 0.14, y, unit * 0.17, side * -0.5), mix(dark, mid, 0.3))
  }
  const petals = random.pick([7, 8, 9, 11])
  for (let layer = 0; layer < 3; layer++) {
    const reach = unit * (0.27 - layer * 0.075)
    const ink = mix(mix(mid, low, 0.12), accent, layer / 2)
    for (let i = 0; i < petals; i++) {
      const angle = ((i + layer * 0.5) / petals) * Math.PI * 2
      const x = cx + Math.cos(angle) * reach * 0.72
      const y = cy + Math.sin(angle) * reach * 0.72
      const petal = leaf(x, y, reach * 0.72, angle)
      paint(canvas, petal, mix(ink, i % 2 ? dark : low, 0.12), {
        box: boxAround(x, y, reach * 0.8),
        opacity: 0.94,
      })
    }
  }
  paint(canvas, circle(cx, cy, unit * 0.06), dark)
  for (let i = 0; i < 14; i++) {
    const angle = i * 2.4
    const away = unit * 0.05 * Math.sqrt(i / 14)
    paint(canvas, circle(cx + Math.cos(angle) * away, cy + Math.sin(angle) * away, unit * 0.005), accent)
  }
}

/** An almond turned by `angle`. */
function leaf(cx: number, cy: number, length: number, angle: number): (x: number, y: number) => number {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const almond = both(
    circle(0, length * 0.75, length * 1.25),
    both(circle(0, -length * 0.75, length * 1.25), ellipse(0, 0, length, length * 0.5)),
  )
  return (x, y) => almond((x - cx) * cos + (y - cy) * sin, (y - cy) * cos - (x - cx) * sin)
}

/** Slanted stripes with one figure that inverts them. */
export function paintRays(canvas: Canvas, { high, low, mid, dark, accent }: Palette, random: Random): void {
  const { tall } = canvas
  const unit = Math.min(1, tall)
  wash(canvas, [high, mix(high, mid, 0.7)], 0, tall)
  const cx = 0.3 + random.next() * 0.4
  const cy = tall * (0.4 + random.next() * 0.1)
  const pitch = unit * (0.05 + random.next() * 0.08)
  const lean = (0.35 + random.next() * 0.8) * (random.chance(0.5) ? 1 : -1)
  const stripes = (shift: number) => (x: number, y: number) => {
    const t = (x + y * lean + shift) / pitch
    return (Math.abs((((t % 1) + 1) % 1) - 0.5) - 0.25) * pitch * 0.7
  }
  paint(canvas, stripes(0), mid, { opacity: 0.85 })
  const radius = unit * (0.26 + random.next() * 0.07)
  const figure = random.pick(FIGURES)
  const shape = figure(cx, cy, radius)
  paint(canvas, figure(cx + unit * 0.025, cy + unit * 0.03, radius), dark, {
    opacity: 0.45,
    soft: unit * 0.03,
  })
  paint(canvas, shape, low)
  paint(canvas, both(shape, stripes(pitch / 2)), accent)
  const strip = { left: 0, top: tall * 0.86, right: 1, bottom: tall }
  paint(canvas, rectangle(strip), dark, { box: strip })
}

const FIGURES: readonly ((cx: number, cy: number, r: number) => Shape)[] = [
  circle,
  (cx, cy, r) =>
    polygon([
      [cx, cy - r * 1.2],
      [cx + r, cy],
      [cx, cy + r * 1.2],
      [cx - r, cy],
    ]),
  (cx, cy, r) =>
    polygon([
      [cx, cy - r],
      [cx + r * 1.1, cy + r * 0.8],
      [cx - r * 1.1, cy + r * 0.8],
    ]),
  (cx, cy, r) =>
    both(circle(cx, cy + r * 0.4, r * 1.1), rectangle({ left: -1, top: -1, right: 2, bottom: cy + r * 0.4 })),
]

/** Arches within arches, and a small sun over them. */
export function paintArches(canvas: Canvas, { high, low, mid, dark, accent }: Palette, random: Random): void {
  const { tall } = canvas
  const unit = Math.min(1, tall)
  wash(canvas, [mix(low, [255, 255, 255], 0.15), mix(low, mid, 0.35)], 0, tall)
  const cx = 0.5 + (random.next() - 0.5) * (tall > 1 ? 0.12 : 0.5)
  const spring = tall * (0.62 + random.next() * 0.08)
  const reach = unit * (0.36 + random.next() * 0.06)
  const sun = { x: cx + (random.chance(0.5) ? 1 : -1) * unit * 0.3, y: tall * 0.15, r: unit * 0.075 }
  paint(canvas, circle(sun.x, sun.y, sun.r), accent)
  const bands: Ink[] = [dark, accent, mid, high, mix(accent, low, 0.5), low, dark]
  for (const [i, ink] of bands.entries()) {
    const radius = reach * (1 - i / (bands.length + 0.4))
    const legs = rectangle({ left: cx - radius, top: spring, right: cx + radius, bottom: tall })
    paint(canvas, either(circle(cx, spring, radius), legs), ink)
  }
  const floor = { left: 0, top: tall * 0.91, right: 1, bottom: tall }
  paint(canvas, rectangle(floor), mix(dark, mid, 0.25), { box: floor })
}
