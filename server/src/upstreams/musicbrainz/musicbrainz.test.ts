import { ALBUM, ARTIST, garbage, startWorld, status, truncate, type World } from '@foyer/simulators'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { createOutbound, type Outbound } from '#kit/outbound.ts'
import type { MusicCatalog } from '#ports/music-catalog.ts'
import { createMusicBrainzCatalog } from './musicbrainz-catalog.ts'
import { albumFromWire, quoted, tracksOf } from './musicbrainz-words.ts'

let world: World<'musicbrainz'>
let outbound: Outbound
let catalog: MusicCatalog
const asker = { lane: '1' }

beforeEach(async () => {
  world = await startWorld({ products: ['musicbrainz'], strict: false })
  // Seconds pass by themselves: how far apart calls are is not the question here.
  const clock = createTestClock()
  const hurried = {
    ...clock,
    monotonicMs: () => (clock.advance(1000), clock.monotonicMs()),
    sleep: async () => {},
    after: (ms: number, run: () => void) =>
      ms <= 1000 ? (queueMicrotask(run), () => {}) : clock.after(1e9, run),
  }
  outbound = createOutbound({ clock: hurried, external_proxy: () => null, user_agent: 'Foyer/dev ( test )' })
  catalog = createMusicBrainzCatalog({ external: outbound.external, url: `${world.musicbrainz.url}/ws/2` })
})
afterEach(async () => {
  await outbound.destroy()
  await world.close()
})

describe('MusicBrainz', () => {
  it('tells a record in our words, and null where there is none', async () => {
    expect(await catalog.album(ALBUM.live, asker)).toMatchObject({
      foreign_id: ALBUM.live,
      artist: 'The Quay',
      primary_type: 'Album',
      secondary_types: ['Live'],
      rating: { value: 4.5, votes: 2 },
    })
    expect(await catalog.album(ARTIST.the_quay, asker)).toBeNull()
    expect(await catalog.artistAlbums(ALBUM.live, 1, asker)).toBeNull()
  })

  it('has no rating where nobody voted', async () => {
    const { id } = world.musicbrainz.music.addGroup({ title: 'Unheard' })
    expect(await catalog.album(id, asker)).not.toHaveProperty('rating')
  })

  it('knows the record that a release is of', async () => {
    const { release_id = '' } = world.musicbrainz.music.groups.get(ALBUM.live) ?? {}
    expect(await catalog.groupOfRelease(release_id, asker)).toBe(ALBUM.live)
    expect(await catalog.groupOfRelease(ALBUM.live, asker)).toBeNull()
  })

  it('follows two merges and no third', async () => {
    const { music } = world.musicbrainz
    const url = `${world.musicbrainz.url}/ws/2/release-group`
    const [a = '', b = '', c = ''] = ['a', 'b', 'c'].map(title => music.addGroup({ title }).id)
    world.musicbrainz.redirect(c, `${url}/${ALBUM.live}`)
    world.musicbrainz.redirect(b, `/ws/2/release-group/${c}?fmt=json`)
    world.musicbrainz.redirect(a, `${url}/${b}`)
    expect((await catalog.album(b, asker))?.foreign_id).toBe(ALBUM.live)
    await expect(catalog.album(a, asker)).rejects.toMatchObject({
      kind: 'bad_answer',
      category: 'redirected',
    })
  })

  it.each([
    ['garbage', garbage(), 'bad_answer'],
    ['a portal', garbage('html'), 'bad_answer'],
    ['a cut answer', truncate(), 'unreachable'],
    ['a blocked agent', status(403), 'rejected_key'],
    [
      'a page that contradicts itself',
      status(200, { body: { count: 9, offset: 0, 'release-groups': [] } }),
      'bad_answer',
    ],
    ['another page', status(200, { body: { count: 0, offset: 20, 'release-groups': [] } }), 'bad_answer'],
    ['a list without a count', status(200, { body: { 'release-groups': [] } }), 'bad_answer'],
  ])('%s is a fault, never an empty list', async (_what, fault, kind) => {
    world.musicbrainz.faults.always('GET /ws/2/release-group', fault)
    const search = { query: 'quay', include_singles: false, page: 1 }
    await expect(catalog.searchAlbums(search, asker)).rejects.toMatchObject({ kind, upstream: 'MusicBrainz' })
  })

  it('leaves when whoever asked leaves', async () => {
    const leaving = AbortSignal.abort(new Error('left'))
    await expect(catalog.album(ALBUM.live, { lane: '1', signal: leaving })).rejects.toThrow('left')
    expect(world.musicbrainz.journal.entries).toEqual([])
  })
})

it('joins credits as the record has them', () => {
  const artist = (id: string, name: string) => ({ id, name, disambiguation: '', type: null })
  const album = albumFromWire({
    id: ALBUM.live,
    title: 'Glass Harbour',
    'first-release-date': '1997-13',
    'artist-credit': [
      { name: 'Ada V.', joinphrase: ' & ', artist: artist(ARTIST.the_quay, 'Ada Vell') },
      { name: null, joinphrase: null, artist: artist(ARTIST.absent, 'North Nine') },
    ],
    genres: [
      { name: 'pop', count: 1 },
      { name: 'trip hop', count: 4 },
      { name: 'polka', count: -2 },
    ],
  })
  expect(album).toEqual({
    foreign_id: ALBUM.live,
    title: 'Glass Harbour',
    artist: 'Ada V. & North Nine',
    artists: [
      { foreign_id: ARTIST.the_quay, name: 'Ada Vell' },
      { foreign_id: ARTIST.absent, name: 'North Nine' },
    ],
    primary_type: null,
    secondary_types: [],
    genres: ['trip hop', 'pop'],
  })
})

it('takes the tracks of the first official pressing that has any', () => {
  const pressing = (status: string | null, date: string, ...titles: string[]) => ({
    status,
    date,
    media: [{ position: 2, tracks: titles.map(title => ({ number: null, title, length: null })) }],
  })
  const told = (...pressings: ReturnType<typeof pressing>[]) => tracksOf(pressings).map(({ title }) => title)
  const first = pressing('Official', '1997-05', 'a', 'b')
  expect(told(pressing('Bootleg', '1990', 'x'), pressing('Official', '', 'y'), first)).toEqual(['a', 'b'])
  expect(told(pressing('Official', '1980'), pressing('Official', '2001', 'c'), first)).toEqual(['a', 'b'])
  expect(told(pressing(null, '1990', 'x'), pressing('Promotion', '1985', 'z'))).toEqual(['z'])
  expect(tracksOf([first])[1]).toEqual({ disc: 2, number: '2', title: 'b' })
  expect(tracksOf([{ status: 'Official', date: null, media: null }])).toEqual([])
})

it.each([
  ['AC/DC', '"AC/DC"'],
  ['say "hi"', String.raw`"say \"hi\""`],
  ['back\\slash', String.raw`"back\\slash"`],
])('quotes %s', (text, expected) => {
  expect(quoted(text)).toBe(expected)
})
