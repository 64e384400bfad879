import { describe, expect, it } from 'vitest'
import { Refusal } from '#kit/refusal.ts'
import { type ActionOrder, parseOrder } from './action-params.ts'
import { changeOrder, facetOf, riskOf } from './action-rules.ts'

const download = { media_type: 'movie', queue_id: 7, release_title: 'Low.Water', download_id: 'A1' }
const release = {
  media_type: 'movie',
  guid: '[REDACTED release sha256:0123456789abcdef]',
  indexer_id: 3,
  release_title: 'Low.Water',
  quality: 'WEBDL-1080p',
  size: 1,
  protocol: 'usenet',
  indexer: 'Indexer',
  rejected: false,
  rejections: [],
  tmdb_id: 1,
}
const removal = (action: string) => parseOrder('remediate_queue', { ...download, action })
const imported = (force: boolean) => parseOrder('manual_import', { ...download, force })
const deletion = (blocklist: boolean) =>
  parseOrder('delete_media_files', { media_type: 'movie', tmdb_id: 1, episodes: [], blocklist })
const grab = (more: object = {}) => parseOrder('grab_release', { ...release, ...more })
const search = (more: object = {}) =>
  parseOrder('trigger_search', { media_type: 'tv', tmdb_id: 1, season: 1, episode: 2, ...more })
const rescan = parseOrder('rescan', { media_type: 'movie', tmdb_id: 1 })

describe('the facet and the risk of an action (2/4.9)', () => {
  it.each<[ActionOrder, string, string]>([
    [removal('remove'), 'remove', 'medium'],
    [removal('blocklist_search'), 'blocklist_search', 'medium'],
    [removal('change_category'), 'change_category', 'low'],
    [imported(true), 'force', 'medium'],
    [imported(false), '', 'low'],
    [deletion(true), 'blocklist', 'high'],
    [deletion(false), 'files_only', 'high'],
    [grab(), '', 'low'],
    [grab({ rejected: true }), '', 'medium'],
    [grab({ queue_id_to_replace: 7 }), '', 'medium'],
    [search(), '', 'low'],
    [rescan, '', 'low'],
  ])('%j: facet "%s", at least %s', (order, facet, risk) => {
    expect(facetOf(order)).toBe(facet)
    expect(riskOf(order, 'low')).toBe(risk)
    // The agent may warn, and never play down.
    expect(riskOf(order, 'high')).toBe('high')
  })
})

/** The fields that a change is refused for. */
function refusedFields(order: ActionOrder, override: Record<string, unknown>): string[] {
  try {
    changeOrder(order, override)
  } catch (error) {
    if (error instanceof Refusal) return Object.keys(error.details.fields ?? {}).sort()
    throw error
  }
  return []
}

describe('what an admin may change while approving (2/4.9)', () => {
  it('changes the variant of a fix, and its facet with it', () => {
    const changed = changeOrder(removal('remove'), { action: 'blocklist_only' })
    expect(changed).toMatchObject({
      changed: true,
      order: { params: { action: 'blocklist_only', queue_id: 7 } },
    })
    expect(facetOf(changed.order)).toBe('blocklist_only')
    expect(facetOf(changeOrder(imported(false), { force: true }).order)).toBe('force')
    expect(facetOf(changeOrder(deletion(true), { blocklist: false }).order)).toBe('files_only')
  })

  it('takes repeated values for no change', () => {
    expect(changeOrder(removal('remove'), { ...download, action: 'remove' })).toEqual({
      order: removal('remove'),
      changed: false,
    })
    expect(changeOrder(grab(), {}).changed).toBe(false)
  })

  it('narrows and widens a search within its show', () => {
    expect(changeOrder(search(), { episode: null }).order.params).toEqual({
      media_type: 'tv',
      tmdb_id: 1,
      season: 1,
    })
    expect(changeOrder(search(), { season: 2, episode: 1 }).order.params).toMatchObject({
      season: 2,
      episode: 1,
    })
    expect(refusedFields(search(), { season: null })).toEqual(['season'])
    const movie = parseOrder('trigger_search', { media_type: 'movie', tmdb_id: 1 })
    expect(refusedFields(movie, { season: 1 })).toEqual(['season'])
  })

  it.each<[string, ActionOrder, Record<string, unknown>]>([
    ['another download', removal('remove'), { queue_id: 8 }],
    ['another title', deletion(false), { tmdb_id: 2 }],
    ['another record', search(), { book_id: 2 }],
    ['another library', removal('remove'), { instance_id: 'other' }],
    ['another release', grab(), { guid: '[REDACTED release sha256:ffffffffffffffff]' }],
    ['other files', deletion(false), { episodes: [1] }],
    ['what it is called', grab(), { release_title: 'Something else' }],
    ['an unknown variant', removal('remove'), { action: 'format_disk' }],
    ['a wrong type', deletion(false), { blocklist: 'yes' }],
    ['a name of every object', removal('remove'), { constructor: 1 }],
  ])('refuses %s', (_, order, override) => {
    expect(refusedFields(order, override)).toEqual(Object.keys(override))
  })
})
