import type { ContentFilter } from '#features/discover-screen/index.ts'
import type { Clock } from '#kit/clock.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { type Plan, planCredits, planEntries, planPage, withoutGenres } from './body-rules.ts'
import { browseLimits, type ContentLimits, judge } from './content-rules.ts'
import { readDetail, readPerson, withoutUnfitParts } from './detail-rules.ts'
import { createKeptVerdicts } from '../ratings/kept-verdicts.ts'
import type { LimitsOf, Viewer } from '../policy/limits-service.ts'
import type { Ratings } from '../ratings/rating-service.ts'
import { limitsNotApplied, notAvailable, type TitleJudge } from './title-judge.ts'

/** If the limits keep changing while a page is judged, the answer is refused after this many attempts. */
const ATTEMPTS = 3

type MaybeAsync<T> = T | Promise<T>
/** The filtered body; null when it is unchanged. */
type Apply = (limits: ContentLimits, body: unknown) => MaybeAsync<unknown>

/**
 * Applies the limits of kids accounts to every surface of the catalogue (1:4.5, kids-account rules). A caller
 * without limits gets the same object back, unread. A body that cannot be read or judged is refused, never let
 * through.
 */
export function createContentFilter(parts: {
  limitsOf: LimitsOf
  allows: TitleJudge
  ratings: Ratings
  clock: Clock
}): ContentFilter {
  const { limitsOf, allows, ratings } = parts
  const verdicts = createKeptVerdicts(parts.clock)

  function filter(viewer: Viewer, body: Ready, surface: string, apply: Apply): MaybeAsync<Ready> {
    const limits = limitsOf(viewer)
    if (limits === null) return body
    const known = limits instanceof Promise ? undefined : verdicts.find(body, limits, surface)
    return known ?? filterBy(limits, viewer, body, surface, apply)
  }

  async function filterBy(
    first: MaybeAsync<ContentLimits | null>,
    viewer: Viewer,
    body: Ready,
    surface: string,
    apply: Apply,
  ) {
    let limits = await first
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (!limits) return body
      const filtered = await applyLimits(limits, body, apply)
      // Lookups take time, so the limits are read again: the answer must match the current ones.
      const now = await limitsOf(viewer)
      if (now === limits) {
        verdicts.keep(body, limits, surface, filtered)
        return filtered
      }
      limits = now
    }
    throw new Refusal('unavailable')
  }

  const applyPlan = async (limits: ContentLimits, plan: Plan) =>
    plan.build(await allows(limits, plan.subjects))

  async function judgeDetail(limits: ContentLimits, kind: ScreenKind, body: unknown): Promise<unknown> {
    const { title, ratings: rows, ...facts } = readDetail(body, kind)
    const isAllowed = rows
      ? judge(limits, { kind, ...facts, ratings: ratings.prime(title, { ...facts, ratings: rows }) })
          .verdict === 'allowed'
      : (await allows(limits, [{ title, ...facts, genre_ids: facts.genre_ids ?? undefined }]))[0]
    if (!isAllowed) throw notAvailable()
    return withoutUnfitParts(body, limits)
  }

  /** C23: both the page and the credits of an adult performer are blocked. */
  async function judgeCredits(limits: ContentLimits, body: unknown): Promise<unknown> {
    const { id } = readPerson(body)
    const person = ratings.people.known(id) ?? (await ratings.people.read([id]))[0]
    if (!person || person.adult) throw notAvailable()
    return applyPlan(limits, planCredits(body))
  }

  function judgePerson(body: unknown): null {
    const { id, adult } = readPerson(body)
    ratings.people.add(id, { adult })
    if (adult) throw notAvailable()
    return null
  }

  return {
    list: (caller, kind, page) =>
      filter(caller, page, `list ${kind}`, (limits, body) => applyPlan(limits, planPage(body, kind))),
    entries: (caller, kind, rows) =>
      filter(caller, rows, `entries ${kind}`, (limits, body) =>
        applyPlan(limits, planEntries(body, { kind, trailers_allowed: limits.trailers_allowed })),
      ),
    detail: (caller, kind, detail) =>
      filter(caller, detail, `detail ${kind}`, (limits, body) => judgeDetail(limits, kind, body)),
    person: (caller, person) => filter(caller, person, 'person', (_limits, body) => judgePerson(body)),
    credits: (caller, credits) => filter(caller, credits, 'credits', judgeCredits),
    genres: (caller, kind, genres) =>
      filter(caller, genres, `genres ${kind}`, (limits, body) =>
        withoutGenres(body, limits[kind].blocked_genres),
      ),
    discover(caller, kind, query) {
      const limited = (found: ContentLimits | null) =>
        found ? { ...query, ...browseLimits(found, kind) } : query
      const limits = limitsOf(caller)
      return limits instanceof Promise ? limits.then(limited) : limited(limits)
    },
  }
}

/** 1:4.5 kids rule 5: an unreadable body and a title that cannot be judged give the same 502. */
async function applyLimits(limits: ContentLimits, source: Ready, apply: Apply): Promise<Ready> {
  try {
    // Parses the bytes and ignores `value`, which belongs to the owner of the cache.
    const body: unknown = JSON.parse(source.bytes.toString('utf8'))
    const filtered = await apply(limits, body)
    return filtered === null ? source : readyJson(filtered)
  } catch (error) {
    throw error instanceof Refusal ? error : limitsNotApplied(error)
  }
}
