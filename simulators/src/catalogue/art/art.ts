import { createRandom, hashText } from '../../kit/random.ts'
import { type Canvas, createCanvas, finish, paint, wash } from './canvas.ts'
import { choosePalette, isMood, type Mood } from './palettes.ts'
import { encodePlainPng, encodePng } from './png.ts'
import { paintRoad, paintSkyline, paintTowerLight } from './scenes-city.ts'
import { paintDoorway, paintEye, paintOrbits, paintPortrait } from './scenes-figure.ts'
import { paintBalloons, paintForest, paintRidgeline, paintWaves, type Scene } from './scenes-land.ts'
import { paintArches, paintBloom, paintRays, paintTiles } from './scenes-pattern.ts'
import { both, circle, rectangle } from './shapes.ts'

/** p poster, b backdrop, f face, s still, l logo, q square (a record sleeve). */
export type ArtKind = 'p' | 'b' | 'f' | 's' | 'l' | 'q'

const SHAPE: Record<ArtKind, number> = { p: 1.5, b: 9 / 16, s: 9 / 16, f: 1.5, l: 1, q: 1 }
const ORIGINAL_WIDTH: Record<ArtKind, number> = { p: 780, b: 1280, s: 780, f: 500, l: 185, q: 600 }

const SCENES: Record<Mood, readonly Scene[]> = {
  b: [
    paintBalloons,
    paintTiles,
    paintRidgeline,
    paintWaves,
    paintRays,
    paintPortrait,
    paintArches,
    paintBloom,
  ],
  d: [paintDoorway, paintEye, paintForest, paintSkyline, paintTowerLight, paintRays],
  w: [paintBloom, paintRoad, paintRidgeline, paintPortrait, paintWaves, paintTiles, paintArches],
  c: [
    paintWaves,
    paintTowerLight,
    paintOrbits,
    paintPortrait,
    paintSkyline,
    paintDoorway,
    paintArches,
    paintForest,
  ],
  n: [paintOrbits, paintSkyline, paintRoad, paintEye, paintRays, paintPortrait, paintDoorway, paintTiles],
  g: [paintForest, paintRidgeline, paintTiles, paintBalloons, paintBloom, paintWaves, paintArches],
}

/** A path tells all a picture needs: its kind, its mood and its seed. Poster and backdrop of a title share the seed. */
export function artPath(kind: ArtKind, mood: Mood, seed: string): string {
  const letters = [0, 1, 2, 3].map(i => hashText(`${seed}#${i}`).toString(36).padStart(7, '0').slice(-6))
  return `/${kind}${mood}${letters.join('')}.jpg`
}

interface ArtName {
  kind: ArtKind
  mood: Mood
  seed: string
}

function readName(file: string): ArtName | null {
  const found = /^([pbfslq])([a-z])([a-z0-9]{24})\.jpg$/.exec(file)
  const [, kind, mood, seed] = found ?? []
  if (!kind || !mood || !seed || !isMood(mood)) return null
  // The expression admits exactly the letters of ArtKind.
  return { kind: kind as ArtKind, mood, seed }
}

function widthFor(size: string, kind: ArtKind): number | null {
  if (size === 'original') return ORIGINAL_WIDTH[kind]
  const wide = /^w(\d{2,4})$/.exec(size)?.[1]
  if (wide) return Math.min(Number(wide), 1280)
  const high = /^h(\d{2,4})$/.exec(size)?.[1]
  return high ? Math.min(1280, Math.round(Number(high) / SHAPE[kind])) : null
}

interface Order extends ArtName {
  width: number
  height: number
}

function readOrder(file: string, size: string): Order | null {
  const name = readName(file)
  const width = name && widthFor(size, name.kind)
  return name && width ? { ...name, width, height: Math.round(width * SHAPE[name.kind]) } : null
}

/** PNG bytes for a picture, or null when there is no such picture or size. */
export function paintArt(file: string, size: string): Buffer | null {
  const name = readOrder(file, size)
  if (!name) return null
  const canvas = createCanvas(name.width, name.height)
  const random = createRandom(name.kind === 's' ? `${name.seed}s` : name.seed)
  const palette = choosePalette(name.mood, name.seed)
  if (name.kind === 'l') paintLogo(canvas, name)
  else if (name.kind === 'f') paintPortrait(canvas, palette, random)
  else random.pick(SCENES[name.mood])(canvas, palette, random)
  if (name.kind !== 'l') finish(canvas)
  return encodePng(canvas)
}

function paintLogo(canvas: Canvas, { mood, seed }: ArtName): void {
  const { high, low, accent } = choosePalette(mood, seed)
  const random = createRandom(seed)
  wash(canvas, [high, high])
  const shift = 0.1 + random.next() * 0.1
  paint(canvas, circle(0.5 - shift, 0.5, 0.24), accent)
  paint(canvas, circle(0.5 + shift, 0.5, 0.24), low, { opacity: 0.9 })
  const overlap = both(circle(0.5 - shift, 0.5, 0.24), circle(0.5 + shift, 0.5, 0.24))
  paint(canvas, both(overlap, rectangle({ left: 0, top: 0, right: 1, bottom: 1 })), high)
}

function paintPlainArt(file: string, size: string): Buffer | null {
  const name = readOrder(file, size)
  return name && encodePlainPng(name, choosePalette(name.mood, name.seed).accent)
}

const CACHE_BYTES = 48 * 1024 * 1024
const cache = new Map<string, Buffer>()
let cached_bytes = 0

let paint_now = paintArt

/**
 * For every world of this process: `plain` pictures have the right size and one colour. Painting takes longer than
 * all else on a page, and a test that waits for pictures does not look at them.
 */
export function setPictureStyle(style: 'painted' | 'plain'): void {
  const painter = style === 'plain' ? paintPlainArt : paintArt
  if (painter === paint_now) return
  paint_now = painter
  cache.clear()
  cached_bytes = 0
}

/** As `paintArt`, remembering recent pictures within a fixed budget. */
export function artBytes(file: string, size: string): Buffer | null {
  const key = `${size}/${file}`
  const known = cache.get(key)
  if (known) return known
  const bytes = paint_now(file, size)
  if (!bytes) return null
  cache.set(key, bytes)
  cached_bytes += bytes.byteLength
  for (const [oldest, held] of cache) {
    if (cached_bytes <= CACHE_BYTES) break
    cache.delete(oldest)
    cached_bytes -= held.byteLength
  }
  return bytes
}
