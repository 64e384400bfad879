import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createTestClock } from '#test/test-clock.ts'
import { createSecretBox, WrongKey } from '#kit/crypto.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import type { Database } from '#db/database.ts'
import { describeEachEngine } from '#test/engines.ts'
import { createSettings, defineSetting, type Settings } from './settings.ts'

/** 0.3: what cannot be opened is 503, neither a bug nor the default. */
const UNREADABLE = { name: StorageFault.name, cause: expect.any(WrongKey) as unknown }
const FIELDS = Array.from({ length: 20 }, (_, i) => `field_${i}`)
const Many = z.record(z.string(), z.number())

const many = defineSetting({ key: 'test_many', schema: Many, default: {} })
const plain = defineSetting({
  key: 'test_plain',
  schema: z.object({ name: z.string(), list: z.array(z.int()), limit: z.int().max(9).nullable() }),
  default: { name: 'Foyer', list: [1, 2], limit: null },
})
const secret = defineSetting({
  key: 'test_secret',
  schema: z.object({ api_key: z.string(), url: z.string() }),
  default: { api_key: '', url: '' },
  secret: true,
})

function settingsOn(database: Database, key: Uint8Array = randomBytes(32)): Settings {
  return createSettings({ database, clock: createTestClock(), box: createSecretBox(key) })
}

async function storedText(database: Database, key: string): Promise<string> {
  const row = await database.read
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return row.value
}

describeEachEngine('stored settings (3.10)', open => {
  it('answers the default until somebody saves', async () => {
    const database = await open()
    const settings = settingsOn(database)
    expect(await settings.read(database.read, plain)).toEqual({ name: 'Foyer', list: [1, 2], limit: null })
    expect(await settings.isSaved(database.read, plain)).toBe(false)
    await settings.lock(tx => settings.update(tx, plain, {}))
    expect(await settings.isSaved(database.read, plain)).toBe(true)
  })

  it('merges what is named, replaces lists, and keeps a field given as undefined', async () => {
    const database = await open()
    const settings = settingsOn(database)
    await settings.lock(tx => settings.update(tx, plain, { name: 'Home', limit: 3 }))
    const omitted = { name: undefined }
    const saved = await settings.lock(tx =>
      settings.update(tx, plain, { list: [9], limit: null, ...omitted }),
    )
    expect(saved).toEqual({ name: 'Home', list: [9], limit: null })
    expect(await settings.read(database.read, plain)).toEqual(saved)
  })

  it('loses none of twenty partial updates made at once', async () => {
    const database = await open()
    const settings = settingsOn(database)
    await Promise.all(
      FIELDS.map((field, i) => settings.lock(tx => settings.update(tx, many, { [field]: i }))),
    )
    expect(await settings.read(database.read, many)).toEqual(
      Object.fromEntries(FIELDS.map((field, i) => [field, i])),
    )
  })

  it('stores nothing that its schema refuses', async () => {
    const database = await open()
    const settings = settingsOn(database)
    await expect(settings.lock(tx => settings.update(tx, plain, { limit: 10 }))).rejects.toThrow(z.ZodError)
    expect(await settings.isSaved(database.read, plain)).toBe(false)
  })

  it('goes back to the default when it is removed', async () => {
    const database = await open()
    const settings = settingsOn(database)
    await settings.lock(tx => settings.update(tx, plain, { name: 'Home' }))
    await settings.lock(tx => settings.remove(tx, plain))
    expect((await settings.read(database.read, plain)).name).toBe('Foyer')
  })

  it('seals a secret at rest, so that another key or another row cannot read it', async () => {
    const database = await open()
    const key = randomBytes(32)
    const settings = settingsOn(database, key)
    await settings.lock(tx => settings.update(tx, secret, { api_key: 'the-api-key' }))
    await settings.lock(tx => settings.update(tx, secret, { url: 'http://radarr' }))
    const text = await storedText(database, secret.key)
    expect(text).not.toMatch(/the-api-key|radarr/)
    expect(await settings.read(database.read, secret)).toEqual({
      api_key: 'the-api-key',
      url: 'http://radarr',
    })
    await expect(settingsOn(database).read(database.read, secret)).rejects.toMatchObject(UNREADABLE)
    await database.transaction(tx =>
      tx
        .insertInto('settings')
        .values({ key: plain.key, value: text, encrypted: 1, updated_at: '' })
        .execute(),
    )
    await expect(settings.read(database.read, plain)).rejects.toMatchObject(UNREADABLE)
  })

  it('writes nothing when its transaction rolls back', async () => {
    const database = await open()
    const settings = settingsOn(database)
    const failed = settings.lock(async tx => {
      await settings.update(tx, plain, { name: 'Home' })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await settings.isSaved(database.read, plain)).toBe(false)
  })
})

it('refuses a second definition of one name (3.5)', () => {
  expect(() => defineSetting({ key: 'test_plain', schema: z.string(), default: '' })).toThrow(
    /test_plain.*twice/,
  )
})
