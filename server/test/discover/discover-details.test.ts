import { MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { countCalls, DISCOVERY_PARTS, shareDiscovery } from '#test/discovery-calls.ts'
import { buildWorld } from '#test/world.ts'

describe('details (1:4.5)', () => {
  const begin = shareDiscovery()

  it('answers a movie with videos, credits and release dates, byte for byte', async () => {
    const { asAdmin, tmdb } = begin()
    const { status: code, body, raw } = await asAdmin('GET', `/api/media/movie/${MOVIE.with_file}`)
    expect([code, body.title]).toEqual([200, 'Paper Lanterns'])
    expect(body.release_dates.results[0]).toHaveProperty('iso_3166_1')
    expect(body.credits.cast.length).toBeGreaterThan(0)
    expect(body.videos).toHaveProperty('results')
    const [call] = tmdb.journal.requests(`GET /3/movie/${MOVIE.with_file}`)
    expect(raw.toString()).toBe(JSON.stringify(call?.answer?.body))
  })

  it('answers a show with videos, credits, external ids and content ratings', async () => {
    const { asAdmin } = begin()
    const { body } = await asAdmin('GET', `/api/media/tv/${SHOW.harbour_nine}`)
    expect(body).toMatchObject({ name: 'Harbour Nine', external_ids: { tvdb_id: 430_001 } })
    expect(body.content_ratings.results).toContainEqual(
      expect.objectContaining({ iso_3166_1: 'US', rating: 'TV-14' }),
    )
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['videos', 'credits']))
  })

  it('answers what is like a title, in pages', async () => {
    const { asAdmin } = begin()
    for (const [kind, id] of [
      ['movie', MOVIE.with_file],
      ['tv', SHOW.harbour_nine],
    ]) {
      for (const relation of ['recommendations', 'similar']) {
        const { status: code, body } = await asAdmin('GET', `/api/media/${kind}/${id}/${relation}?page=2`)
        expect([kind, relation, code, body.page]).toEqual([kind, relation, 200, 2])
        expect(Array.isArray(body.results)).toBe(true)
      }
    }
  })

  it('answers a person, and movies and shows together as their credits', async () => {
    const { asAdmin } = begin()
    expect((await asAdmin('GET', '/api/media/person/700001')).body).toMatchObject({ id: 700_001 })
    const { body } = await asAdmin('GET', '/api/media/person/700001/credits')
    expect(Object.keys(body).toSorted()).toEqual(['cast', 'crew', 'id'])
    expect(['movie', 'tv']).toContain(body.cast[0].media_type)
  })

  const BELOW = [
    '/api/media/movie/1',
    '/api/media/tv/1',
    '/api/media/movie/1/similar',
    '/api/media/tv/1/recommendations',
    '/api/media/person/1',
    '/api/media/person/1/credits',
  ]

  describe('of nobody', () => {
    const begin = shareDiscovery()

    it.each(BELOW)('%s is 404, asked for again each time', async path => {
      const { asAdmin, tmdb } = begin()
      for (let i = 0; i < 2; i += 1) {
        const answer = await asAdmin('GET', path)
        expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
      }
      expect(countCalls(tmdb)).toBe(2)
    })
  })

  it('tells a 404 of somebody in between from the provider’s own', async () => {
    const { asAdmin, tmdb } = await buildWorld(DISCOVERY_PARTS)
    tmdb.faults.next('GET /3/movie/:id', status(404, { body: '<h1>Gone fishing</h1>' }))
    expect((await asAdmin('GET', `/api/media/movie/${MOVIE.with_file}`)).status).toBe(502)
    // 1/4.5: whatever words it uses, the provider's 404 is ours.
    tmdb.faults.next('GET /3/movie/:id', status(404, { body: {} }))
    const gone = await asAdmin('GET', `/api/media/movie/${MOVIE.with_file}`)
    expect([gone.status, gone.body.code]).toEqual([404, 'not_found'])
    expect((await asAdmin('GET', `/api/media/movie/${MOVIE.with_file}`)).status).toBe(200)
    // A list is always there: not finding it is a fault.
    tmdb.faults.next('GET /3/movie/popular', status(404))
    expect((await asAdmin('GET', '/api/discover/movies/popular')).status).toBe(502)
  })

  describe('with a wrong id', () => {
    const begin = shareDiscovery()

    it.each(['0', '-1', '01', 'x', '1.5', '99999999999999999'])('refuses %j as an id', async id => {
      const { asAdmin, tmdb } = begin()
      const paths = [
        'movie/ID',
        'tv/ID',
        'movie/ID/similar',
        'tv/ID/recommendations',
        'person/ID',
        'person/ID/credits',
      ]
      for (const path of paths) {
        const answer = await asAdmin('GET', `/api/media/${path.replace('ID', id)}`)
        expect([path, answer.status]).toEqual([path, 400])
      }
      expect(countCalls(tmdb)).toBe(0)
    })
  })
})
