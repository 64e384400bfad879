import { expect, it } from 'vitest'
import { asStartupRefusal, StartupRefusal } from './startup-refusal.ts'
import { StorageFault } from './storage-fault.ts'

const engine = new Error('as the engine puts it')
const FULL = { code: '53100', sentence: 'The disk of the database server is full.', disk: 'full' } as const

it.each([
  [
    'a plain file',
    Object.assign(new Error('write'), { code: 'ENOSPC' }),
    /^The disk that holds the data folder is full\./,
  ],
  [
    'a database',
    new StorageFault(engine, FULL),
    /^The disk of the database server is full\. \(53100\) Free some space and/,
  ],
  [
    'a failing disk',
    new StorageFault(engine, { code: 'SQLITE_IOERR_WRITE', sentence: 'It broke.', disk: 'failing' }),
    /^It broke\. \(SQLITE_IOERR_WRITE\) Free some space, check the disk, and/,
  ],
])('ends a start in one sentence when the disk is to blame: %s', (_what, error, sentence) => {
  const refusal = asStartupRefusal(error)
  expect(refusal).toBeInstanceOf(StartupRefusal)
  expect(refusal?.message).toMatch(sentence)
})

it('leaves refusals as they are, and bugs bugs', () => {
  const refusal = new StartupRefusal('Not like this.')
  expect(asStartupRefusal(refusal)).toBe(refusal)
  expect(asStartupRefusal(new StorageFault(engine))).toBeNull()
  expect(asStartupRefusal(engine)).toBeNull()
})
