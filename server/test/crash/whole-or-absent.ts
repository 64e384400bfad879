import { expect } from 'vitest'
import type { Db } from '#db/database.ts'
import { type Ask, crashEverywhere, readStored } from './prepared-server.ts'

export interface Change<T> {
  order: Ask
  /** What the change is about, in a form that can be compared. */
  read(db: Db): Promise<T>
  before: T
  after: T
}

/** Wherever it was killed, the next start finds the one state or the other; what was answered is there. */
export async function expectWholeOrAbsent<T>(
  prepared: Parameters<typeof crashEverywhere>[0],
  name: string,
  { order, read, before, after }: Change<T>,
): Promise<void> {
  const { crashes, finished } = await crashEverywhere(prepared, { name, order, note: () => null })
  expect(crashes.length).toBeGreaterThanOrEqual(2)
  for (const [place, { data }] of crashes.entries()) {
    expect([before, after], `${name}, killed before write ${place + 1}`).toContainEqual(
      await readStored(data, read),
    )
  }
  expect(await readStored(crashes[0]?.data ?? '', read)).toEqual(before)
  expect(await readStored(finished, read)).toEqual(after)
}
