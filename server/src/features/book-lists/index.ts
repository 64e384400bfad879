export { bookListRoutes } from './book-list-routes.ts'
export { type BookLists, createBookLists } from './book-lists.ts'
