import type { Clock } from '#kit/clock.ts'
import { readyPicture } from '#kit/raster-image.ts'
import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import { createValueCache } from '#kit/value-cache.ts'
import type { CoverArt } from '#ports/cover-art.ts'
import type { ArtistProfile } from './artist-profile.ts'
import { idIn, type MusicAnswers, type MusicCall, type Question } from './music-answers.ts'
import { TTL_MS } from './music-cache.ts'

/** With those of music-cache.ts and the two windows of new releases: 2000 (1/4.3). */
const MAX_ENTRIES = 500
const MAX_BYTES = 48 * 1024 * 1024
const ABSENT_BYTES = 64

type Cover = { ready: Ready } | { ready: null; until: number }

export interface MusicArtworkParts {
  covers: CoverArt
  profile: ArtistProfile
  answers: MusicAnswers
  clock: Clock
}

/** Front covers and pictures of artists, relayed by this server; the adapters restrict their hosts. */
export function createMusicArtwork({ covers, profile, answers, clock }: MusicArtworkParts) {
  const cache = createValueCache<Cover>({
    name: 'music-covers',
    clock,
    max_bytes: MAX_BYTES,
    max_entries: MAX_ENTRIES,
    size_of: ({ ready }) => ready?.bytes.length ?? ABSENT_BYTES,
  })
  const nowMs = () => clock.monotonicMs()

  function heldCover(id: string): Cover | undefined {
    const cover = cache.getNow(id)
    if (cover?.ready !== null || nowMs() < cover.until) return cover
    cache.invalidateKey(id)
    return undefined
  }

  async function read(picture: Promise<Buffer | null>): Promise<Cover> {
    const bytes = await picture
    if (bytes === null) return { ready: null, until: nowMs() + TTL_MS.no_artwork }
    return { ready: readyPicture(bytes) }
  }

  /** Ids of albums and of artists are never the same. */
  function show(id: string, picture: (signal: AbortSignal) => Promise<Buffer | null>): Question {
    return {
      cached: () => {
        const cover = heldCover(id)
        return cover && present(cover)
      },
      load: async ({ signal: leaving }) =>
        present(
          await cache.get(id, { ttl_ms: TTL_MS.artwork, ...(leaving && { signal: leaving }) }, signal =>
            read(picture(signal)),
          ),
        ),
    }
  }

  return {
    front: (call: MusicCall, music_id: string): MaybeAsync<Ready> =>
      answers.title(call, () => {
        const id = idIn('music_id', music_id)
        return show(id, signal => covers.front(id, signal))
      }),

    artist: (call: MusicCall, artist_id: string): MaybeAsync<Ready> =>
      answers.title(call, () => {
        const id = idIn('artist_id', artist_id)
        return show(id, signal => profile.picture(call, id, signal))
      }),
  }
}

function present({ ready }: Cover): Ready {
  if (!ready) throw new Refusal('not_found')
  return ready
}
