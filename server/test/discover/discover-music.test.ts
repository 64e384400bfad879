import { ALBUM, ARTIST, status } from '@foyer/simulators'
import {
  getMusicTracks,
  MusicAlbum,
  MusicArtistDetail,
  MusicArtistFeed,
  MusicFeed,
} from '@foyer/contract/discover-music'
import { describe, expect, it } from 'vitest'
import { callAs, refusal } from '#test/calls.ts'
import {
  addMusicInstance,
  addMusicUser,
  buildMusicDiscovery,
  itemsOf,
  titlesOf,
} from '#test/music-discovery.ts'

const SEARCH = '/api/discover/music/search?query='
const POPULAR = '/api/discover/music/popular'
const FRESH = '/api/discover/music/new-releases'
const ARTISTS = '/api/media/music/artists'

describe('search (1:4.3)', () => {
  it('finds albums and EPs by title or artist, singles only when asked for', async () => {
    const { get, musicbrainz } = await buildMusicDiscovery()
    const answer = await get(`${SEARCH}odette%20vell`)
    expect(answer.status).toBe(200)
    expect(MusicFeed.parse(answer.body)).toEqual(answer.body)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(titlesOf(answer)).toContain('The Year of the Wren')
    expect(titlesOf(answer)).not.toContain('Wren Song')
    expect(answer.body).toMatchObject({ page: 1, source: 'MusicBrainz' })
    expect(answer.body).not.toHaveProperty('next_page')
    const singles = await get(`${SEARCH}odette%20vell&include_singles=true`)
    expect(itemsOf(singles).map(one => one.release_type)).toContain('Single')
    const [call] = musicbrainz.journal.requests()
    expect(call?.headers['user-agent']).toBe('Foyer/dev ( self-hosted Foyer )')
    expect(call?.query.get('limit')).toBe('20')
  })

  it('takes what people type as words, not as a query (1:4.3)', async () => {
    const { get, musicbrainz } = await buildMusicDiscovery()
    const answer = await get(`${SEARCH}${encodeURIComponent('  a" OR artist:"the quay \\ ')}`)
    expect([answer.status, titlesOf(answer)]).toEqual([200, []])
    expect(answer.body.empty_message).toEqual(expect.any(String))
    const [call] = musicbrainz.journal.requests()
    expect(call?.query.get('query')).toContain(String.raw`releasegroup:"a\" OR artist:\"the quay \\"`)
  })

  it('tells artists of one name apart by id and disambiguation', async () => {
    const { get } = await buildMusicDiscovery()
    const answer = await get('/api/discover/music/artists?query=hollow%20moon')
    expect(MusicArtistFeed.parse(answer.body)).toEqual(answer.body)
    expect(answer.body.results).toMatchObject([
      { name: 'Hollow Moon', disambiguation: 'British band', type: 'Group', country: 'GB' },
      { name: 'Hollow Moon', disambiguation: 'duo from Varrow' },
    ])
  })
})

describe('feed rules (1:4.3)', () => {
  it('1: next_page follows the provider, also where a page is empty', async () => {
    const { get, musicbrainz, listenbrainz } = await buildMusicDiscovery()
    const { music } = musicbrainz
    const singles = Array.from({ length: 20 }, (_, i) =>
      music.addGroup({ title: `Seven Inch ${i}`, type: 'Single' }),
    )
    listenbrainz.leadCharts(singles.map(({ id }) => id))
    const first = await get(POPULAR)
    expect(first.body).toMatchObject({ results: [], page: 1, next_page: 2, source: 'ListenBrainz' })
    expect(first.body).not.toHaveProperty('empty_message')
    const second = await get(`${POPULAR}?page=2`)
    expect(itemsOf(second).length).toBeGreaterThan(10)
    const [call] = listenbrainz.journal.requests()
    expect(Object.fromEntries(call?.query ?? [])).toEqual({ range: 'this_week', count: '20', offset: '0' })
  })

  it('1: past the end is an empty page without a next one', async () => {
    const { get } = await buildMusicDiscovery()
    const answer = await get(`${POPULAR}?page=500&period=this_year`)
    expect([answer.status, answer.body.results]).toEqual([200, []])
    expect(answer.body).not.toHaveProperty('next_page')
    expect(answer.body.empty_message).toEqual(expect.any(String))
  })

  it('2: keeps distinct ids of one title, and drops names without an id', async () => {
    const { get, musicbrainz, listenbrainz } = await buildMusicDiscovery()
    const twins = [1, 2].map(() => musicbrainz.music.addGroup({ title: 'Untitled' }).id)
    listenbrainz.leadCharts([null, ...twins])
    const answer = await get(POPULAR)
    expect(itemsOf(answer).filter(item => item.title === 'Untitled')).toHaveLength(2)
    expect(itemsOf(answer)).toHaveLength(new Set(itemsOf(answer).map(item => item.foreign_id)).size)
  })

  it('3, C11: new releases are one window, exact dates, newest first, each once', async () => {
    const { get, musicbrainz, listenbrainz } = await buildMusicDiscovery()
    const { music } = musicbrainz
    const of = (date: string, more = {}) => music.addGroup({ title: `Out ${date}`, date, ...more })
    of('2026-10-16')
    of('2026-10-15')
    of('2026-11-16')
    const row = (group: { id: string; title: string }, date: string, type = 'Album') => ({
      release_date: date,
      release_name: group.title,
      artist_credit_name: 'A & B',
      artist_mbids: [ARTIST.the_quay, ARTIST.absent],
      release_group_mbid: group.id,
      release_group_primary_type: type,
    })
    const soon = of('2026-12-01')
    listenbrainz.addFresh(
      row(of('2026-11'), '2026-11'),
      row(of('2026-11-16', { title: 'Tomorrow' }), '2026-11-16'),
      row(of('2026-11-10', { title: 'Again' }), '2026-11-10'),
      row(soon, '2026-11-02'),
      row(soon, '2026-11-01'),
      row(of('2020-01-01', { title: 'Radio' }), '2026-11-03', 'Broadcast'),
    )
    const answer = await get(FRESH)
    expect(MusicFeed.parse(answer.body)).toEqual(answer.body)
    const dates = itemsOf(answer).map(item => item.release_date ?? '')
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect([dates[0], dates.at(-1)]).toEqual(['2026-11-15', '2026-10-16'])
    expect(titlesOf(answer)).not.toContain('Lantern Version')
    expect(titlesOf(answer)).not.toContain('Radio')
    expect(titlesOf(answer)).not.toContain('Tomorrow')
    expect(titlesOf(answer).filter(title => title === 'Again')).toHaveLength(1)
    const found = itemsOf(answer).filter(item => item.foreign_id === soon.id)
    expect(found).toMatchObject([
      { release_date: '2026-11-02', artists: [{ name: 'A' }, { foreign_id: ARTIST.absent, name: 'B' }] },
    ])
    const [call] = listenbrainz.journal.requests()
    expect(Object.fromEntries(call?.query ?? [])).toMatchObject({
      release_date: '2026-11-15',
      days: '30',
      past: 'true',
      future: 'false',
    })
    expect([...(call?.query.keys() ?? [])]).not.toContain('offset')
  })

  it('3: pages of the window are cut here, from one call', async () => {
    const { get, musicbrainz, listenbrainz } = await buildMusicDiscovery()
    for (let i = 0; i < 45; i++) musicbrainz.music.addGroup({ title: `Daily ${i}`, date: '2026-11-14' })
    const pages = [await get(FRESH), await get(`${FRESH}?page=2`), await get(`${FRESH}?page=3`)]
    expect(pages.map(page => page.body.next_page)).toEqual([2, 3, undefined])
    expect(pages.slice(0, 2).map(page => page.body.results.length)).toEqual([20, 20])
    const ids = pages.flatMap(page => itemsOf(page).map(item => item.foreign_id))
    expect(new Set(ids).size).toBe(ids.length)
    expect((await get(`${FRESH}?page=400`)).body.results).toEqual([])
    expect(listenbrainz.journal.entries).toHaveLength(1)
  })

  it('4: asks for what the index lacks by id, follows merged ids, and fails an incomplete page', async () => {
    const { get, musicbrainz, listenbrainz } = await buildMusicDiscovery()
    const { music } = musicbrainz
    const late = music.addGroup({ title: 'Just Pressed' })
    musicbrainz.unindex(late.id)
    const old = music.addGroup({ title: 'Two Names' })
    music.merge(old.id, ALBUM.night_ferry)
    listenbrainz.leadCharts([late.id, old.id])
    const answer = await get(POPULAR)
    expect(titlesOf(answer).slice(0, 2)).toEqual(['Just Pressed', 'Night Ferry'])
    expect(itemsOf(answer)[1]?.foreign_id).toBe(ALBUM.night_ferry)
    // Nobody knows an artist's id as a record.
    listenbrainz.leadCharts([ARTIST.the_quay])
    expect(refusal(await get(`${POPULAR}?period=this_month`))).toEqual([502, 'upstream_failed'])
  })

  it('1, 4: genres are tags, twenty entries of the provider a page', async () => {
    const { get, musicbrainz } = await buildMusicDiscovery()
    for (let i = 0; i < 30; i++) musicbrainz.music.addGroup({ title: `Beat ${i}`, tags: ['hip hop'] })
    musicbrainz.music.addGroup({ title: 'Beat Single', tags: ['hip hop'], type: 'Single' })
    const first = await get('/api/discover/music/genre?genre=hip-hop')
    expect([first.body.results.length, first.body.next_page]).toEqual([20, 2])
    const second = await get('/api/discover/music/genre?genre=hip-hop&page=2')
    expect(second.body).not.toHaveProperty('next_page')
    const { genres } = (await get('/api/genres/music')).body
    expect(genres).toHaveLength(12)
    expect(genres).toContainEqual({ id: 'r-and-b', name: 'R&B', tag: 'rhythm and blues' })
    expect(genres).toContainEqual({ id: 'jazz', name: 'Jazz', tag: 'jazz' })
    // Nothing of this list was asked for.
    expect(musicbrainz.journal.entries).toHaveLength(2)
  })

  it('a period that nobody has counted yet is empty, and is asked again', async () => {
    const { get, listenbrainz } = await buildMusicDiscovery()
    listenbrainz.uncount('this_year')
    expect((await get(`${POPULAR}?period=this_year`)).body.results).toEqual([])
    await get(`${POPULAR}?period=this_year`)
    expect(listenbrainz.journal.entries).toHaveLength(2)
  })
})

describe('titles (1:4.3)', () => {
  it('shows a record with its credits', async () => {
    const { get } = await buildMusicDiscovery()
    const answer = await get(`/api/media/music/${ALBUM.live}`)
    expect(MusicAlbum.parse(answer.body)).toEqual(answer.body)
    expect(answer.body).toMatchObject({
      foreign_id: ALBUM.live,
      title: 'Live at the Custom House',
      artist: 'The Quay',
      artists: [{ foreign_id: ARTIST.the_quay, name: 'The Quay', type: 'Group', country: 'GB' }],
      release_date: '2020-11-20',
      release_type: 'Album',
      secondary_types: ['Live'],
      genres: ['rock'],
      artwork: `/api/discover/music/artwork/${ALBUM.live}`,
    })
    expect(answer.body).not.toHaveProperty('redirected_from')
  })

  it('tells what is on a record, of one call that is kept for a day', async () => {
    const { get, musicbrainz } = await buildMusicDiscovery()
    const path = `/api/media/music/${ALBUM.live}/tracks`
    const answer = await get(path)
    expect(getMusicTracks.response.parse(answer.body)).toEqual(answer.body)
    const known = musicbrainz.music.groups.get(ALBUM.live)?.tracks ?? []
    expect(answer.body.tracks.map((track: { title: string }) => track.title)).toEqual(
      known.map(({ title }) => title),
    )
    expect(answer.body.tracks[0]).toEqual({
      disc: 1,
      number: '1',
      title: known[0]?.title,
      length_ms: known[0]?.duration_ms,
    })
    expect((await get(path)).status).toBe(200)
    expect(musicbrainz.journal.entries).toHaveLength(1)
    const { id } = musicbrainz.music.addGroup({ title: 'Nobody wrote it down' })
    expect((await get(`/api/media/music/${id}/tracks`)).body).toEqual({ tracks: [] })
    expect(refusal(await get(`/api/media/music/${ARTIST.the_quay}/tracks`))).toEqual([404, 'not_found'])
    expect(refusal(await get('/api/media/music/x/tracks'))).toEqual([400, 'validation'])
  })

  it('C12: another id counts only where the provider led to it', async () => {
    const { get, musicbrainz } = await buildMusicDiscovery()
    const { music } = musicbrainz
    const once = music.addGroup({ title: 'Old Name' }).id
    music.merge(once, ALBUM.night_ferry)
    expect((await get(`/api/media/music/${once}`)).body).toMatchObject({
      foreign_id: ALBUM.night_ferry,
      redirected_from: once,
    })
    const [astray, elsewhere, circle, other] = ['a', 'b', 'c', 'd'].map(title => music.addGroup({ title }).id)
    if (!astray || !elsewhere || !circle || !other) throw new Error('not added')
    musicbrainz.confuse(astray, ALBUM.night_ferry)
    musicbrainz.redirect(elsewhere, `https://elsewhere.example/ws/2/release-group/${ALBUM.night_ferry}`)
    musicbrainz.redirect(circle, `${musicbrainz.url}/ws/2/release-group/${circle}`)
    musicbrainz.redirect(other, `${musicbrainz.url}/ws/2/artist/${ARTIST.the_quay}`)
    for (const id of [astray, elsewhere, circle, other]) {
      expect(refusal(await get(`/api/media/music/${id}`))).toEqual([502, 'upstream_failed'])
    }
  })

  it('shows an artist and all that they made', async () => {
    const { get } = await buildMusicDiscovery()
    const artist = await get(`${ARTISTS}/${ARTIST.the_quay}`)
    expect(MusicArtistDetail.parse(artist.body)).toEqual(artist.body)
    expect(artist.body).toMatchObject({ name: 'The Quay', genres: ['rock'], begin_date: '1998' })
    const albums = await get(`${ARTISTS}/${ARTIST.the_quay}/albums`)
    expect(MusicFeed.parse(albums.body)).toEqual(albums.body)
    expect(titlesOf(albums)).toEqual(expect.arrayContaining(['Night Ferry', 'Harbour Lights EP']))
    expect(albums.body).not.toHaveProperty('next_page')
  })

  it('404 for what there is not, 502 for what cannot be told', async () => {
    const { get, musicbrainz } = await buildMusicDiscovery()
    const none = '00000000-0000-4000-8000-000000000000'
    const radio = musicbrainz.music.addGroup({ title: 'Phone-in', type: 'Broadcast' }).id
    for (const path of [
      `/api/media/music/${none}`,
      `/api/media/music/${radio}`,
      `${ARTISTS}/${none}`,
      `${ARTISTS}/${none}/albums`,
    ]) {
      expect([path, ...refusal(await get(path))]).toEqual([path, 404, 'not_found'])
    }
    musicbrainz.faults.always('GET /ws/2/artist/:id', status(500))
    expect(refusal(await get(`${ARTISTS}/${ARTIST.the_quay}`))).toEqual([502, 'upstream_failed'])
    // Once, and twice more (1/4.3).
    expect(musicbrainz.journal.requests('GET /ws/2/artist/:id')).toHaveLength(4)
    musicbrainz.faults.clear()
    musicbrainz.faults.next('GET /ws/2/artist/:id', status(503, { retry_after: 1 }))
    expect((await get(`${ARTISTS}/${ARTIST.the_quay}`)).status).toBe(200)
  })
})

describe('syntax (1/4.3, C16)', () => {
  const WRONG = [
    '/api/discover/music/search',
    SEARCH,
    `${SEARCH}%20%20`,
    `${SEARCH}${'x'.repeat(301)}`,
    `${SEARCH}x&include_singles=yes`,
    `${SEARCH}x&page=0`,
    `${SEARCH}x&genre=rock`,
    `${POPULAR}?page=501`,
    `${POPULAR}?page=1.5`,
    `${POPULAR}?period=all_time`,
    `${POPULAR}?genre=rock`,
    `${FRESH}?page=x`,
    `${FRESH}?genre=rock`,
    '/api/discover/music/genre',
    '/api/discover/music/genre?genre=polka',
    '/api/discover/music/genre?genre=rock&page=-1',
    '/api/discover/music/artists',
    `/api/media/music/${ALBUM.live.toUpperCase()}`,
    '/api/media/music/603',
    `${ARTISTS}/x`,
    `${ARTISTS}/${ARTIST.the_quay}/albums?page=0`,
    '/api/discover/music/artwork/..%2f..%2fetc',
  ]
  it('400 for what is wrong as sent, and nobody is asked', async () => {
    const { app, admin, providerCalls } = await buildMusicDiscovery()
    for (const path of WRONG) {
      const answer = await app.call('GET', path, { token: admin.access_token })
      expect([path, ...refusal(answer)]).toEqual([path, 400, 'validation'])
      expect(answer.body.fields).toEqual(expect.any(Object))
    }
    expect(providerCalls()).toBe(0)
  })
})

it('kids see the same (1:4.3): music carries no ratings', async () => {
  const world = await buildMusicDiscovery()
  await addMusicInstance(world.app)
  const kim = await addMusicUser(world, 'kim')
  await world.asAdmin('PUT', `/api/admin/users/${kim.user.id}/content-policy`, {
    max_movie_rating: 'G',
    max_tv_rating: 'TV-Y',
    block_unrated: true,
  })
  const path = `${SEARCH}night%20ferry`
  const [hers, ours] = [await world.get(path, callAs(world.app, kim.access_token)), await world.get(path)]
  expect([hers.status, hers.body]).toEqual([200, ours.body])
})
