import { MOVIE } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { create, spent, startAsking } from './request-world.ts'

describe('asking for a movie (1:4.6, 1:4.8)', () => {
  it('saves, delivers at once and answers what came of it (C4)', async () => {
    const { asUma, world } = await startAsking()
    const answer = await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.absent })
    expect(answer.status).toBe(201)
    expect(world.radarr.movie(MOVIE.absent)).toMatchObject({ monitored: true })
    expect(await spent(asUma, 'movie')).toBe(1)
  })
})
