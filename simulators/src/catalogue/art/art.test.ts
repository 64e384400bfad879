import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { artBytes, artPath, paintArt, setPictureStyle } from './art.ts'

function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

function name(kind: 'p' | 'b' | 'f' | 's'): string {
  return artPath(kind, 'w', 'movie:1').slice(1)
}

it('honours the size segment and the shape of each kind', () => {
  expect(sizeOf(paintArt(name('p'), 'w185') ?? Buffer.alloc(0))).toEqual([185, 278])
  expect(sizeOf(paintArt(name('b'), 'w300') ?? Buffer.alloc(0))).toEqual([300, 169])
  expect(sizeOf(paintArt(name('f'), 'h632') ?? Buffer.alloc(0))).toEqual([421, 632])
  expect(sizeOf(paintArt(name('p'), 'original') ?? Buffer.alloc(0))).toEqual([780, 1170])
})

it('holds every row of pixels', () => {
  const png = paintArt(artPath('p', 'n', 'movie:2').slice(1), 'w92') ?? Buffer.alloc(0)
  const length = png.readUInt32BE(33)
  expect(inflateSync(png.subarray(41, 41 + length)).length).toBe((92 * 3 + 1) * 138)
})

it('paints the same picture for the same path, and another for another', () => {
  const file = artPath('p', 'g', 'movie:3').slice(1)
  expect(paintArt(file, 'w92')?.equals(paintArt(file, 'w92') ?? Buffer.alloc(0))).toBe(true)
  const other = paintArt(artPath('p', 'g', 'movie:4').slice(1), 'w92')
  expect(paintArt(file, 'w92')?.equals(other ?? Buffer.alloc(0))).toBe(false)
})

it('is plain where nobody looks at it: of the same size, a bit for each pixel, and quickly made', () => {
  setPictureStyle('plain')
  try {
    const png = artBytes(name('b'), 'w780') ?? Buffer.alloc(0)
    expect(sizeOf(png)).toEqual([780, 439])
    const at = png.indexOf('IDAT')
    const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
    expect(pixels.equals(Buffer.alloc((98 + 1) * 439))).toBe(true)
    expect(artBytes('unknown.jpg', 'w92')).toBeNull()
  } finally {
    setPictureStyle('painted')
  }
  expect(artBytes(name('b'), 'w92')?.equals(paintArt(name('b'), 'w92') ?? Buffer.alloc(0))).toBe(true)
})

it('knows no other names or sizes', () => {
  expect(artBytes('unknown.jpg', 'w92')).toBeNull()
  expect(artBytes(artPath('p', 'g', 'x').slice(1), 'huge')).toBeNull()
})

it('paints every mood and kind', () => {
  for (const mood of ['b', 'd', 'w', 'c', 'n', 'g'] as const) {
    for (const kind of ['p', 'b', 'f', 's', 'l'] as const) {
      for (let i = 0; i < 8; i++) {
        const bytes = artBytes(artPath(kind, mood, `title:${i}`).slice(1), 'w92')
        expect(bytes?.length).toBeGreaterThan(500)
      }
    }
  }
})
