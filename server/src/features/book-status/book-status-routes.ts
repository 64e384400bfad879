import { getBookStatus } from '@foyer/contract/book-status'
import { type Binding, bind } from '#http/bind.ts'
import type { createBookStatus } from './book-status.ts'

export function bookStatusRoutes(bookStatus: ReturnType<typeof createBookStatus>): Binding[] {
  return [bind(getBookStatus).to(({ caller, query }) => bookStatus(caller, query))]
}
