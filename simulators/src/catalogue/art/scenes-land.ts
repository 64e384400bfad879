import type { Random } from '../../kit/random.ts'
import { type Canvas, mix, paint, paintLand, smooth, wash } from './canvas.ts'
import type { Palette } from './palettes.ts'
import { boxAround, circle, either, ellipse, polygon, ridge, ring, rolling } from './shapes.ts'

export type Scene = (canvas: Canvas, palette: Palette, random: Random) => void

/** A big sun behind ranges that darken as they come near. */
export function paintRidgeline(
  canvas: Canvas,
  { high, low, mid, dark, accent }: Palette,
  random: Random,
): void {
  const { tall } = canvas
  const unit = Math.min(1, tall)
  wash(canvas, [high, low], 0, tall * 0.75)
  const cx = 0.3 + random.next() * 0.4
  const cy = tall * (0.34 + random.next() * 0.1)
  const radius = unit * (0.2 + random.next() * 0.1)
  paint(canvas, circle(cx, cy, radius * 1.9), accent, { opacity: 0.28, soft: radius * 0.9 })
  paint(canvas, circle(cx, cy, radius), accent, {
    box: boxAround(cx, cy, radius),
    to: mix(accent, low, 0.35),
  })
  const layers = 5
  for (let i = 0; i < layers; i++) {
    const depth = (i + 1) / layers
    const level = tall * (0.5 + i * 0.115)
    const ink = depth < 0.5 ? mix(low, mid, depth * 2) : mix(mid, dark, depth * 2 - 1)
    const line =
      i < 2
        ? ridge(random, level, tall * 0.16, 3 + i)
        : rolling(random, level, tall * 0.035 * (1 + random.next()))
    paintLand(canvas, line, ink, {
      to: mix(ink, low, 0.28 * (1 - depth)),
      box: { left: 0, top: level - tall * 0.2, right: 1, bottom: tall },
    })
  }
}

/** Conifers in mist, with a pale moon between them. */
export function paintForest(canvas: Canvas, { high, low, mid, dark, accent }: Palette, random: Random): void {
  const { tall } = canvas
  const unit = Math.min(1, tall)
  wash(canvas, [high, mix(high, low, 0.75), low], 0, tall)
  const moon = { x: 0.28 + random.next() * 0.44, y: tall * 0.27, r: unit * (0.1 + random.next() * 0.06) }
  paint(canvas, circle(moon.x, moon.y, moon.r * 2.2), accent, { opacity: 0.22, soft: moon.r * 1.3 })
  paint(canvas, circle(moon.x, moon.y, moon.r), accent)
  for (let layer = 0; layer < 4; layer++) {
    const depth = (layer + 1) / 4
    const ink = mix(mix(low, mid, Math.min(1, depth * 1.6)), dark, smooth(0.35, 1, depth))
    const ground = tall * (0.62 + layer * 0.12)
    const trees = 13 - layer * 2
    for (let i = 0; i < trees; i++) {
      const x = (i + random.next()) / trees
      const height = unit * (0.16 + depth * 0.26) * (0.7 + random.next() * 0.6)
      paintConifer(canvas, { x, ground: ground + unit * 0.02, height }, ink)
    }
    paintLand(canvas, rolling(random, ground, tall * 0.012), ink, {
      box: { left: 0, top: ground - tall * 0.06, right: 1, bottom: tall },
      to: mix(ink, low, 0.35 * (1 - depth)),
    })
  }
}

function paintConifer(
  canvas: Canvas,
  tree: { x: number; ground: number; height: number },
  ink: readonly [number, number, number],
): void {
  const { x, ground, height } = tree
  for (let tier = 0; tier < 3; tier++) {
    const top = ground - height * (1 - tier * 0.24)
    const bottom = top + height * 0.5
    const half = height * (0.12 + tier * 0.065)
    paint(
      canvas,
      polygon([
        [x, top],
        [x + half, bottom],
        [x - half, bottom],
      ]),
      ink,
      { box: { left: x - half, top, right: x + half, bottom } },
    )
  }
}

/** Bands of sea under a low sun, and one small boat. */
export function paintWaves(canvas: Canvas, { high, low, mid, dark, accent }: Palette, random: Random): void {
  const { tall } = canvas
  const unit = Math.min(1, tall)
  const horizon = tall * (0.42 + random.next() * 0.1)
  wash(canvas, [high, low], 0, horizon)
  const cx = 0.25 + random.next() * 0.5
  const radius = unit * (0.16 + random.next() * 0.08)
  for (let i = 3; i > 0; i--)
    paint(canvas, ring(cx, horizon, radius * (1 + i * 0.34), radius * 0.06), accent, {
      opacity: 0.34 - i * 0.07,
    })
  paint(canvas, circle(cx, horizon, radius), accent, {
    to: mix(accent, low, 0.3),
    box: boxAround(cx, horizon, radius),
  })
  const boat = { x: 0.2 + random.next() * 0.6, size: unit * 0.09 }
  const bands = 8
  for (let i = 0; i < bands; i++) {
    const t = i / (bands - 1)
    const level = horizon + (tall - horizon) * (i / bands) ** 1.15
    if (i === 3) paintBoat(canvas, { ...boat, y: level + unit * 0.012 }, low, dark)
    const line = rolling(random, level, unit * 0.008 * (1 + i * 0.55), 2.4 - t)
    const ink = i % 2 === 0 ? mix(mid, dark, t * 0.85) : mix(mix(low, mid, 0.55), dark, t * 0.8)
    paintLand(canvas, line, ink, { box: { left: 0, top: level - unit * 0.1, right: 1, bottom: tall } })
  }
}

function paintBoat(
  canvas: Canvas,
  boat: { x: number; y: number; size: number },
  sail: readonly [number, number, number],
  hull: readonly [number, number, number],
): void {
  const { x, y, size } = boat
  const box = { left: x - size, top: y - size * 1.7, right: x + size, bottom: y + size * 0.4 }
  paint(
    canvas,
    polygon([
      [x - size * 0.06, y - size * 1.6],
      [x - size * 0.06, y - size * 0.12],
      [x - size * 0.75, y - size * 0.12],
    ]),
    sail,
    { box },
  )
  paint(
    canvas,
    polygon([
      [x + size * 0.05, y - size * 1.25],
      [x + size * 0.6, y - size * 0.12],
      [x + size * 0.05, y - size * 0.12],
    ]),
    sail,
    { box, opacity: 0.8 },
  )
  paint(
    canvas,
    polygon([
      [x - size, y],
      [x + size * 0.9, y],
      [x + size * 0.6, y + size * 0.32],
      [x - size * 0.7, y + size * 0.32],
    ]),
    hull,
    { box },
  )
}

/** Balloons over soft hills. */
export function paintBalloons(
  canvas: Canvas,
  { high, low, mid, dark, accent }: Palette,
  random: Random,
): void {
  const { tall } = canvas
  const unit = Math.min(1, tall)
  wash(canvas, [high, low], 0, tall * 0.8)
  for (let i = 0; i < 4; i++) {
    const x = random.next()
    const y = tall * (0.1 + random.next() * 0.45)
    const cloud = either(
      ellipse(x, y, unit * 0.16, unit * 0.028),
      ellipse(x + unit * 0.04, y - unit * 0.022, unit * 0.08, unit * 0.03),
    )
    paint(canvas, cloud, [255, 252, 244], { opacity: 0.55 })
  }
  const count = 3 + Math.floor(random.next() * 3)
  const skins = random.shuffle([accent, mid, dark, mix(accent, mid, 0.5), mix(accent, low, 0.35)])
  for (let i = 0; i < count; i++) {
    const size = unit * (i === 0 ? 0.2 : 0.06 + random.next() * 0.07)
    const x = i === 0 ? 0.38 + random.next() * 0.24 : (i - 0.5 + random.next() * 0.4) / count
    const y = tall * (i === 0 ? 0.36 : 0.16 + random.next() * 0.42)
    paintBalloon(canvas, { x, y, size }, skins[i % skins.length] ?? accent, low)
  }
  for (let i = 0; i < 3; i++) {
    const level = tall * (0.74 + i * 0.09)
    const ink = i === 0 ? mix(mid, low, 0.35) : mix(mid, dark, i * 0.45)
    paintLand(canvas, rolling(random, level, tall * 0.035, 0.8), ink)
  }
}

function paintBalloon(
  canvas: Canvas,
  balloon: { x: number; y: number; size: number },
  skin: readonly [number, number, number],
  stripe: readonly [number, number, number],
): void {
  const { x, y, size } = balloon
  const skirt = polygon([
    [x - size * 0.86, y + size * 0.5],
    [x + size * 0.86, y + size * 0.5],
    [x + size * 0.2, y + size * 1.3],
    [x - size * 0.2, y + size * 1.3],
  ])
  const envelope = either(circle(x, y, size), skirt)
  const box = { left: x - size, top: y - size, right: x + size, bottom: y + size * 1.9 }
  paint(canvas, envelope, skin, { box, to: mix(skin, [0, 0, 0], 0.25) })
  const gore = ellipse(x, y + size * 0.15, size * 0.34, size * 1.2)
  paint(canvas, (px, py) => Math.max(envelope(px, py), gore(px, py)), stripe, { box, opacity: 0.85 })
  const basket = {
    left: x - size * 0.14,
    top: y + size * 1.48,
    right: x + size * 0.14,
    bottom: y + size * 1.72,
  }
  paint(
    canvas,
    polygon([
      [basket.left, basket.top],
      [basket.right, basket.top],
      [basket.right, basket.bottom],
      [basket.left, basket.bottom],
    ]),
    mix(skin, [20, 16, 16], 0.6),
    { box },
  )
}
