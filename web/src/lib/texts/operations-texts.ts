import { lazyTexts } from './lazy-texts.ts'

/** Texts of the pages about jobs, deliveries, outbox, log, caches and database. */
export const operationsTexts = lazyTexts(() =>
  import('#locales/en/operations.ts').then(({ operationsTexts }) => operationsTexts),
)
