import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseEncryptionKey } from '#config-reader'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { describeEachEngine, temporaryFolder } from '#test/engines.ts'
import { isKeyRight, type KeySource, openEncryptionKey } from './encryption-key.ts'

const NOW = '2026-11-15T09:00:00.000Z'

function source(given?: Uint8Array): KeySource {
  const file = join(temporaryFolder(), 'encryption.key')
  return { given, file, parse: text => parseEncryptionKey(text, 'encryption.key') }
}

describeEachEngine('the encryption key (E)', open => {
  it('is made once, for its owner only, and found again', async () => {
    const database = await open()
    const place = source()
    const first = await openEncryptionKey(place, database, NOW)
    expect(statSync(place.file).mode & 0o777).toBe(0o600)
    const text = readFileSync(place.file, 'utf8')
    expect(Buffer.from(text, 'base64')).toHaveLength(32)
    const again = await openEncryptionKey(place, database, NOW)
    expect(readFileSync(place.file, 'utf8')).toBe(text)
    expect(again.open(first.seal('x', 'p'), 'p')).toBe('x')
  })

  it('is taken from the environment before the file, and then no file is made', async () => {
    const database = await open()
    const place = source(randomBytes(32))
    const box = await openEncryptionKey(place, database, NOW)
    expect(existsSync(place.file)).toBe(false)
    expect(await isKeyRight(database.read, box)).toBe(true)
  })

  it('refuses to start with another key, and never makes a new one for a used database', async () => {
    const database = await open()
    const place = source()
    await openEncryptionKey(place, database, NOW)
    await expect(openEncryptionKey(source(randomBytes(32)), database, NOW)).rejects.toThrow(StartupRefusal)
    rmSync(place.file)
    await expect(openEncryptionKey(place, database, NOW)).rejects.toThrow(/encryption\.key is missing/)
    expect(existsSync(place.file)).toBe(false)
  })

  it('refuses a file that holds no key', async () => {
    const database = await open()
    const place = source()
    writeFileSync(place.file, 'not a key')
    await expect(openEncryptionKey(place, database, NOW)).rejects.toThrow(/32 bytes in base64/)
  })

  it('lets two processes that start together on one empty database keep one key only', async () => {
    const database = await open()
    const starts = [source(randomBytes(32)), source(randomBytes(32))]
    const ends = await Promise.allSettled(starts.map(start => openEncryptionKey(start, database, NOW)))
    expect(ends.map(end => end.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})
