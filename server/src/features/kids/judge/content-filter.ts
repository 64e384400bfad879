import type { ContentFilter } from '#features/discover-screen/index.ts'
import type { Clock } from '#kit/clock.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { type Plan, planCredits, planEntries, planPage, withoutGenres } from './body-rules.ts'
import { browseLimits, type ContentLimits, judge } from './content-rules.ts'
import { readDetail, readPerson, withoutAdultPeople } from './detail-rules.ts'
import { createKeptVerdicts } from '../ratings/kept-verdicts.ts'
import type { LimitsOf, Viewer } from '../policy/limits-service.ts'
import type { Ratings } from '../ratings/rating-service.ts'
import { limitsNotApplied, notAvailable, type TitleJudge } from './title-judge.ts'

/** Limits that change faster than a page can be judged by them are no limits to go by. */
const ATTEMPTS = 3

type MaybeAsync<T> = T | Promise<T>
/** The body that is left; null when it is the same. */
type Apply = (limits: ContentLimits, body: unknown) => MaybeAsync<unknown>

/**
 * The limits of kids accounts on every surface of the catalogue (1:4.5, kids-account rules). Whoever has none
 * gets the very object that was handed in, unread; what cannot be read or judged is refused, never let through.
 */
export function createContentFilter(parts: {
  limitsOf: LimitsOf
  allows: TitleJudge
  ratings: Ratings
  clock: Clock
}): ContentFilter {
  const { limitsOf, allows, ratings } = parts
  const verdicts = createKeptVerdicts(parts.clock)

  function filter(viewer: Viewer, body: Ready, door: string, apply: Apply): MaybeAsync<Ready> {
    const limits = limitsOf(viewer)
    if (limits === null) return body
    const known = limits instanceof Promise ? undefined : verdicts.find(body, limits, door)
    return known ?? filterBy(limits, viewer, body, door, apply)
  }

  async function filterBy(
    first: MaybeAsync<ContentLimits | null>,
    viewer: Viewer,
    body: Ready,
    door: string,
    apply: Apply,
  ) {
    let limits = await first
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (!limits) return body
      const left = await applied(limits, body, apply)
      // Lookups take their time; what left meanwhile must be what the limits allow now.
      const now = await limitsOf(viewer)
      if (now === limits) {
        verdicts.keep(body, limits, door, left)
        return left
      }
      limits = now
    }
    throw new Refusal('unavailable')
  }

  const judged = async (limits: ContentLimits, plan: Plan) => plan.build(await allows(limits, plan.subjects))

  async function judgeDetail(limits: ContentLimits, kind: ScreenKind, body: unknown): Promise<unknown> {
    const { title, ratings: rows, ...facts } = readDetail(body, kind)
    const isAllowed = rows
      ? judge(limits, { kind, ...facts, ratings: ratings.prime(title, { ...facts, ratings: rows }) })
          .verdict === 'allowed'
      : (await allows(limits, [{ title, ...facts, genre_ids: facts.genre_ids ?? undefined }]))[0]
    if (!isAllowed) throw notAvailable()
    return withoutAdultPeople(body)
  }

  /** C23: the page and the credits of an adult performer are closed alike. */
  async function judgeCredits(limits: ContentLimits, body: unknown): Promise<unknown> {
    const { id } = readPerson(body)
    const person = ratings.people.known(id) ?? (await ratings.people.read([id]))[0]
    if (!person || person.adult) throw notAvailable()
    return judged(limits, planCredits(body))
  }

  function judgePerson(body: unknown): null {
    const { id, adult } = readPerson(body)
    ratings.people.tell(id, { adult })
    if (adult) throw notAvailable()
    return null
  }

  return {
    list: (caller, kind, page) =>
      filter(caller, page, `list ${kind}`, (limits, body) => judged(limits, planPage(body, kind))),
    entries: (caller, kind, rows) =>
      filter(caller, rows, `entries ${kind}`, (limits, body) => judged(limits, planEntries(body, kind))),
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

/** 1:4.5 kids rule 5: a body that cannot be read and a title that cannot be judged are the same 502. */
async function applied(limits: ContentLimits, source: Ready, apply: Apply): Promise<Ready> {
  try {
    // Never `value`: what a holder keeps beside the bytes is its own affair.
    const body: unknown = JSON.parse(source.bytes.toString('utf8'))
    const left = await apply(limits, body)
    return left === null ? source : readyJson(left)
  } catch (error) {
    throw error instanceof Refusal ? error : limitsNotApplied(error)
  }
}
