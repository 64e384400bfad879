import { describe, expect, it } from 'vitest'
import { rasterType, readyPicture } from './raster-image.ts'

const file = (...parts: (string | number[])[]) =>
  Buffer.concat([...parts.map(part => Buffer.from(part as string, 'latin1')), Buffer.alloc(32)])

describe('what a picture is by its own bytes (1/4.3, 1/4.5)', () => {
  it.each([
    ['image/jpeg', file([0xff, 0xd8, 0xff, 0xe0])],
    ['image/png', file([0x89], 'PNG\r\n', [0x1a], '\n')],
    ['image/gif', file('GIF87a')],
    ['image/gif', file('GIF89a')],
    ['image/webp', file('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
  ])('knows %s', (type, bytes) => {
    expect(rasterType(bytes)).toBe(type)
  })

  it.each([
    ['a drawing that can carry scripts', file('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['a page', file('<!doctype html>')],
    ['a sound in the same container', file('RIFF', [1, 2, 3, 4], 'WAVEfmt ')],
    ['something that only ends like WebP', file('ABCD', [1, 2, 3, 4], 'WEBP')],
    ['a beginning cut short', Buffer.from([0xff, 0xd8])],
    ['nothing', Buffer.alloc(0)],
  ])('takes %s for no picture', (_what, bytes) => {
    expect(rasterType(bytes)).toBeNull()
  })
})

describe('a relayed picture', () => {
  it('is sent as what its bytes are', () => {
    const bytes = file('GIF89a')
    expect(readyPicture(bytes)).toEqual({ bytes, content_type: 'image/gif' })
  })

  it('is refused if it is absent, or no picture', () => {
    expect(() => readyPicture(null)).toThrow(expect.objectContaining({ code: 'not_found' }))
    expect(() => readyPicture(file('<svg>'))).toThrow(expect.objectContaining({ code: 'upstream_failed' }))
  })
})
