import type { Random } from '../../kit/random.ts'
import type { Box, Shape } from './canvas.ts'

/** Math.hypot guards against overflow we cannot meet, at ten times the price. */
function distance(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy)
}

export function circle(cx: number, cy: number, radius: number): Shape {
  return (x, y) => distance(x - cx, y - cy) - radius
}

export function ring(cx: number, cy: number, radius: number, thickness: number): Shape {
  return (x, y) => Math.abs(distance(x - cx, y - cy) - radius) - thickness / 2
}

export function ellipse(cx: number, cy: number, rx: number, ry: number): Shape {
  return (x, y) => (distance((x - cx) / rx, (y - cy) / ry) - 1) * Math.min(rx, ry)
}

export function rectangle({ left, top, right, bottom }: Box): Shape {
  return (x, y) => Math.max(left - x, x - right, top - y, y - bottom)
}

/** Convex, corners in clockwise order. */
export function polygon(corners: readonly (readonly [number, number])[]): Shape {
  const edges = corners.map(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length] ?? [ax, ay]
    const length = Math.hypot(bx - ax, by - ay) || 1
    const nx = (by - ay) / length
    const ny = -(bx - ax) / length
    return { nx, ny, offset: nx * ax + ny * ay }
  })
  return (x, y) => {
    let far = -Infinity
    for (const edge of edges) far = Math.max(far, edge.nx * x + edge.ny * y - edge.offset)
    return far
  }
}

export function both(a: Shape, b: Shape): Shape {
  return (x, y) => Math.max(a(x, y), b(x, y))
}

export function without(a: Shape, b: Shape): Shape {
  return (x, y) => Math.max(a(x, y), -b(x, y))
}

export function either(a: Shape, b: Shape): Shape {
  return (x, y) => Math.min(a(x, y), b(x, y))
}

export function boxAround(cx: number, cy: number, radius: number): Box {
  return { left: cx - radius, top: cy - radius, right: cx + radius, bottom: cy + radius }
}

/** A rolling line made of a few sines that never repeats within the picture. */
export function rolling(random: Random, level: number, swing: number, pace = 1): (x: number) => number {
  const waves = Array.from({ length: 4 }, (_, i) => ({
    size: (swing / (i + 1)) * (0.6 + random.next() * 0.6),
    pace: pace * (i + 1) * (1.2 + random.next() * 1.5),
    phase: random.next() * Math.PI * 2,
  }))
  return x =>
    level + waves.reduce((sum, wave) => sum + wave.size * Math.sin(wave.phase + x * wave.pace * Math.PI), 0)
}

/** A ridge of straight slopes. */
export function ridge(random: Random, level: number, swing: number, peaks: number): (x: number) => number {
  const count = peaks * 2 + 1
  const knots = Array.from({ length: count + 1 }, (_, i) => ({
    x: i / count + (i > 0 && i < count ? (random.next() - 0.5) * 0.5 * (1 / count) : 0),
    y: level - (i % 2 === 1 ? swing * (0.45 + random.next() * 0.75) : swing * (random.next() * 0.3 - 0.1)),
  }))
  return x => {
    const next = knots.findIndex(knot => knot.x >= x)
    const b = knots[Math.max(1, next < 0 ? count : next)]
    const a = knots[Math.max(0, (next < 0 ? count : Math.max(1, next)) - 1)]
    if (!a || !b) return level
    const t = (x - a.x) / (b.x - a.x || 1)
    return a.y + (b.y - a.y) * t
  }
}
