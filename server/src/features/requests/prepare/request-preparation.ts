import { MANAGER_OF } from '@foyer/contract/instances/instance-types'
import { RequestSelection, type SeasonScope, type SentSelection } from '@foyer/contract/requests/requests'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { Database, Db } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { isTitleHidden, isWorkHidden } from '#features/hidden-titles/index.ts'
import { policyOf as limitsOf, type TitleGate } from '#features/kids/index.ts'
import { within } from '#jobs/within.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { ParseInput } from '#kit/parse-input.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { RequestFormat } from '#ports/request-record.ts'
import { chooseSeasons, makesForbiddenChoice } from '../select/choice-rules.ts'
import type {
  DescribeMovie,
  Live,
  LiveReader,
  LiveTitle,
  Person,
  PolicyOf,
  ReadQualityProfiles,
  RequestPolicy,
  TvMatches,
} from '../dependencies.ts'
import {
  isRetired,
  readSelection,
  type RequestedScreenTitle,
  type RequestedTitle,
} from '../select/selection-rules.ts'
import { findRequester } from '../store/request-store.ts'

export interface PreparationParts {
  database: Database
  clock: Clock
  inventory: Pick<Inventory, 'decide'>
  kids: Pick<TitleGate, 'assertAllowed'>
  policyOf: PolicyOf
  parseInput: ParseInput
  readQualityProfiles: ReadQualityProfiles
  tv: TvMatches
  describeMovie: DescribeMovie
  live: LiveReader
}

/** Facts from the provider and the library; empty for books and music. */
interface Facts {
  title: string | null
  poster_path: string | null
  scope: SeasonScope | null
  seasons: number[] | null
  match: TvMatch | null
  live: Live | null
}

/** Everything that is read outside the accepting transaction (1:4.9.5). */
export interface Prepared extends Facts {
  person: Person
  made_by: number | null
  wanted: RequestedTitle
  instance: InstanceRecord
  policy: RequestPolicy
  /** The library's quality profiles, where a choice was judged by them; null also when they cannot be read. */
  offered: Awaited<ReturnType<ReadQualityProfiles>>
  /** The limits the title was judged by. If they differ inside the transaction, it is judged again. */
  limits: string
}

export interface PrepareOptions {
  /** A transaction, for a selection that needs no lookup. */
  db?: Db
  /** The cached library status proved stale: bypass it. */
  is_fresh?: boolean
}

/** The library to read, and whether a cached status is acceptable. */
interface Place {
  instance: InstanceRecord
  is_fresh: boolean
}

/** How long saving a request may wait for a library. Its status is optional here and is read again later. */
const LOOK_MS = 5_000
const SILENT: Live = { known: false, reason: 'library_unavailable' }

/** 0.3: the fixed response for the retired public book catalog. */
export function catalogRetired(): Refusal {
  return new Refusal('catalog_retired', {
    extra: {
      message: 'The public book catalogue is retired. Search for the book and ask for it there.',
      search_path: '/dashboard/books',
    },
  })
}

export function isScreenTitle(wanted: RequestedTitle): wanted is RequestedScreenTitle {
  return wanted.media_type === 'movie' || wanted.media_type === 'tv'
}

/** `instance` null: there is none, so it has no defaults either. */
export function assertOwnChoice(
  wanted: RequestedTitle,
  policy: RequestPolicy,
  instance: Pick<InstanceRecord, 'delivery_defaults'> | null,
  offered: Prepared['offered'],
): void {
  if (makesForbiddenChoice(wanted, policy, instance?.delivery_defaults ?? {}, offered))
    throw new Refusal('choice_not_allowed')
}

/** 1:4.8.1: saving a book or an album calls no provider and no library. */
export function needsNoLookup({ media_type }: Pick<SentSelection, 'media_type'>): boolean {
  return media_type === 'book' || media_type === 'music'
}

export function formatsOf({ wanted }: Pick<Prepared, 'wanted'>): readonly RequestFormat[] {
  return wanted.media_type === 'book' ? wanted.formats : ['']
}

/** Everything requested is already there: nothing to approve, deliver or charge (1/4.6). */
export function isThere({ live }: Pick<Prepared, 'live'>): boolean {
  return live !== null && live.known && live.status === 'available'
}

/** A title that is hidden from everybody is not requested either, by nobody. */
export async function assertNotHidden(db: Db, wanted: RequestedTitle): Promise<void> {
  const is_hidden = isScreenTitle(wanted)
    ? await isTitleHidden(db, { kind: wanted.media_type, tmdb_id: wanted.tmdb_id })
    : wanted.foreign_id !== null &&
      (await isWorkHidden(db, { media_type: wanted.media_type, foreign_id: wanted.foreign_id }))
  if (is_hidden) throw new Refusal('title_hidden')
}

/** A person's limits as comparable text; empty without limits. */
export async function limitsStamp(db: Db, { user_id, role }: Person): Promise<string> {
  return role === 'admin' ? '' : JSON.stringify(await limitsOf(db, user_id))
}

/** Reads and judges a selection in the order given by 0.3: grant, syntax, choice, title, library, provider. */
export function createPreparation(parts: PreparationParts) {
  const { database, clock, inventory, kids, policyOf, parseInput, readQualityProfiles } = parts
  const { tv, describeMovie, live } = parts

  async function personOf(db: Db, caller: Caller, on_behalf_of = caller.user_id): Promise<Person> {
    if (on_behalf_of === caller.user_id) return caller
    if (caller.role !== 'admin') throw new Refusal('forbidden')
    const person = await findRequester(db, on_behalf_of)
    if (!person) throw new Refusal('not_found')
    return person
  }

  async function instanceOf(db: Db, person: Person, { media_type, instance_id }: SentSelection) {
    const found = await inventory.decide(db, person, MANAGER_OF[media_type], instance_id)
    if (found.instance) return found
    const { refusal } = found
    // C17: 403 precedes other errors in the selection; a missing library is reported after them.
    if (refusal === 'instance_forbidden' || refusal === 'no_grant') throw new Refusal(refusal)
    return found
  }

  async function inTime<T, O>(work: Promise<T>, otherwise: O): Promise<T | O> {
    return (await within(clock, LOOK_MS, work)) ? work : otherwise
  }

  /**
   * C57: anything the library already has could end the request unsent or answer it with an old receipt, so that
   * status is read fresh. A missing title goes to the delivery, which reads the library itself.
   */
  async function readLive(instance: InstanceRecord, title: LiveTitle, is_fresh: boolean): Promise<Live> {
    const seen = is_fresh ? null : await live.one(instance, title)
    const isFinal = !seen || (seen.known && seen.status !== 'unavailable')
    return isFinal ? live.fresh(instance, title) : seen
  }

  /** A library that exceeds the time is unknown, like one that does not answer at all. */
  const readInTime = ({ instance, is_fresh }: Place, title: LiveTitle): Promise<Live> =>
    inTime(readLive(instance, title, is_fresh), SILENT)

  async function movieFacts(wanted: RequestedScreenTitle, place: Place): Promise<Facts> {
    const title = { media_type: wanted.media_type, tmdb_id: wanted.tmdb_id, foreign_id: null }
    const [described, seen] = await Promise.all([
      describeMovie(wanted.tmdb_id),
      readInTime(place, { ...title, match: null, seasons: null }),
    ])
    const { title: name = null, poster_path = null } = described ?? {}
    return { title: name, poster_path, scope: null, seasons: null, match: null, live: seen }
  }

  /** Null: not available now; each delivery attempt resolves it again. */
  async function resolveNow(tmdb_id: number, instance: InstanceRecord): Promise<TvMatch | null> {
    try {
      return await inTime(tv.resolve(tmdb_id, instance), null)
    } catch (error) {
      if (error instanceof UpstreamFault) return null
      throw error
    }
  }

  async function showFacts(
    wanted: Extract<RequestedTitle, { media_type: 'tv' }>,
    place: Place,
    policy: RequestPolicy,
  ): Promise<Facts> {
    const { media_type, tmdb_id } = wanted
    const [show, match] = await Promise.all([tv.show(tmdb_id), resolveNow(tmdb_id, place.instance)])
    const scope = wanted.seasons ? null : (wanted.scope ?? policy.default_season_scope)
    const today = iso(clock.now()).slice(0, 10)
    const chosen = chooseSeasons(show.seasons, { scope, seasons: wanted.seasons }, today)
    const seasons = 'seasons' in chosen ? chosen.seasons : []
    if (seasons.length === 0)
      throw new Refusal('validation', { fields: { seasons: 'The show has no such season.' } })
    const seen = await readInTime(place, { media_type, tmdb_id, foreign_id: null, match, seasons })
    return { title: show.title, poster_path: show.poster_path, scope, seasons, match, live: seen }
  }

  async function factsOf(wanted: RequestedTitle, place: Place, policy: RequestPolicy): Promise<Facts> {
    if (wanted.media_type === 'tv') return showFacts(wanted, place, policy)
    if (wanted.media_type === 'movie') return movieFacts(wanted, place)
    return { title: null, poster_path: null, scope: null, seasons: null, match: null, live: null }
  }

  /**
   * 1/4.6: a profile that the library does not have gives way to the default. If the library cannot say, the choice
   * stays, and the delivery reports it (C59).
   */
  async function withKnownQuality(wanted: RequestedTitle, instance: InstanceRecord): Promise<RequestedTitle> {
    if (!isScreenTitle(wanted) || wanted.quality_profile_id === null) return wanted
    const known = await inTime(readQualityProfiles(instance), null)
    if (!known || known.some(({ id }) => id === wanted.quality_profile_id)) return wanted
    return { ...wanted, quality_profile_id: null }
  }

  /** C59: whether a named profile is the default depends on what the library has. */
  async function readOffered(
    wanted: RequestedTitle,
    policy: RequestPolicy,
    instance: InstanceRecord | null,
  ): Promise<Prepared['offered']> {
    const isNamed = isScreenTitle(wanted) && wanted.quality_profile_id !== null
    if (!isNamed || policy.can_choose_quality || !instance) return null
    return inTime(readQualityProfiles(instance), null)
  }

  async function judgeTitle(db: Db, person: Person, wanted: RequestedTitle): Promise<string> {
    const limits = isScreenTitle(wanted) ? await limitsStamp(db, person) : ''
    if (isScreenTitle(wanted))
      await kids.assertAllowed(person, { kind: wanted.media_type, tmdb_id: wanted.tmdb_id })
    await assertNotHidden(db, wanted)
    return limits
  }

  return async function prepare(
    caller: Caller,
    selection: SentSelection,
    { db = database.read, is_fresh = false }: PrepareOptions = {},
  ): Promise<Prepared> {
    const person = await personOf(db, caller, selection.on_behalf_of)
    if (isRetired(selection) && selection.instance_id === undefined) throw catalogRetired()
    const found = await instanceOf(db, person, selection)
    if (isRetired(selection)) throw found.instance ? catalogRetired() : new Refusal(found.refusal)
    const read = readSelection(parseInput(RequestSelection, selection))
    if ('problems' in read) throw new Refusal('validation', { fields: read.problems })
    const { wanted } = read
    const policy = await policyOf(db, person)
    const offered = await readOffered(wanted, policy, found.instance)
    assertOwnChoice(wanted, policy, found.instance, offered)
    const limits = await judgeTitle(db, person, wanted)
    if (!found.instance) {
      // 0.6: requesting a movie or show without a library is a state error for everybody.
      throw new Refusal(
        found.refusal,
        isScreenTitle(wanted) && found.refusal === 'no_instance' ? { status: 409 } : {},
      )
    }
    const { instance } = found
    const [facts, checked] = await Promise.all([
      factsOf(wanted, { instance, is_fresh }, policy),
      withKnownQuality(wanted, instance),
    ])
    const made_by = person.user_id === caller.user_id ? null : caller.user_id
    return { ...facts, person, made_by, wanted: checked, instance, policy, offered, limits }
  }
}

export type Prepare = ReturnType<typeof createPreparation>
