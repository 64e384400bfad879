import { describe, expect, it } from 'vitest'
import { type TitleRef, createTitleBatch } from './title-batch.ts'

function setUp(answer: (title: TitleRef) => boolean = () => true) {
  const sent: { count: number; instance_id: string | undefined }[] = []
  let flush = () => {}
  const load = createTitleBatch({
    send: async (titles, instance_id) => {
      sent.push({ count: titles.length, instance_id })
      return titles.filter(answer).map(title => ({ ...title, status: 'available' }))
    },
    schedule: work => (flush = work),
  })
  return { sent, load, flush: () => flush() }
}

describe('marks of cards', () => {
  it('combines lookups of one frame into one call', async () => {
    const { sent, load, flush } = setUp()
    const all = [1, 2, 3, 3].map(tmdb_id => load({ media_type: 'movie', tmdb_id }))
    flush()
    expect((await Promise.all(all)).map(one => one?.tmdb_id)).toEqual([1, 2, 3, 3])
    expect(sent).toEqual([{ count: 3, instance_id: undefined }])
  })

  it('sends one call per library, with at most a hundred titles', async () => {
    const { sent, load, flush } = setUp()
    const all = Array.from({ length: 130 }, (_, tmdb_id) => load({ media_type: 'tv', tmdb_id }))
    all.push(load({ media_type: 'tv', tmdb_id: 1, instance_id: 'anime' }))
    flush()
    await Promise.all(all)
    expect(sent).toEqual([
      { count: 100, instance_id: undefined },
      { count: 30, instance_id: undefined },
      { count: 1, instance_id: 'anime' },
    ])
  })

  it('distinguishes a missing title from a failed call', async () => {
    const { load, flush } = setUp(title => title.tmdb_id !== 7)
    const left_out = load({ media_type: 'movie', tmdb_id: 7 })
    flush()
    expect(await left_out).toBeNull()
    const failing = createTitleBatch({
      send: () => Promise.reject(new Error('no answer')),
      schedule: queueMicrotask,
    })
    await expect(failing({ media_type: 'movie', tmdb_id: 1 })).rejects.toThrow('no answer')
  })
})
