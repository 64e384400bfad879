import type { getBookAuthor, getBookSeriesDetail } from '@foyer/contract/book-library'
import type { RouteAnswer } from '@foyer/contract/route'
import type { HiddenWorks } from '#features/hidden-titles/index.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { BookLibrary } from '#ports/book-library.ts'
import { authorRow } from './author-rules.ts'
import type { BookAccess } from './book-access.ts'
import { type BookShelves, DIGEST_MS } from './book-shelves.ts'
import { withoutHidden } from './hidden-book-rules.ts'
import { byId, namesOf } from './named-authors.ts'
import { inReadingOrder, seriesRow } from './series-row-rules.ts'
import { createShelfBuilder, isAvailable } from './shelf-rules.ts'
import { newestFirst, presentTitle } from './title-present-rules.ts'

type AuthorAnswer = RouteAnswer<typeof getBookAuthor>
type SeriesAnswer = RouteAnswer<typeof getBookSeriesDetail>

export interface BookDetailParts {
  clock: Clock
  inventory: Pick<Inventory, 'connectionOf'>
  library: BookLibrary
  access: BookAccess
  shelves: BookShelves
  ended: AbortSignal
  /** The books that an admin has hidden: they are in no list and no count. */
  hiddenBooks(): MaybeAsync<HiddenWorks>
}

const NOTHING_HIDDEN: HiddenWorks = { version: '', isHidden: () => false }

/** One author or one series. A caller without a library is refused here, whereas lists are empty (1:4.10). */
export function createBookDetails(parts: BookDetailParts) {
  const { clock, inventory, library, access, shelves, hiddenBooks, ended: signal } = parts

  /** C17: a refused library is reported before validation errors, a missing library after them. */
  async function authorise(
    caller: Caller,
    instance_id: string | undefined,
    required: Readonly<Record<string, string | undefined>>,
  ): Promise<InstanceRecord> {
    const found = await access.decide(caller, instance_id)
    if (!found.instance && (found.refusal === 'instance_forbidden' || found.refusal === 'no_grant')) {
      throw new Refusal(found.refusal)
    }
    const missing = Object.keys(required).filter(name => !required[name])
    if (missing.length > 0) {
      throw new Refusal('validation', {
        fields: Object.fromEntries(missing.map(name => [name, 'This is required.'])),
      })
    }
    if (!found.instance) throw new Refusal(found.refusal)
    return found.instance
  }

  /** Null: there is none, or it is unknown; the titles are shown without it. */
  async function biographyOf(instance: InstanceRecord, author_id: number): Promise<string | null> {
    try {
      return await library.biography(inventory.connectionOf(instance), author_id, signal)
    } catch (error) {
      if (error instanceof UpstreamFault) return null
      throw error
    }
  }

  /** 1:4.10: read from the library each time. */
  async function readAuthor(
    instance: InstanceRecord,
    foreign_id: string,
    hidden = NOTHING_HIDDEN,
  ): Promise<AuthorAnswer> {
    const connection = inventory.connectionOf(instance)
    const authors = await library.authors(connection, signal)
    const author = authors.find(one => one.foreign_author_id === foreign_id)
    if (!author) throw new Refusal('not_found')
    const builder = createShelfBuilder(instance.id)
    const options = { author_id: author.record_id, signal }
    const { single_format } = await library.eachBook(connection, builder.take, options)
    const titles = withoutHidden(builder.finish(single_format), hidden)
    const count = { title_count: titles.length, available_count: titles.filter(isAvailable).length }
    const overview = await biographyOf(instance, author.record_id)
    const names = byId([author])
    return {
      author: {
        ...authorRow(author, count, instance.id),
        position: 1,
        ...(overview !== null && { overview }),
      },
      titles: titles
        .toSorted(newestFirst(clock.now().getUTCFullYear()))
        .map(title => presentTitle(title, names)),
      ...(single_format !== null && { single_format }),
    }
  }

  async function readSeries(
    instance: InstanceRecord,
    name: string,
    hidden = NOTHING_HIDDEN,
  ): Promise<SeriesAnswer> {
    const shelf = await shelves.read(instance, DIGEST_MS)
    const titles = inReadingOrder(withoutHidden(shelf.titles, hidden), name)
    if (titles.length === 0) throw new Refusal('not_found')
    const names = namesOf(shelf)
    return {
      series: seriesRow(name, titles),
      titles: titles.map(title => ({
        ...presentTitle(title, names),
        position: title.series?.position ?? null,
      })),
      ...(shelf.single_format !== null && { single_format: shelf.single_format }),
    }
  }

  return {
    /** For the server itself, which has authorised before. */
    read: {
      author: (instance: InstanceRecord, foreign_id: string) => readAuthor(instance, foreign_id),
      series: (instance: InstanceRecord, name: string) => readSeries(instance, name),
    },
    async author(
      caller: Caller,
      { instance_id, foreign_id = '' }: { instance_id?: string | undefined; foreign_id?: string | undefined },
    ): Promise<AuthorAnswer> {
      const instance = await authorise(caller, instance_id, { foreign_id })
      const answer = await readAuthor(instance, foreign_id, await hiddenBooks())
      await access.authoriseAgain(caller, instance)
      return answer
    },
    async series(
      caller: Caller,
      { instance_id, name = '' }: { instance_id?: string | undefined; name?: string | undefined },
    ): Promise<SeriesAnswer> {
      const instance = await authorise(caller, instance_id, { name })
      const answer = await readSeries(instance, name, await hiddenBooks())
      await access.authoriseAgain(caller, instance)
      return answer
    },
  }
}

export type BookDetails = ReturnType<typeof createBookDetails>
