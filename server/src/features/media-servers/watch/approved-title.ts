import { z } from 'zod'
import type { DiscoverScreen } from '#features/discover-screen/index.ts'
import { notAvailable, type TitleGate } from '#features/kids/index.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { WantedTitle } from '#ports/title-lookup.ts'

export interface ApprovedTitleParts {
  kids: Pick<TitleGate, 'isLimited' | 'assertAllowed'>
  screen: Pick<DiscoverScreen, 'details'>
}

const MovieRecord = z.object({ title: z.string(), release_date: z.string().nullish() })
const ShowRecord = z.object({
  name: z.string(),
  first_air_date: z.string().nullish(),
  external_ids: z.object({ tvdb_id: z.int().nullish() }).nullish(),
})

/** Kids limits of a lookup. For viewers with limits, the client's title, year and TVDB id are replaced (2:4.13.6). */
export function createApprovedTitle({ kids, screen }: ApprovedTitleParts) {
  async function readRecord(kind: WantedTitle['kind'], tmdb_id: number): Promise<WantedTitle> {
    const { bytes } = await screen.details.record(kind, tmdb_id)
    const record: unknown = JSON.parse(bytes.toString('utf8'))
    if (kind === 'movie') {
      const { title, release_date } = MovieRecord.parse(record)
      return { kind, tmdb_id, title, year: yearOf(release_date) }
    }
    const { name, first_air_date, external_ids } = ShowRecord.parse(record)
    const tvdb_id = external_ids?.tvdb_id || undefined
    return { kind, tmdb_id, tvdb_id, title: name, year: yearOf(first_air_date) }
  }

  async function isLimited(caller: Caller): Promise<boolean> {
    try {
      return await kids.isLimited(caller)
    } catch (cause) {
      throw new Refusal('unavailable', { cause })
    }
  }

  return {
    /** 404 for a title outside the limits, 503 if that cannot be decided. */
    async approve(caller: Caller, title: WantedTitle): Promise<WantedTitle> {
      const { kind, tmdb_id } = title
      if (!(await isLimited(caller))) return title
      // The limits are decided by the metadata provider's record, which is found by its own id only.
      if (tmdb_id === undefined) throw new Refusal('unavailable')
      await kids.assertAllowed(caller, { kind, tmdb_id })
      try {
        return await readRecord(kind, tmdb_id)
      } catch (cause) {
        if (cause instanceof UpstreamFault || cause instanceof z.ZodError)
          throw new Refusal('unavailable', { cause })
        throw cause instanceof Refusal && cause.code === 'not_found' ? notAvailable() : cause
      }
    },
    /** The same decision again, before the answer is sent. */
    async assertStill(caller: Caller, { kind, tmdb_id }: WantedTitle): Promise<void> {
      if (!(await isLimited(caller))) return
      if (tmdb_id === undefined) throw new Refusal('unavailable')
      await kids.assertAllowed(caller, { kind, tmdb_id })
    },
  }
}

/** The provider sends empty text for an unknown date. */
function yearOf(date: string | null | undefined): number | undefined {
  return Number(date?.slice(0, 4)) || undefined
}
