import { randomBytes } from 'node:crypto'
import type { AiReason } from '@foyer/contract/assistant/ai-providers'
import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { isReady } from '#kit/ready.ts'
import { createSettings } from '#settings/settings.ts'
import { describeEachEngine } from '#test/engines.ts'
import { setupSkips } from './app-config-settings.ts'
import { createConfigs } from './config-service.ts'

const ana: Caller = { user_id: 1, username: 'ana', role: 'admin', device_id: 'd_1' }
const bob: Caller = { user_id: 2, username: 'bob', role: 'user', device_id: 'd_2' }

function configsOn(
  database: Database,
  duringRead: () => Promise<void> = async () => {},
  reason: () => AiReason = () => '',
) {
  const settings = createSettings({
    database,
    clock: createTestClock(),
    box: createSecretBox(randomBytes(32)),
  })
  const configs = createConfigs({
    database,
    settings,
    keys: { configured: async () => ({ metadata: true, lists: false }) },
    ai: {
      availabilityOf: async () => ({
        available: reason() === '',
        provider: '',
        model: '',
        source: 'shared',
        reason: reason(),
      }),
    },
    hasSetTopBoxes: async () => false,
    inventory: {
      async list() {
        await duringRead()
        return []
      },
      visibleTo: async () => ({ visible: [], default_ids: new Set(), granted_ids: new Set() }),
    },
    server: { server_name: 'Home', version: 'dev' },
    imageBaseUrl: async () => 'https://image.test',
  })
  return {
    configs,
    write: () => settings.lock(tx => settings.update(tx, setupSkips, { music: true })),
    async isHeld(caller: Caller): Promise<boolean> {
      const answer = configs.configFor(caller)
      const held = isReady(answer)
      await answer
      return held
    },
  }
}

describeEachEngine('ready configurations', (open, engine) => {
  const remembers = engine === 'sqlite'

  it('come from memory while nothing was committed, on SQLite only (adr 3)', async () => {
    const database = await open()
    const { configs, write, isHeld } = configsOn(database)
    const first = await configs.configFor(ana)
    expect((await configs.configFor(ana)) === first).toBe(remembers)
    expect(await isHeld(ana)).toBe(remembers)
    // The answer for one person must not be used for another, nor for the same person in another role.
    expect(await isHeld(bob)).toBe(false)
    expect(await isHeld({ ...ana, role: 'user' })).toBe(false)
    await write()
    expect(await isHeld(ana)).toBe(false)
  })

  it('0.3: are not cached while the AI account cannot be read and chat is therefore off', async () => {
    const database = await open()
    let reason: AiReason = 'storage_error'
    const { configs, isHeld } = configsOn(database, undefined, () => reason)
    const services = async () =>
      JSON.parse((await configs.configFor(ana)).bytes.toString()).services as { ai: boolean }
    expect((await services()).ai).toBe(false)
    // No commit: the disk can be read again.
    reason = ''
    expect((await services()).ai).toBe(true)
    expect(await isHeld(ana)).toBe(remembers)
  })

  it('are not cached when a commit came while they were built', async () => {
    const database = await open()
    let during = async () => {}
    const { write, isHeld } = configsOn(database, () => during())
    during = async () => void (await write())
    expect(await isHeld(ana)).toBe(false)
    expect(await isHeld(ana)).toBe(false)
  })
})
