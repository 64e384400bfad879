import { describe, expect, it } from 'vitest'
import { readyLongList } from './long-list.ts'

describe('a long list', () => {
  it.each([0, 1, 3, 500, 1201])('of %i items reads as if it had been written at once', async count => {
    const items = Array.from({ length: count }, (_, i) => `${i} Žluťoučký 🎶 ${'x'.repeat(i)}`)
    const { bytes, content_type } = await readyLongList('titles', items, title => ({ title }))
    expect(JSON.parse(bytes.toString('utf8'))).toEqual({ titles: items.map(title => ({ title })) })
    expect(content_type).toBe('application/json; charset=utf-8')
  })

  it('has what stands beside it, however much that is', async () => {
    const rest = { authors: null, more: 'é'.repeat(200_000) }
    const { bytes } = await readyLongList('titles', [1, 2], one => one, rest)
    expect(JSON.parse(bytes.toString('utf8'))).toEqual({ titles: [1, 2], ...rest })
  })

  it('takes little more room than it needs', async () => {
    const items = Array.from({ length: 20_000 }, (_, i) => i)
    const { bytes } = await readyLongList('titles', items, id => ({ id, text: 'y'.repeat(100) }))
    expect(bytes.buffer.byteLength).toBeLessThan(bytes.length * 1.1)
  })
})
