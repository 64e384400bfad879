import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentDisposition, fileNameOf } from './file-name-rules.ts'

/** Any code points at all, halves of pairs included. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 300 })
  .map(codes => String.fromCodePoint(...codes))

describe('the name of a download (1/4.13)', () => {
  it.each([
    ['/movies/Dune (2021)/Dune.mkv', 'Dune.mkv'],
    ['D:\\Filme\\Amélie.mkv', 'Amélie.mkv'],
    ['/m/a\r\nSet-Cookie: x.mkv', 'aSet-Cookie: x.mkv'],
    ['/m/photo\u202Egpj.exe', 'photogpj.exe'],
    ['/m/a\\b.mkv', 'a_b.mkv'],
    ['/m/ ', 'download'],
    ['/', 'download'],
    ['/m/half \ud800.mkv', 'half \ufffd.mkv'],
  ])('%j is %j', (path, name) => {
    expect(fileNameOf(path)).toBe(name)
  })

  it('is at most 240 bytes, cut between characters, and keeps its ending', () => {
    const long = fileNameOf(`/m/${'日'.repeat(200)}.mkv`)
    expect(long).toBe(`${'日'.repeat(78)}.mkv`)
    expect(fileNameOf(`/m/x${'🎬'.repeat(100)}`)).toBe(`x${'🎬'.repeat(59)}`)
    expect(fileNameOf(`/m/a.${'b'.repeat(300)}`)).toHaveLength(240)
    fc.assert(
      fc.property(anyText, text => {
        const name = fileNameOf(`/m/${text}`)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240)
        expect(name).not.toBe('')
        expect(name.isWellFormed()).toBe(true)
        expect(name).not.toMatch(/[/\\\p{Cc}]/u)
      }),
    )
  })

  it('is written for new and old readers (RFC 6266, RFC 5987)', () => {
    expect(contentDisposition('Dune.mkv')).toBe(`attachment; filename="Dune.mkv"; filename*=UTF-8''Dune.mkv`)
    expect(contentDisposition(`Amélie "100%" (it's*).mkv`)).toBe(
      `attachment; filename="Am_lie _100__ (it's*).mkv"; ` +
        `filename*=UTF-8''Am%C3%A9lie%20%22100%25%22%20%28it%27s%2A%29.mkv`,
    )
    fc.assert(
      fc.property(anyText, text => {
        expect(contentDisposition(fileNameOf(`/m/${text}`))).toMatch(/^[\x20-\x7e]+$/)
      }),
    )
  })
})
