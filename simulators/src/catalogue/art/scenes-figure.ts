import type { Random } from '../../kit/random.ts'
import { type Canvas, mix, paint, wash } from './canvas.ts'
import type { Palette } from './palettes.ts'
import { paintStars } from './scenes-city.ts'
import { both, boxAround, circle, either, ellipse, polygon, rectangle, ring, without } from './shapes.ts'

/** Planets on their rings. */
export function paintOrbits(canvas: Canvas, { high, low, mid, dark, accent }: Palette, random: Random): void {
  const { tall } = canvas
  const unit = Math.min(1, tall)
  wash(canvas, [dark, high, mix(high, mid, 0.6)], 0, tall)
  paintStars(canvas, random, low, tall)
  const cx = 0.5 + (random.next() - 0.5) * 0.3
  const cy = tall * (0.42 + random.next() * 0.12)
  const core = unit * (0.13 + random.next() * 0.07)
  for (let i = 1; i <= 5; i++) {
    const radius = core * (1.25 + i * 0.55)
    paint(canvas, ring(cx, cy, radius, unit * 0.0035), low, { opacity: 0.55 - i * 0.07 })
    const angle = random.next() * Math.PI * 2
    const size = unit * (0.012 + random.next() * 0.022)
    const x = cx + Math.cos(angle) * radius
    const y = cy + Math.sin(angle) * radius
    paint(canvas, circle(x, y, size), i % 2 ? accent : low, { box: boxAround(x, y, size) })
  }
  paint(canvas, circle(cx, cy, core * 1.5), accent, { opacity: 0.3, soft: core * 0.6 })
  const planet = circle(cx, cy, core)
  paint(canvas, planet, accent, { box: boxAround(cx, cy, core), to: mix(accent, mid, 0.7) })
  for (let i = 0; i < 3; i++) {
    const y = cy + core * (-0.45 + i * 0.42)
    const band = rectangle({ left: 0, top: y, right: 1, bottom: y + core * (0.08 + random.next() * 0.14) })
    paint(canvas, both(planet, band), mid, { opacity: 0.45, box: boxAround(cx, cy, core) })
  }
  const shadow = without(planet, circle(cx - core * 0.35, cy - core * 0.25, core * 1.08))
  paint(canvas, shadow, dark, { opacity: 0.55, box: boxAround(cx, cy, core), soft: core * 0.06 })
}

/** A head and shoulders cut from paper, half in light. */
export function paintPortrait(
  canvas: Canvas,
  { high, low, mid, dark, accent }: Palette,
  random: Random,
): void {
  const { tall } = canvas
  const unit = Math.min(1, tall)
  wash(canvas, [low, mix(low, high, 0.65)], 0, tall)
  const cx = tall < 1 ? 0.3 + random.next() * 0.4 : 0.5
  const cy = tall * 0.45
  paint(canvas, circle(cx, cy - unit * 0.04, unit * 0.36), accent)
  paint(canvas, ring(cx, cy - unit * 0.04, unit * 0.42, unit * 0.006), accent, { opacity: 0.7 })
  const head = ellipse(cx, cy - unit * 0.03, unit * 0.15, unit * 0.195)
  const neck = rectangle({
    left: cx - unit * 0.062,
    top: cy + unit * 0.1,
    right: cx + unit * 0.062,
    bottom: cy + unit * 0.3,
  })
  const shoulders = ellipse(cx, cy + unit * 0.62, unit * 0.38, unit * 0.38)
  const light = rectangle({ left: -1, top: 0, right: cx, bottom: tall })
  const skin = mix(mid, low, 0.45)
  const shade = mix(mid, dark, 0.55)
  paint(canvas, neck, shade)
  paint(canvas, head, shade)
  paint(canvas, both(either(head, neck), light), skin)
  paint(canvas, shoulders, dark, { to: mix(dark, mid, 0.3) })
  paint(canvas, both(shoulders, light), mix(dark, mid, 0.45))
  const lapel = polygon([
    [cx - unit * 0.07, cy + unit * 0.22],
    [cx + unit * 0.07, cy + unit * 0.22],
    [cx, cy + unit * 0.46],
  ])
  paint(canvas, lapel, mix(accent, low, 0.5))
  const crown = ellipse(cx, cy - unit * 0.06, unit * 0.178, unit * 0.215)
  const style = random.int(0, 4)
  const fringe = rectangle({ left: 0, top: 0, right: 1, bottom: cy - unit * 0.115 })
  if (style === 0) paint(canvas, both(crown, fringe), dark)
  if (style === 1) {
    const long = either(
      crown,
      rectangle({
        left: cx - unit * 0.178,
        top: cy - unit * 0.06,
        right: cx + unit * 0.178,
        bottom: cy + unit * 0.2,
      }),
    )
    paint(canvas, without(long, ellipse(cx, cy + unit * 0.01, unit * 0.115, unit * 0.165)), dark)
  }
  if (style === 2) {
    const brim = cy - unit * 0.155
    const hat = { left: cx - unit * 0.135, top: brim - unit * 0.15, right: cx + unit * 0.135, bottom: brim }
    paint(canvas, rectangle(hat), dark)
    paint(canvas, rectangle({ ...hat, top: brim - unit * 0.045 }), mid)
    paint(canvas, ellipse(cx, brim, unit * 0.27, unit * 0.03), dark)
  }
  if (style === 3) {
    const curls = [-0.13, -0.065, 0, 0.065, 0.13].map(dx =>
      circle(cx + unit * dx, cy - unit * (0.21 - dx * dx * 3), unit * 0.072),
    )
    paint(canvas, (x, y) => Math.min(...curls.map(curl => curl(x, y))), dark)
  }
  if (style === 4) {
    paint(canvas, both(crown, fringe), dark)
    paint(canvas, circle(cx, cy - unit * 0.29, unit * 0.07), dark)
  }
}

/** One lit doorway, and somebody in it. */
export function paintDoorway(
  canvas: Canvas,
  { high, low, mid, dark, accent }: Palette,
  random: Random,
): void {
  const { tall } = canvas
  const unit = Math.min(1, tall)
  wash(canvas, [dark, high, mix(high, low, 0.5)], 0, tall)
  const cx = 0.34 + random.next() * 0.32
  const floor = tall * 0.7
  const half = unit * 0.105
  const top = floor - unit * 0.46
  paint(canvas, rectangle({ left: 0, top: floor, right: 1, bottom: tall }), mix(dark, mid, 0.3), {
    to: dark,
    box: { left: 0, top: floor, right: 1, bottom: tall },
  })
  paint(canvas, ellipse(cx, (top + floor) / 2, half * 2.3, unit * 0.42), accent, {
    opacity: 0.34,
    soft: unit * 0.16,
  })
  const lean = (random.next() - 0.5) * 0.3
  paint(
    canvas,
    polygon([
      [cx - half, floor],
      [cx + half, floor],
      [cx + half * 3 + lean, tall],
      [cx - half * 3 + lean, tall],
    ]),
    accent,
    { opacity: 0.8, to: mix(dark, accent, 0.35), box: { left: 0, top: floor, right: 1, bottom: tall } },
  )
  const arch = either(
    circle(cx, top + half, half),
    rectangle({ left: cx - half, top: top + half, right: cx + half, bottom: floor }),
  )
  paint(canvas, arch, mix(accent, [255, 255, 255], 0.25), {
    to: accent,
    box: { left: cx - half, top, right: cx + half, bottom: floor },
  })
  const size = unit * 0.05
  paint(canvas, circle(cx, floor - size * 3.6, size * 0.52), dark)
  paint(
    canvas,
    polygon([
      [cx - size * 0.55, floor - size * 3],
      [cx + size * 0.55, floor - size * 3],
      [cx + size * 0.85, floor],
      [cx - size * 0.85, floor],
    ]),
    dark,
  )
  paint(
    canvas,
    polygon([
      [cx - size * 0.8, floor],
      [cx + size * 0.8, floor],
      [cx + size * 1.3 + lean, tall],
      [cx - size * 1.3 + lean, tall],
    ]),
    dark,
    { opacity: 0.55 },
  )
}

/** A watching eye made of arcs. */
export function paintEye(canvas: Canvas, { high, low, mid, dark, accent }: Palette, random: Random): void {
  const { tall } = canvas
  const unit = Math.min(1, tall)
  wash(canvas, [high, mix(high, mid, 0.8), dark], 0, tall)
  const cx = 0.5
  const cy = tall * (0.44 + random.next() * 0.08)
  const spokes = 12 + random.int(0, 10)
  const rays = (x: number, y: number) => {
    const turn = (Math.atan2(y - cy, x - cx) / (Math.PI * 2)) * spokes
    return (Math.abs((((turn % 1) + 1) % 1) - 0.5) - 0.25) * Math.hypot(x - cx, y - cy) * 0.25
  }
  paint(canvas, rays, mid, { opacity: 0.4 })
  const reach = unit * 0.4
  const drop = unit * 0.24
  const lens = both(
    circle(cx, cy + drop, Math.hypot(reach, drop)),
    circle(cx, cy - drop, Math.hypot(reach, drop)),
  )
  paint(canvas, (x, y) => lens(x, y) - unit * 0.02, dark)
  paint(canvas, lens, mix(low, [255, 255, 255], 0.55), {
    to: low,
    box: { left: 0.1, top: cy - unit * 0.25, right: 0.9, bottom: cy + unit * 0.25 },
  })
  const iris = unit * 0.175
  for (let i = 0; i < 5; i++) {
    const ink = i % 2 ? mix(accent, dark, 0.35) : accent
    paint(canvas, both(circle(cx, cy, iris * (1 - i * 0.13)), lens), ink)
  }
  paint(canvas, circle(cx, cy, iris * 0.4), dark)
  paint(canvas, circle(cx - iris * 0.32, cy - iris * 0.36, iris * 0.14), [255, 255, 255])
}
