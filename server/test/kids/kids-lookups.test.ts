import { expect, it } from 'vitest'
import { idsOf } from '#test/discovery-calls.ts'
import { countRatings, KIDS_PARTS } from '#test/kids-titles.ts'
import { serveHttp } from '#test/loopback-servers.ts'
import { afterTest } from '#test/engines.ts'
import { buildWorld } from '#test/world.ts'

const POPULAR = '/api/discover/movies/popular'
const RATING = /\/(release_dates|content_ratings)\?/

/** Stands before the provider and holds rating lookups back until as many have come as ever will. */
async function openGate(target: () => string) {
  const state = { expected: 0, released: 0, most_at_once: 0 }
  let held: (() => Promise<void>)[] = []
  const gate = await serveHttp((req, res) => {
    // Before the provider is there, nobody is let in; the built-in scheme will do.
    if (target() === '') return void res.writeHead(401).end()
    const pass = async () => {
      const answer = await fetch(`${target()}${req.url}`)
      res.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    }
    if (!RATING.test(req.url ?? '')) return void pass()
    held.push(pass)
    state.most_at_once = Math.max(state.most_at_once, held.length)
    if (held.length < Math.min(8, state.expected - state.released)) return
    state.released += held.length
    const all = held
    held = []
    for (const one of all) void one()
  })
  afterTest(async () => gate[Symbol.asyncDispose]())
  return { gate, state }
}

it('1:4.5 kids rule 4: at most eight lookups are under way at the provider, for all kids together', async () => {
  let target = ''
  const { gate, state } = await openGate(() => target)
  const { tmdb, catalogue, asKim, asUma } = await buildWorld({
    ...KIDS_PARTS,
    env: { APP_TMDB_URL: `${gate.origin}/3` },
  })
  target = tmdb.url
  const pages = [1, 2, 3].map(page => `${POPULAR}?page=${page}`)
  const full = await Promise.all(pages.map(path => asUma('GET', path)))
  const needed = full.flatMap(idsOf).filter(id => !catalogue.movie(id)?.genre_ids.includes(27))
  state.expected = needed.length
  const seen = await Promise.all(pages.map(path => asKim('GET', path)))
  expect(seen.map(answer => answer.status)).toEqual([200, 200, 200])
  expect([state.most_at_once, countRatings(tmdb)]).toEqual([8, needed.length])
})
