import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { parseSeries } from '#features/book-identity/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { BookSearch, FoundTitle } from '#ports/book-search.ts'
import type { BookDetails } from './book-details.ts'

/** The books of an author or a series. */
export interface FollowedBooks {
  name: string
  titles: readonly { foreign_book_id: string; title: string }[]
  /** False: the library has none of them, so that these are only what its manager's search found. */
  in_library: boolean
}

export interface FollowedBooksParts {
  inventory: Pick<Inventory, 'connectionOf'>
  search: BookSearch
  read: BookDetails['read']
  ended: AbortSignal
}

/**
 * Authors and series as the library has them, or else as its manager's search finds them, for the server itself, which
 * has authorised before. Null: neither knows of them.
 */
export function createFollowedBooks({ inventory, search, read, ended: signal }: FollowedBooksParts) {
  async function findAuthor(
    instance: InstanceRecord,
    { foreign_id, name }: { foreign_id: string; name: string },
  ): Promise<FollowedBooks | null> {
    const connection = inventory.connectionOf(instance)
    const isAsked = (hit: { foreign_author_id: string }) => hit.foreign_author_id === foreign_id
    const author =
      (await search.authorsById(connection, foreign_id, signal)).find(isAsked) ??
      // Some providers' ids are not searched for.
      (name === '' ? undefined : (await search.authors(connection, name, signal)).find(isAsked))
    if (!author) return null
    const books = await search.books(connection, author.name, signal)
    return { name: author.name, titles: withId(books.filter(isAsked)), in_library: false }
  }

  async function findSeries(instance: InstanceRecord, name: string): Promise<FollowedBooks | null> {
    const books = await search.books(inventory.connectionOf(instance), name, signal)
    const titles = withId(books.filter(book => parseSeries(book.series_title)?.name === name))
    return titles.length === 0 ? null : { name, titles, in_library: false }
  }

  return {
    /** `name` helps to find an author whom the library does not have; empty: not known. */
    async author(
      instance: InstanceRecord,
      author: { foreign_id: string; name: string },
    ): Promise<FollowedBooks | null> {
      const there = await unlessMissing(read.author(instance, author.foreign_id))
      if (!there) return findAuthor(instance, author)
      return { name: there.author.name, titles: there.titles, in_library: true }
    },

    async series(instance: InstanceRecord, name: string): Promise<FollowedBooks | null> {
      const there = await unlessMissing(read.series(instance, name))
      return there ? { name, titles: there.titles, in_library: true } : findSeries(instance, name)
    },
  }
}

function withId(books: readonly FoundTitle[]): FoundTitle[] {
  return books.filter(({ foreign_book_id }) => foreign_book_id !== '')
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}
