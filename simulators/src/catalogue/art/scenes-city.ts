import type { Random } from '../../kit/random.ts'
import { type Canvas, type Ink, mix, paint, paintLand, wash } from './canvas.ts'
import type { Palette } from './palettes.ts'
import { both, boxAround, circle, ellipse, polygon, rectangle, ring } from './shapes.ts'

/** Rows of towers with lit windows under a large moon. */
export function paintSkyline(
  canvas: Canvas,
  { high, low, mid, dark, accent }: Palette,
  random: Random,
): void {
  const { tall } = canvas
  const unit = Math.min(1, tall)
  wash(canvas, [high, mix(high, low, 0.7), low], 0, tall)
  paintStars(canvas, random, low, tall * 0.5)
  const moon = { x: 0.25 + random.next() * 0.5, y: tall * 0.36, r: unit * (0.17 + random.next() * 0.08) }
  paint(canvas, circle(moon.x, moon.y, moon.r * 1.7), accent, { opacity: 0.18, soft: moon.r * 0.8 })
  paint(canvas, circle(moon.x, moon.y, moon.r), accent, {
    to: mix(accent, low, 0.5),
    box: boxAround(moon.x, moon.y, moon.r),
  })
  for (let row = 0; row < 3; row++) {
    const ink = mix(mix(mid, low, 0.35 - row * 0.15), dark, row * 0.46)
    let x = -0.02
    while (x < 1) {
      const width = 0.06 + random.next() * 0.09
      const top = tall * (0.46 + row * 0.13 + random.next() * 0.16)
      paintTower(canvas, { left: x, right: x + width, top }, ink, random)
      if (row > 0) paintWindows(canvas, { left: x, right: x + width, top }, mix(accent, low, 0.2), random)
      x += width + random.next() * 0.012
    }
  }
}

interface Tower {
  left: number
  right: number
  top: number
}

function paintTower(canvas: Canvas, { left, right, top }: Tower, ink: Ink, random: Random): void {
  const bottom = canvas.tall
  paint(canvas, rectangle({ left, top, right, bottom }), ink, { box: { left, top, right, bottom } })
  const middle = (left + right) / 2
  const style = random.int(0, 3)
  if (style === 0) {
    const spire = { left: middle - 0.003, top: top - 0.06, right: middle + 0.003, bottom: top }
    paint(canvas, rectangle(spire), ink, { box: spire })
  } else if (style === 1) {
    const roof = polygon([
      [middle, top - (right - left) * 0.4],
      [right, top],
      [left, top],
    ])
    paint(canvas, roof, ink, { box: { left, top: top - 0.1, right, bottom: top } })
  } else if (style === 2) {
    const step = {
      left: left + (right - left) * 0.2,
      top: top - 0.025,
      right: right - (right - left) * 0.2,
      bottom: top,
    }
    paint(canvas, rectangle(step), ink, { box: step })
  }
}

function paintWindows(canvas: Canvas, { left, right, top }: Tower, glow: Ink, random: Random): void {
  const pitch = 0.021
  const size = 0.009
  for (let y = top + pitch; y < canvas.tall - pitch; y += pitch * 1.35) {
    for (let x = left + pitch * 0.6; x < right - pitch * 0.9; x += pitch) {
      if (!random.chance(0.3)) continue
      const pane = { left: x, top: y, right: x + size, bottom: y + size * 1.5 }
      paint(canvas, rectangle(pane), glow, { box: pane, opacity: 0.5 + random.next() * 0.45 })
    }
  }
}

export function paintStars(canvas: Canvas, random: Random, ink: Ink, depth: number): void {
  for (let i = 0; i < 46; i++) {
    const x = random.next()
    const y = random.next() * depth
    const r = 0.0012 + random.next() ** 3 * 0.0035
    paint(canvas, circle(x, y, r), ink, { box: boxAround(x, y, r), opacity: 0.35 + random.next() * 0.5 })
  }
}

/** A striped sun at the end of a straight road. */
export function paintRoad(canvas: Canvas, { high, low, mid, dark, accent }: Palette, random: Random): void {
  const { tall } = canvas
  const unit = Math.min(1, tall)
  const horizon = tall * (0.56 + random.next() * 0.06)
  const vanish = 0.42 + random.next() * 0.16
  wash(canvas, [high, low], 0, horizon)
  const radius = unit * (0.26 + random.next() * 0.06)
  const sunY = horizon - radius * 0.45
  const slit = radius * 0.16
  const slats = (_x: number, y: number) => {
    const t = (y - sunY + radius * 0.1) / slit
    return t < 0 ? -1 : slit * (0.12 + 0.07 * Math.floor(t) - (1 - (t % 1)) * 0.5)
  }
  paint(canvas, both(circle(vanish, sunY, radius), slats), accent, {
    box: boxAround(vanish, sunY, radius),
    to: mix(accent, mid, 0.65),
  })
  wash(canvas, [mix(mid, dark, 0.35), dark], horizon, tall)
  const hills = polygon([
    [-0.1, horizon],
    [random.next() * 0.25, horizon - unit * 0.1],
    [0.45, horizon + 0.001],
  ])
  const farther = polygon([
    [0.5, horizon + 0.001],
    [0.78 + random.next() * 0.15, horizon - unit * 0.13],
    [1.15, horizon],
  ])
  paint(canvas, hills, mix(mid, dark, 0.6))
  paint(canvas, farther, mix(mid, dark, 0.75))
  const road = polygon([
    [vanish - 0.006, horizon],
    [vanish + 0.006, horizon],
    [vanish + 0.46, tall + 0.01],
    [vanish - 0.46, tall + 0.01],
  ])
  paint(canvas, road, mix(dark, [0, 0, 0], 0.25))
  for (let i = 0; i < 7; i++) {
    const near = horizon + (tall - horizon) * ((i + 0.55) / 7) ** 2
    const far = horizon + (tall - horizon) * ((i + 0.1) / 7) ** 2
    const halfNear = ((near - horizon) / (tall - horizon)) * 0.018
    const halfFar = ((far - horizon) / (tall - horizon)) * 0.018
    paint(
      canvas,
      polygon([
        [vanish - halfFar, far],
        [vanish + halfFar, far],
        [vanish + halfNear, near],
        [vanish - halfNear, near],
      ]),
      low,
      { box: { left: vanish - 0.05, top: far, right: vanish + 0.05, bottom: near } },
    )
  }
}

/** A lighthouse, its beam, and the rock it stands on. */
export function paintTowerLight(
  canvas: Canvas,
  { high, low, mid, dark, accent }: Palette,
  random: Random,
): void {
  const { tall } = canvas
  const unit = Math.min(1, tall)
  wash(canvas, [high, mix(high, low, 0.55), low], 0, tall * 0.9)
  paintStars(canvas, random, low, tall * 0.45)
  const x = random.chance(0.5) ? 0.3 : 0.7
  const lamp = tall * 0.3
  const foot = tall * 0.8
  const away = x < 0.5 ? 1 : -1
  const beam: [number, number][] = [
    [x, lamp - unit * 0.004],
    [x + away * 1.2, lamp - unit * 0.22],
    [x + away * 1.2, lamp + unit * 0.1],
    [x, lamp + unit * 0.004],
  ]
  paint(canvas, polygon(away > 0 ? beam : beam.toReversed()), accent, { opacity: 0.5, soft: 0.012 })
  paint(canvas, circle(x, lamp, unit * 0.11), accent, { opacity: 0.4, soft: unit * 0.09 })
  const wide = unit * 0.062
  const shaft = polygon([
    [x - wide * 0.6, lamp + unit * 0.035],
    [x + wide * 0.6, lamp + unit * 0.035],
    [x + wide, foot],
    [x - wide, foot],
  ])
  paint(canvas, shaft, mix(low, [255, 255, 255], 0.35))
  for (let i = 0; i < 3; i++) {
    const top = lamp + (foot - lamp) * (0.2 + i * 0.27)
    paint(canvas, both(shaft, rectangle({ left: 0, top, right: 1, bottom: top + (foot - lamp) * 0.12 })), mid)
  }
  paint(
    canvas,
    rectangle({
      left: x - wide * 0.8,
      top: lamp + unit * 0.024,
      right: x + wide * 0.8,
      bottom: lamp + unit * 0.038,
    }),
    dark,
  )
  paint(
    canvas,
    rectangle({
      left: x - wide * 0.42,
      top: lamp - unit * 0.024,
      right: x + wide * 0.42,
      bottom: lamp + unit * 0.026,
    }),
    accent,
  )
  paint(
    canvas,
    polygon([
      [x, lamp - unit * 0.065],
      [x + wide * 0.6, lamp - unit * 0.022],
      [x - wide * 0.6, lamp - unit * 0.022],
    ]),
    dark,
  )
  paint(canvas, ellipse(x, tall * 0.9, unit * 0.42, tall * 0.135), mix(dark, mid, 0.12))
  for (let i = 0; i < 4; i++) {
    const level = tall * (0.86 + i * 0.04)
    const wave = (x: number) => level + 0.008 * Math.sin(x * 19 + i * 2.1)
    paintLand(canvas, wave, mix(mid, dark, 0.25 + i * 0.22), { opacity: 0.9 })
  }
  paint(canvas, ring(x, lamp, unit * 0.2, unit * 0.003), accent, { opacity: 0.4 })
}
