import { storageKey } from '#lib/base-url.ts'
import { tabStorage } from '#lib/preferences.ts'

/** What the provider's answer brought to this page: a code that works once, or the code of an error (2/4.4). */
export interface Returned {
  flow?: string
  code?: string
  error?: string
}

const KEY = storageKey('oidc_return')

/** The query of the return page, read as it is: the router would take a code of digits for a number. */
export function readReturned(query: string): Returned {
  const values = new URLSearchParams(query)
  const [flow, code, error] = ['flow', 'code', 'error'].map(name => values.get(name) ?? undefined)
  return { ...(flow && { flow }), ...(code && { code }), ...(error && { error }) }
}

/** Removed from the address at once, because the address stays in the history and in screenshots. */
export const storedReturn = {
  keep: (query: string) => tabStorage.setItem(KEY, query),
  read: (): Returned => readReturned(tabStorage.getItem(KEY) ?? ''),
  forget: () => tabStorage.removeItem(KEY),
}
