import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { encoded, isReady, onGrowth, readyJson } from '#kit/ready.ts'

const large = () => readyJson({ text: 'Heat '.repeat(1000) })

describe('Ready', () => {
  test('holds the serialised bytes', () => {
    expect(readyJson({ a: 1 })).toEqual({
      bytes: Buffer.from('{"a":1}'),
      content_type: 'application/json; charset=utf-8',
    })
  })

  test('is told apart from a plain body', () => {
    expect(isReady(large())).toBe(true)
    for (const other of [null, 'x', {}, { bytes: 'x', content_type: 'y' }, Buffer.from('x')]) {
      expect(isReady(other)).toBe(false)
    }
  })
})

describe('encoded', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br;q=0', 'gzip'],
    ['gzip;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['deflate, zstd', undefined],
    ['gzip;q=0', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j gets %s', async (accept, encoding) => {
    expect((await encoded(large(), accept)).encoding).toBe(encoding)
  })

  test('small answers and pictures go as they are', async () => {
    expect((await encoded(readyJson({ a: 1 }), 'br')).encoding).toBeUndefined()
    const picture = { bytes: Buffer.alloc(5000), content_type: 'image/png' }
    expect((await encoded(picture, 'br')).encoding).toBeUndefined()
  })

  test('compresses once, keeps the variant and then answers at once', async () => {
    const ready = large()
    let grown = 0
    onGrowth(ready, () => grown++)
    const [one, two] = await Promise.all([encoded(ready, 'br'), encoded(ready, 'br')])
    expect(two.bytes).toBe(one.bytes)
    expect(ready.br).toBe(one.bytes)
    expect(grown).toBe(1)
    expect(encoded(ready, 'br')).toEqual({ bytes: one.bytes, encoding: 'br' })
    expect(brotliDecompressSync(one.bytes)).toEqual(ready.bytes)
    expect(gunzipSync((await encoded(ready, 'gzip')).bytes)).toEqual(ready.bytes)
    expect(grown).toBe(2)
  })
})
