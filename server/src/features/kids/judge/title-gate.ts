import type { ScreenTitle } from '#ports/rating-lookup.ts'
import { Refusal } from '#kit/refusal.ts'
import {
  cutLibrary,
  isAllowedInLibrary,
  type LibraryAnswer,
  type LibraryTitle,
  withParents,
} from '../libraries/library-rules.ts'
import type { LimitsOf, Viewer } from '../policy/limits-service.ts'
import { limitsNotApplied, notAvailable, type TitleJudge } from './title-judge.ts'

/** The same limits for everything besides the catalogue: requests, watch links, events, libraries, releases. */
export function createTitleGate({ limitsOf, allows }: { limitsOf: LimitsOf; allows: TitleJudge }) {
  /** In the order of the titles. Rejects if one of them cannot be judged. */
  async function allowed(viewer: Viewer, titles: readonly ScreenTitle[]): Promise<readonly boolean[]> {
    const limits = await limitsOf(viewer)
    if (!limits) return titles.map(() => true)
    return allows(
      limits,
      titles.map(title => ({ title, adult: false, genre_ids: undefined })),
    )
  }

  return {
    /** Whether the viewer has limits at all; without them no title needs to be looked up. */
    async isLimited(viewer: Viewer): Promise<boolean> {
      return (await limitsOf(viewer)) !== null
    },

    /** Those of these titles that the viewer may see. 503 if the limits cannot be applied. */
    async allowedTitles(viewer: Viewer, titles: readonly ScreenTitle[]): Promise<ScreenTitle[]> {
      const answers = await orUnavailable(allowed(viewer, titles))
      return titles.filter((_, i) => answers[i])
    },

    /**
     * 1/6: whether this viewer may receive an event, by the title in its data. Synchronous for viewers without
     * limits; a kids account does not receive events that cannot be judged.
     */
    canReceive(viewer: Viewer, data: Readonly<Record<string, unknown>>): boolean | Promise<boolean> {
      const { media_type: kind, tmdb_id } = data
      if (kind !== 'movie' && kind !== 'tv') return true
      const limits = limitsOf(viewer)
      if (limits === null) return true
      if (typeof tmdb_id !== 'number') return Promise.resolve(limits).then(found => found === null)
      return allowed(viewer, [{ kind, tmdb_id }]).then(([isAllowed]) => isAllowed ?? false)
    },

    /** C9, 1:4.6: 404 for a title outside the limits, 503 if that cannot be decided. */
    async assertAllowed(viewer: Viewer, title: ScreenTitle): Promise<void> {
      const [isAllowed] = await orUnavailable(allowed(viewer, [title]))
      if (!isAllowed) throw notAvailable()
    },

    /**
     * 1/I: the part of a library manager's answer that this viewer may see; null: the record is blocked. A list
     * may be given in parts.
     */
    async libraryCut(
      viewer: Viewer,
      request: Omit<LibraryAnswer, 'body'>,
    ): Promise<(body: unknown) => unknown> {
      const limits = await limitsOf(viewer)
      if (!limits) return body => body
      return body => {
        try {
          return cutLibrary(limits, { ...request, body })
        } catch (error) {
          throw limitsNotApplied(error)
        }
      }
    },

    /** 1/I: adds the parameter that includes parent records, which viewers with limits are judged by. */
    async libraryQuery(viewer: Viewer, request: Omit<LibraryAnswer, 'body'>, query: string): Promise<string> {
      return (await limitsOf(viewer)) ? withParents(request, query) : query
    },

    /** Whether titles may be shown, judged by their library's own data: releases (1/I). */
    async allowedInLibrary(
      viewer: Viewer,
      titles: readonly (LibraryTitle & { kind: ScreenTitle['kind'] })[],
    ): Promise<boolean[]> {
      const limits = await limitsOf(viewer)
      return titles.map(title => !limits || isAllowedInLibrary(limits, title.kind, title))
    },
  }
}

export type TitleGate = ReturnType<typeof createTitleGate>

async function orUnavailable<T>(judging: Promise<T>): Promise<T> {
  try {
    return await judging
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Refusal('unavailable', { cause })
  }
}
