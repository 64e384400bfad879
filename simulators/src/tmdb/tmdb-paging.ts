import { Refused, type SimRequest } from '../kit/answer.ts'
import { tmdbError } from './tmdb-errors.ts'

const PAGE_SIZE = 20
const LAST_PAGE = 500

/** tmdb.md, "Pagination": from 1, at most 500, else 400 with code 22. */
function readPage(request: SimRequest): number {
  const text = request.query.get('page') ?? '1'
  const page = Number(text)
  if (!Number.isInteger(page) || page < 1 || page > LAST_PAGE) throw new Refused(tmdbError(22))
  return page
}

export interface Paging {
  /** Announce at least this many pages; real totals exceed what may be asked for. */
  pretend_pages: number
}

export function pageOf<T>(request: SimRequest, items: readonly T[], paging: Paging) {
  const page = readPage(request)
  const pages = Math.max(1, Math.ceil(items.length / PAGE_SIZE))
  const total_pages = Math.max(pages, paging.pretend_pages)
  return {
    page,
    results: items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total_pages,
    total_results: paging.pretend_pages > pages ? paging.pretend_pages * PAGE_SIZE - 10 : items.length,
  }
}
