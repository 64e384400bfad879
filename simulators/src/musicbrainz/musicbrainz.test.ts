import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asList, asRecord, type JsonRecord } from '../kit/json.ts'
import { ALBUM, ARTIST } from '../lidarr/music-catalogue.ts'
import { startWorld, type World } from '../world.ts'
import { parseLucene } from './lucene.ts'

const NOW = Date.parse('2026-11-15T09:00:00Z')
let world: World<'musicbrainz'>
let now = NOW

beforeEach(async () => {
  now = NOW
  world = await startWorld({ products: ['musicbrainz'], now: () => now })
})
afterEach(() => world.close())

const AGENT = { 'user-agent': 'Test/1.0 ( https://example.org )' }

async function get(path: string, headers: Record<string, string> = AGENT) {
  const response = await fetch(`${world.musicbrainz.url}/ws/2${path}`, { headers, redirect: 'manual' })
  const raw = await response.text()
  const body = raw.startsWith('{') ? asRecord(JSON.parse(raw)) : {}
  return { status: response.status, location: response.headers.get('location'), body, raw }
}

const titles = (body: JsonRecord) => asList(body['release-groups']).map(row => asRecord(row)['title'])
const search = (query: string, more = '') =>
  get(`/release-group?fmt=json${more}&query=${encodeURIComponent(query)}`)

describe('every request', () => {
  it('needs a user agent, and is answered in XML by default', async () => {
    expect((await get('/artist?query=x&fmt=json', { 'user-agent': 'node' })).status).toBe(403)
    expect((await get(`/artist/${ARTIST.the_quay}`)).raw).toContain('<metadata/>')
  })

  it('is refused above the rate limit, once that is switched on', async () => {
    world.musicbrainz.limitRate()
    const ask = async () => (await get(`/artist/${ARTIST.the_quay}?fmt=json`)).status
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 503])
    now += 1000
    expect(await ask()).toBe(200)
  })
})

describe('lookups', () => {
  it('show what was asked for', async () => {
    const { body } = await get(`/release-group/${ALBUM.night_ferry}?fmt=json&inc=artist-credits+genres`)
    expect(body).toMatchObject({ id: ALBUM.night_ferry, title: 'Night Ferry', 'primary-type': 'Album' })
    expect(asRecord(asRecord(asList(body['artist-credit'])[0])['artist'])['id']).toBe(ARTIST.the_quay)
    const { body: bare } = await get(`/release-group/${ALBUM.night_ferry}?fmt=json`)
    expect(bare).not.toHaveProperty('artist-credit')
  })

  it.each([
    ['a malformed id', '/release-group/abc?fmt=json', 400],
    ['an unknown id', `/release-group/${ARTIST.the_quay}?fmt=json`, 404],
    ['an unknown inc', `/artist/${ARTIST.the_quay}?fmt=json&inc=everything`, 400],
    ['two incs', `/artist/${ARTIST.the_quay}?fmt=json&inc=tags&inc=genres`, 400],
  ])('refuse %s', async (_what, path, status) => {
    expect((await get(path)).status).toBe(status)
  })

  it('lead from a merged id to the one that is left', async () => {
    const { music } = world.musicbrainz
    music.merge(ALBUM.cast_off, ALBUM.night_ferry)
    const { status, location } = await get(`/release-group/${ALBUM.cast_off}?fmt=json`)
    expect(status).toBe(301)
    expect(location).toContain(`/ws/2/release-group/${ALBUM.night_ferry}?fmt=json`)
  })

  it('know the record that a release is of', async () => {
    const release = world.musicbrainz.music.groups.get(ALBUM.night_ferry)?.release_id
    const { body } = await get(`/release/${release}?fmt=json&inc=release-groups`)
    expect(asRecord(body['release-group'])['id']).toBe(ALBUM.night_ferry)
  })
})

describe('lists', () => {
  it('find by title, artist, type and tag', async () => {
    const found = await search('(releasegroup:"the quay" OR artist:"the quay") AND (primarytype:album)')
    expect(titles(found.body)).toContain('Night Ferry')
    expect(titles(found.body)).not.toContain('Harbour Lights EP')
    expect(titles((await search('tag:"hip hop" AND primarytype:ep')).body)).toEqual(['Lift Music'])
    expect(titles((await search(`rgid:(${ALBUM.live} OR ${ALBUM.cast_off})`)).body)).toHaveLength(2)
    expect((await search('(')).status).toBe(400)
  })

  it('page searches and browses in their own words', async () => {
    const { body } = await search('primarytype:album', '&limit=5&offset=3')
    expect([body['offset'], titles(body).length]).toEqual([3, 5])
    const browsed = await get(`/release-group?artist=${ARTIST.the_quay}&type=ep|single&fmt=json`)
    expect(browsed.body).toMatchObject({ 'release-group-count': 1, 'release-group-offset': 0 })
    expect((await get(`/release-group?artist=${ARTIST.the_quay}&type=lp&fmt=json`)).status).toBe(400)
    expect((await get(`/release-group?artist=${ALBUM.live}&fmt=json`)).status).toBe(404)
  })

  it('tell artists of one name apart', async () => {
    const { body } = await get(`/artist?fmt=json&query=${encodeURIComponent('artist:"hollow moon"')}`)
    expect(asList(body['artists']).map(row => asRecord(row)['disambiguation'])).toEqual([
      'British band',
      'duo from Varrow',
    ])
  })
})

it.each([
  ['tag:"trip hop"', false],
  ['tag:"hip hop"', true],
  ['NOT tag:"hip hop"', false],
  ['title:one OR title:two', true],
  ['title:one AND title:two', false],
  ['title:(one OR three)', true],
  [String.raw`title:"say \"one\""`, false],
])('reads %s', (query, expected) => {
  expect(parseLucene(query)?.({ tag: ['hip hop'], title: ['one'] })).toBe(expected)
})
