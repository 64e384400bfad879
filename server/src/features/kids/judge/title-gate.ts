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

/** The same limits for everything beside the catalogue: requests, watch links, events, libraries, releases. */
export function createTitleGate({ limitsOf, allows }: { limitsOf: LimitsOf; allows: TitleJudge }) {
  /** In the titles' order. Rejects when one of them cannot be judged. */
  async function allowed(viewer: Viewer, titles: readonly ScreenTitle[]): Promise<readonly boolean[]> {
    const limits = await limitsOf(viewer)
    if (!limits) return titles.map(() => true)
    return allows(
      limits,
      titles.map(title => ({ title, adult: false, genre_ids: undefined })),
    )
  }

  return {
    /** Whether there is anything to judge at all; a title need not be looked up for whoever has no limits. */
    async isLimited(viewer: Viewer): Promise<boolean> {
      return (await limitsOf(viewer)) !== null
    },

    /** Those of these titles that the viewer may see. 503 when the limits cannot be applied. */
    async allowedTitles(viewer: Viewer, titles: readonly ScreenTitle[]): Promise<ScreenTitle[]> {
      const answers = await orUnavailable(allowed(viewer, titles))
      return titles.filter((_, i) => answers[i])
    },

    /**
     * 1/6: whether an event may be told to this viewer, by the title that its data names. At once for whoever
     * has no limits; a kid does not hear of what cannot be judged.
     */
    canReceive(viewer: Viewer, data: Readonly<Record<string, unknown>>): boolean | Promise<boolean> {
      const { media_type: kind, tmdb_id } = data
      if (kind !== 'movie' && kind !== 'tv') return true
      const limits = limitsOf(viewer)
      if (limits === null) return true
      if (typeof tmdb_id !== 'number') return Promise.resolve(limits).then(found => found === null)
      return allowed(viewer, [{ kind, tmdb_id }]).then(([isAllowed]) => isAllowed ?? false)
    },

    /** C9, 1:4.6: 404 for a title outside the limits, 503 when that cannot be told. */
    async assertAllowed(viewer: Viewer, title: ScreenTitle): Promise<void> {
      const [isAllowed] = await orUnavailable(allowed(viewer, [title]))
      if (!isAllowed) throw notAvailable()
    },

    /**
     * 1/I: leaves of a library manager's answer what this viewer may see; null: a record that is blocked. A list may
     * be given in parts.
     */
    async libraryCut(
      viewer: Viewer,
      asked: Omit<LibraryAnswer, 'body'>,
    ): Promise<(body: unknown) => unknown> {
      const limits = await limitsOf(viewer)
      if (!limits) return body => body
      return body => {
        try {
          return cutLibrary(limits, { ...asked, body })
        } catch (error) {
          throw limitsNotApplied(error)
        }
      }
    },

    /** 1/I: the query that brings the parent records along for those who are judged by them. */
    async libraryQuery(viewer: Viewer, asked: Omit<LibraryAnswer, 'body'>, query: string): Promise<string> {
      return (await limitsOf(viewer)) ? withParents(asked, query) : query
    },

    /** Whether titles may be shown by what their library says of them: releases (1/I). */
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
