import * as routes from '@foyer/contract/book-library'
import { type Binding, bind } from '#http/bind.ts'
import type { BookDetails } from './book-details.ts'
import type { BookLists } from './book-lists.ts'

export function bookLibraryRoutes({ lists, details }: { lists: BookLists; details: BookDetails }): Binding[] {
  return [
    bind(routes.getBookLibrary).to(({ caller, query }) => lists.library(caller, query)),
    bind(routes.getRecentBooks).to(({ caller, query }) => lists.recent(caller, query)),
    bind(routes.getBookAuthors).to(({ caller, query }) => lists.authors(caller, query)),
    bind(routes.getBookAuthor).to(({ caller, query }) => details.author(caller, query)),
    bind(routes.getBookSeries).to(({ caller, query }) => lists.series(caller, query)),
    bind(routes.getBookSeriesDetail).to(({ caller, query }) => details.series(caller, query)),
  ]
}
