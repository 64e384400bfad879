import type { MusicTitle } from '@foyer/contract/music-library'
import type { World } from './world.ts'

/** A music library that Uma was given and Bob was not. */
export const MUSIC_PARTS = {
  instances: ['music'],
  users: ['uma', 'bob'],
  grants: { uma: ['music'] },
} as const
export type MusicWorld = World<never, 'music', 'uma' | 'bob'>

/** An album of the answer, by its release group. */
export function titleIn(titles: readonly MusicTitle[], foreign_id: string): MusicTitle | undefined {
  return titles.find(title => title.foreign_album_id === foreign_id)
}
