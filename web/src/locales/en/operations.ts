import operation_names from './operation-names.json'
import operation_pages from './operation-pages.json'
import operations from './operations.json'

/** Loaded with the pages of whoever runs the server; see lib/texts/operations-texts.ts. */
export const operationsTexts = {
  operation_names,
  operation_pages,
  operations,
}
