import * as routes from '@foyer/contract/book-search'
import { type Binding, bind } from '#http/bind.ts'
import type { BookSearches } from './book-search.ts'

export function bookSearchRoutes({ searchBooks }: Pick<BookSearches, 'searchBooks'>): Binding[] {
  return [bind(routes.searchBooks).to(call => searchBooks(call, call.query))]
}
