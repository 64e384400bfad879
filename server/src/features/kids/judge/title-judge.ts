import { Refusal } from '#kit/refusal.ts'
import { titleKey } from '#kit/screen-title.ts'
import type { ScreenTitle } from '#ports/rating-lookup.ts'
import { type ContentLimits, judge, type Verdict } from './content-rules.ts'
import type { RatedRecord, Ratings } from '../ratings/rating-service.ts'

/** A title with the facts that the body contains. */
export interface Subject {
  title: ScreenTitle
  adult: boolean
  /** Undefined: the body does not contain them, so the provider's own record is read (C21). */
  genre_ids: readonly number[] | undefined
}

/** 0.3: the exact body when the limits could not be applied. */
export function limitsNotApplied(cause: unknown): Refusal {
  return new Refusal('upstream_failed', {
    error: 'content limits could not be applied',
    literal: true,
    cause,
  })
}

/** 0.3: the exact body for a title outside the limits. */
export function notAvailable(): Refusal {
  return new Refusal('not_found', { error: 'not available', literal: true })
}

/** Judges titles by rules first, then by cached facts, and queries the provider only for the rest. */
export function createTitleJudge({ ratings, records }: Pick<Ratings, 'ratings' | 'records'>) {
  type Source = {
    rating(title: ScreenTitle): ReturnType<Ratings['ratings']['known']>
    record(title: ScreenTitle): RatedRecord | null | undefined
  }

  function decide(limits: ContentLimits, { title, adult, genre_ids }: Subject, source: Source): Verdict {
    const { kind } = title
    const first = judge(limits, { kind, adult, genre_ids, ratings: undefined })
    if (first.verdict !== 'needs') return first
    if (first.what === 'rating')
      return judge(limits, { kind, adult, genre_ids, ratings: source.rating(title) })
    const record = source.record(title)
    if (record === undefined) return first
    if (record === null) return judge(limits, { kind, adult, genre_ids: [], ratings: null })
    return judge(limits, { kind, ...record })
  }

  const known: Source = { rating: ratings.known, record: records.known }

  /** The facts that undecided verdicts still need, each title once. */
  function missing(subjects: readonly Subject[], verdicts: readonly Verdict[], what: 'rating' | 'record') {
    const found = new Map<string, ScreenTitle>()
    for (const [i, { title }] of subjects.entries()) {
      const verdict = verdicts[i]
      if (verdict?.verdict === 'needs' && verdict.what === what) found.set(titleKey(title), title)
    }
    return [...found.values()]
  }

  async function readFacts<T>(facts: { read(ids: ScreenTitle[]): Promise<T[]> }, titles: ScreenTitle[]) {
    const values = await facts.read(titles)
    return new Map(titles.map((title, i) => [titleKey(title), values[i]]))
  }

  async function readAndDecide(
    limits: ContentLimits,
    subjects: readonly Subject[],
    verdicts: readonly Verdict[],
  ): Promise<boolean[]> {
    const [foundRatings, foundRecords] = await Promise.all([
      readFacts(ratings, missing(subjects, verdicts, 'rating')),
      readFacts(records, missing(subjects, verdicts, 'record')),
    ])
    const source: Source = {
      rating: title => foundRatings.get(titleKey(title)),
      record: title => foundRecords.get(titleKey(title)),
    }
    return subjects.map((subject, i) => {
      const verdict = verdicts[i]
      const final = verdict?.verdict === 'needs' ? decide(limits, subject, source) : verdict
      return final?.verdict === 'allowed'
    })
  }

  /** Synchronous if everything is cached. Rejects if one title cannot be judged: nothing is guessed. */
  return function allows(
    limits: ContentLimits,
    subjects: readonly Subject[],
  ): readonly boolean[] | Promise<readonly boolean[]> {
    const verdicts = subjects.map(subject => decide(limits, subject, known))
    if (verdicts.every(({ verdict }) => verdict !== 'needs')) {
      return verdicts.map(({ verdict }) => verdict === 'allowed')
    }
    return readAndDecide(limits, subjects, verdicts)
  }
}

export type TitleJudge = ReturnType<typeof createTitleJudge>
