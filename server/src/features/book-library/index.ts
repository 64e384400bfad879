export { createBookLibrary } from './book-library.ts'
export { bookLibraryRoutes } from './book-library-routes.ts'
