/** Red, green and blue, 0 to 255. */
export type Ink = readonly [number, number, number]

/** Signed distance to a shape in units of the width: negative inside. */
export type Shape = (x: number, y: number) => number

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Canvas {
  width: number
  height: number
  /** Height in units of the width: 1.5 for a poster. */
  tall: number
  rgb: Uint8ClampedArray
}

export function createCanvas(width: number, height: number): Canvas {
  return { width, height, tall: height / width, rgb: new Uint8ClampedArray(width * height * 3) }
}

export function mix(a: Ink, b: Ink, t: number): Ink {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

export function smooth(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** A vertical wash through the given inks. */
export function wash(canvas: Canvas, inks: readonly Ink[], top = 0, bottom = canvas.tall): void {
  const { width, height, rgb } = canvas
  const last = inks.length - 1
  for (let row = Math.max(0, Math.floor(top * width)); row < height; row++) {
    const t = Math.min(1, (row / width - top) / (bottom - top)) * last
    const step = Math.min(last - 1, Math.floor(t))
    const [r, g, b] = mix(inks[step] ?? [0, 0, 0], inks[step + 1] ?? inks[step] ?? [0, 0, 0], t - step)
    for (let i = row * width * 3; i < (row + 1) * width * 3; i += 3) {
      rgb[i] = r
      rgb[i + 1] = g
      rgb[i + 2] = b
    }
  }
}

export interface Fill {
  opacity?: number
  /** A second ink to run to, from the top of the box to its bottom. */
  to?: Ink
  /** Width of the soft edge, in units of the width; a pixel when absent. */
  soft?: number
  box?: Box
}

interface Pixels {
  x0: number
  x1: number
  y0: number
  y1: number
}

function pixelsIn({ width, height }: Canvas, box: Box): Pixels {
  return {
    x0: Math.max(0, Math.floor(box.left * width) - 1),
    x1: Math.min(width, Math.ceil(box.right * width) + 1),
    y0: Math.max(0, Math.floor(box.top * width) - 1),
    y1: Math.min(height, Math.ceil(box.bottom * width) + 1),
  }
}

function blend(rgb: Uint8ClampedArray, i: number, ink: Ink, cover: number): void {
  const r = rgb[i] ?? 0
  const g = rgb[i + 1] ?? 0
  const b = rgb[i + 2] ?? 0
  rgb[i] = r + (ink[0] - r) * cover
  rgb[i + 1] = g + (ink[1] - g) * cover
  rgb[i + 2] = b + (ink[2] - b) * cover
}

function inkOfRow(ink: Ink, fill: Fill, box: Box, y: number): Ink {
  if (!fill.to) return ink
  return mix(ink, fill.to, Math.min(1, Math.max(0, (y - box.top) / (box.bottom - box.top))))
}

/**
 * Paints a shape with clean edges: the distance to the outline becomes coverage. Far from the outline the same
 * distance says how many pixels can be skipped or filled without asking again, which is where the time goes.
 */
export function paint(canvas: Canvas, shape: Shape, ink: Ink, fill: Fill = {}): void {
  const { width, tall, rgb } = canvas
  const box = fill.box ?? { left: 0, top: 0, right: 1, bottom: tall }
  const edge = fill.soft ?? 0.5 / width
  const opacity = fill.opacity ?? 1
  const { x0, x1, y0, y1 } = pixelsIn(canvas, box)
  for (let py = y0; py < y1; py++) {
    const y = (py + 0.5) / width
    const rowInk = inkOfRow(ink, fill, box, y)
    for (let px = x0; px < x1; ) {
      const distance = shape((px + 0.5) / width, y)
      const sure = Math.max(1, Math.floor((Math.abs(distance) - edge) * width))
      const end = Math.min(x1, px + sure)
      if (distance < edge) {
        const cover = opacity * Math.min(1, 0.5 - distance / (2 * edge))
        for (let i = (py * width + px) * 3; i < (py * width + end) * 3; i += 3) blend(rgb, i, rowInk, cover)
      }
      px = end
    }
  }
}

/** Paints all that lies under a line, given as its height at each x. */
export function paintLand(canvas: Canvas, line: (x: number) => number, ink: Ink, fill: Fill = {}): void {
  const { width, tall, rgb } = canvas
  const heights = Float32Array.from({ length: width }, (_, px) => line((px + 0.5) / width) * width)
  const top = heights.reduce((least, height) => Math.min(least, height), tall * width) / width
  const box = fill.box ?? { left: 0, top, right: 1, bottom: tall }
  const { y0, y1 } = pixelsIn(canvas, { ...box, top: Math.max(0, top) })
  for (let py = y0; py < y1; py++) {
    const rowInk = inkOfRow(ink, fill, box, (py + 0.5) / width)
    for (let px = 0; px < width; px++) {
      const depth = py + 1 - (heights[px] ?? 0)
      if (depth > 0) blend(rgb, (py * width + px) * 3, rowInk, Math.min(1, depth))
    }
  }
}

/**
 * A slight darkening towards the corners, so that flat inks look printed. No grain: it would make every picture
 * several times as large as the photographs it stands for.
 */
export function finish(canvas: Canvas): void {
  const { width, height, tall, rgb } = canvas
  const columns = Float32Array.from({ length: width }, (_, x) => (x / width - 0.5) ** 2)
  for (let y = 0; y < height; y++) {
    const row = ((y / width - tall / 2) / tall) ** 2
    for (let x = 0; x < width; x++) {
      const shade = 1 - ((columns[x] ?? 0) + row) * 0.34
      const i = (y * width + x) * 3
      for (let part = i; part < i + 3; part++) rgb[part] = (rgb[part] ?? 0) * shade
    }
  }
}
