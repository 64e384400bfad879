import * as screen from '@foyer/contract/discover-screen/discover-screen'
import * as lists from '@foyer/contract/discover-screen/list-provider'
import * as details from '@foyer/contract/discover-screen/media-details'
import type { RouteDefinition } from '@foyer/contract/route'
import * as parts from '@foyer/contract/discover-screen/title-parts'
import { LIST, MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import type { ContentFilter } from '#features/discover-screen/index.ts'
import { TITLE_SURFACES } from '#test/title-surfaces.ts'
import { unrestricted } from '#test/unrestricted-filter.ts'
import { readyJson } from '#kit/ready.ts'
import { DISCOVERY_PARTS } from '#test/discovery-calls.ts'
import { buildWorld } from '#test/world.ts'

type FilterMethod = keyof ContentFilter

const isRoute = (value: unknown): value is RouteDefinition =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
const ROUTES = [screen, lists, details, parts].flatMap(module => Object.values(module).filter(isRoute))
const nameOf = (route: RouteDefinition) => `${route.method} ${route.path}`

/** An address of the route that has something to show. */
function addressOf({ path }: RouteDefinition): string {
  const id = path.includes('/movie/') ? MOVIE.with_file : path.includes('/tv/') ? SHOW.harbour_nine : 700_001
  const known = path
    .replace('collection/{id}', 'collection/600001')
    .replace('{id}', String(id))
    .replace('{season_number}', '1')
    .replace('{user}', LIST.mixed.user)
    .replace('{slug}', LIST.mixed.slug)
    .replace('{host}/{path*}', 'media.trakt.tv/images/none.webp')
  return path.startsWith('/api/search') ? `${known}?query=the` : known
}

/** A filter without limits that records which of its methods was called, and for whom. */
function createRecordingFilter() {
  const passed: { method: FilterMethod; user_id: number }[] = []
  const note = <M extends FilterMethod>(method: M): ContentFilter[M] =>
    ((caller: { user_id: number }, ...rest: unknown[]) => {
      passed.push({ method, user_id: caller.user_id })
      // A query goes on as it came; a body is another one, so that it shows what leaves.
      return method === 'discover' ? rest.at(-1) : readyJson({ method })
    }) as ContentFilter[M]
  const filter: ContentFilter = {
    list: note('list'),
    detail: note('detail'),
    person: note('person'),
    credits: note('credits'),
    genres: note('genres'),
    entries: note('entries'),
    discover: note('discover'),
  }
  return { filter, passed }
}

describe('title surfaces (1:1.4, 1:4.5 kids-account rules)', () => {
  it('are listed, each route of the slice once', () => {
    const listed = TITLE_SURFACES.map(({ route }) => nameOf(route)).toSorted()
    expect(listed).toEqual(ROUTES.map(nameOf).toSorted())
    expect(listed.length).toBeGreaterThan(35)
  })

  it('pass the filter methods that they are listed with, cold and warm', async () => {
    const { filter, passed } = createRecordingFilter()
    const { admin, asAdmin } = await buildWorld({ ...DISCOVERY_PARTS, overrides: { content_filter: filter } })
    for (const { route, passes, answers_other_body } of [...TITLE_SURFACES, ...TITLE_SURFACES]) {
      passed.length = 0
      const { status, body } = await asAdmin('GET', addressOf(route))
      const expected = passes.map(method => ({ method, user_id: admin.user.id }))
      expect([nameOf(route), passed]).toEqual([nameOf(route), expected])
      // The answer is what the last method returned.
      const last = passes.at(-1)
      if (answers_other_body)
        expect([nameOf(route), status, body.method]).toEqual([nameOf(route), 200, undefined])
      else if (last) expect([nameOf(route), status, body]).toEqual([nameOf(route), 200, { method: last }])
    }
  })

  it('hand out the very bytes to whoever has no limits', async () => {
    const { asAdmin, tmdb } = await buildWorld({
      ...DISCOVERY_PARTS,
      overrides: { content_filter: unrestricted },
    })
    const answer = await asAdmin('GET', '/api/discover/movies/popular')
    const [call] = tmdb.journal.requests('GET /3/movie/popular')
    expect(answer.raw.toString()).toBe(JSON.stringify(call?.answer?.body))
  })
})
