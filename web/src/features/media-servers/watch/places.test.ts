import type { ListenResult } from '@foyer/contract/media-servers/listen'
import type { WatchResult } from '@foyer/contract/media-servers/watch'
import { describe, expect, it } from 'vitest'
import { canListen } from './can-listen.ts'
import { isOffered, listenPlaces, watchPlaces } from './places.ts'

const MOVIE = { media_type: 'movie', tmdb_id: 1 } as const

function result(state: WatchResult['state'], more: Partial<WatchResult> = {}): WatchResult {
  return {
    instance_id: state,
    service_type: 'account_server_a',
    name: 'Jellyfin',
    state,
    video_apps: { ios: 'service' },
    ...more,
  }
}

describe('2:4.13.6 where a title can be watched', () => {
  it('only a found title with an address can be opened', () => {
    const url = 'https://jellyfin.example/web/#/details?id=a&serverId=s'
    const { targets, gaps } = watchPlaces(
      [result('found', { url }), result('missing'), result('unreachable'), result('unverified')],
      MOVIE,
      'other',
    )
    expect(targets).toEqual([{ id: 'found', server: 'Jellyfin', openings: [{ href: url, app: null }] }])
    expect(gaps.map(({ state }) => state)).toEqual(['missing', 'unreachable', 'unverified'])
  })

  it('a fallback address is never an address of the title', () => {
    const fallback_url = 'https://app.plex.tv/'
    const { targets, gaps } = watchPlaces(
      [result('unverified', { service_type: 'invite_server', name: 'Cellar', fallback_url })],
      MOVIE,
      'ios',
    )
    expect(targets).toEqual([])
    expect(gaps).toEqual([
      { id: 'unverified', server: 'Cellar', product: 'Plex', state: 'unverified', fallback_url },
    ])
  })

  it('offers a place where the title was found, and explains a missing one if a library has the title', () => {
    const missing = watchPlaces([result('missing')], MOVIE, 'other')
    const found = watchPlaces([result('found', { url: 'https://j.example/' })], MOVIE, 'other')
    expect([isOffered(missing, true), isOffered(missing, false)]).toEqual([true, false])
    expect([isOffered(found, true), isOffered(found, false)]).toEqual([true, true])
    expect(isOffered({ targets: [], gaps: [] }, true)).toBe(false)
  })
})

describe('2:4.13.7 where a book can be listened to', () => {
  const SHELF: ListenResult = {
    instance_id: 'shelf',
    service_type: 'audiobook_server',
    name: 'Shelf',
    state: 'found',
    items: [],
    listening_apps: { ios: 'browser', android: 'browser' },
  }
  const item = (id: string) => ({
    id,
    title: 'Low Water',
    library_name: 'Audiobooks',
    narrators: ['Ida Moor'],
    url: `https://shelf.example/item/${id}`,
  })

  it('names the narrators only when there are several recordings', () => {
    const one = listenPlaces([{ ...SHELF, items: [item('a')] }], 'other')
    expect(one.targets).toMatchObject([{ server: 'Shelf' }])
    expect(one.targets[0]).not.toHaveProperty('recording')
    const two = listenPlaces([{ ...SHELF, items: [item('a'), item('b')] }], 'other')
    expect(two.targets.map(({ id, recording }) => [id, recording?.narrators])).toEqual([
      ['shelf a', ['Ida Moor']],
      ['shelf b', ['Ida Moor']],
    ])
  })

  it('makes listening the main button if a server has the book, and until all have answered', () => {
    expect(canListen(undefined, null)).toBe(true)
    expect(
      canListen(
        [
          { ...SHELF, state: 'unverified' },
          { ...SHELF, items: [item('a')] },
        ],
        null,
      ),
    ).toBe(true)
    expect(canListen([SHELF, { ...SHELF, state: 'unreachable' }], null)).toBe(false)
    expect(canListen(undefined, new Error('No answer.'))).toBe(false)
  })

  it('shows a server without a match as missing the book', () => {
    const { targets, gaps } = listenPlaces([{ ...SHELF, state: 'unreachable' }], 'other')
    expect([targets.length, gaps[0]?.state]).toEqual([0, 'unreachable'])
  })
})
