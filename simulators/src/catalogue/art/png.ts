import { crc32, deflateSync } from 'node:zlib'
import type { Canvas, Ink } from './canvas.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const FILTER_SUB = 1

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** Some forty shades of each colour, as in print: pictures are half as heavy as with all of them. */
const STEP = 6
const shade = (value = 0) => Math.min(255, Math.round(value / STEP) * STEP)

function assemble(
  { width, height }: Pick<Canvas, 'width' | 'height'>,
  form: readonly [bit_depth: number, colour_type: number],
  chunks: readonly Buffer[],
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([...form, 0, 0, 0], 8)
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...chunks, chunk('IEND', new Uint8Array())])
}

/** One colour all over: a palette of one ink, and a bit for each pixel that points to it. */
export function encodePlainPng(size: Pick<Canvas, 'width' | 'height'>, ink: Ink): Buffer {
  const rows = new Uint8Array((Math.ceil(size.width / 8) + 1) * size.height)
  return assemble(
    size,
    [1, 3],
    [chunk('PLTE', Uint8Array.from(ink)), chunk('IDAT', deflateSync(rows, { level: 1 }))],
  )
}

/** Truecolour PNG (W3C PNG, third edition): the Sub filter suits smooth gradients and costs one pass. */
export function encodePng(canvas: Canvas): Buffer {
  const { width, height, rgb } = canvas
  const stride = width * 3
  const rows = new Uint8Array((stride + 1) * height)
  for (let y = 0; y < height; y++) {
    const to = y * (stride + 1)
    const from = y * stride
    rows[to] = FILTER_SUB
    for (let i = 0; i < stride; i++) {
      const left = i < 3 ? 0 : shade(rgb[from + i - 3])
      rows[to + 1 + i] = shade(rgb[from + i]) - left
    }
  }
  return assemble(canvas, [8, 2], [chunk('IDAT', deflateSync(rows, { level: 6 }))])
}
