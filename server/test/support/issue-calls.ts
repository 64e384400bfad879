import { remediation, type SavedRemediation } from '#features/remediation-settings/index.ts'
import type { TestAnswer, TestApp } from './app.ts'
import { type Call, expectOk } from './calls.ts'

/** Libraries of every kind that people report about, and a kids account. */
export const ISSUE_PARTS = {
  products: ['tmdb', 'trakt'],
  instances: ['movies', 'series', 'books'],
  users: ['uma', 'bob'],
  kids: ['kim'],
  grants: { uma: ['books'], bob: ['books'] },
} as const

export function report(as: Call, body: object): Promise<TestAnswer> {
  return as('POST', '/api/issues', body)
}

/** The id of a report that is saved. */
export async function reported(as: Call, body: object): Promise<number> {
  return expectOk(await report(as, body)).issue_id
}

export async function issueOf(as: Call, id: number) {
  return expectOk(await as('GET', `/api/issues/${id}`))
}

export async function listOf(as: Call) {
  return expectOk(await as('GET', '/api/issues')).issues
}

export async function adminList(as: Call, query = '') {
  return expectOk(await as('GET', `/api/admin/issues${query}`))
}

/** As the page of the settings saves it. */
export async function setRemediation(
  { settings }: Pick<TestApp, 'settings'>,
  change: Partial<SavedRemediation>,
): Promise<void> {
  await settings.lock(tx => settings.update(tx, remediation, change))
}
