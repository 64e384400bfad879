import { linkOptions } from '@tanstack/react-router'
import type { ChecklistItem, ShownKey } from './checklist.ts'

/** The page where each item is set up; null for items set in the environment only. */
const DESTINATIONS = {
  movies: linkOptions({ to: '/instances/new/$type', params: { type: 'movie_manager' } }),
  tv: linkOptions({ to: '/instances/new/$type', params: { type: 'tv_manager' } }),
  books: linkOptions({ to: '/instances/new/$type', params: { type: 'book_manager' } }),
  music: linkOptions({ to: '/instances/new/$type', params: { type: 'music_manager' } }),
  transcoder: linkOptions({ to: '/instances/new/$type', params: { type: 'transcoder' } }),
  media_servers: linkOptions({ to: '/instances/new' }),
  metadata: linkOptions({ to: '/settings/provider-keys' }),
  lists: linkOptions({ to: '/settings/provider-keys' }),
  discovery_prefs: linkOptions({ to: '/settings/discovery' }),
  media_downloads: linkOptions({ to: '/instances' }),
  monitoring: linkOptions({ to: '/instances' }),
  ai: linkOptions({ to: '/settings/included-ai' }),
  remediation: linkOptions({ to: '/settings/problems' }),
  push: null,
} as const satisfies Record<ShownKey, object | null>

/** Folders are mapped on a library's page, once there is one. A transcoder has a page of its own then. */
export function placeOf({ key, state }: ChecklistItem, library_id: string | undefined) {
  if (key === 'transcoder' && state === 'done') return linkOptions({ to: '/transcoder' })
  return key === 'media_downloads' && library_id
    ? linkOptions({ to: '/instances/$id', params: { id: library_id }, hash: 'downloads' })
    : DESTINATIONS[key]
}
