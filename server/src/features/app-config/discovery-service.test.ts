import type { ServiceType } from '@foyer/contract/instances/instance-types'
import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { createSettings } from '#settings/settings.ts'
import { describeEachEngine } from '#test/engines.ts'
import { createDiscoverySettings } from './discovery-service.ts'

function discoveryOn(database: Database) {
  const box = createSecretBox(Buffer.alloc(32, 7))
  const world = { types: [] as ServiceType[], lists: false, readable: true }
  const discovery = createDiscoverySettings({
    database,
    settings: createSettings({ database, clock: createTestClock(), box }),
    events: { publish: async () => {} },
    keys: { configured: async () => ({ metadata: true, lists: world.lists }) },
    inventory: {
      async list() {
        if (!world.readable) throw new Error('the disk is gone')
        return world.types.map(service_type => ({
          id: service_type,
          service_type,
          name: service_type,
          media_downloads: false,
        }))
      },
    },
  })
  return { discovery, world, db: database.read }
}

describeEachEngine('discovery settings for other slices', open => {
  it('R1: name the hidden types in effect, in order', async () => {
    const { discovery, world, db } = discoveryOn(await open())
    expect(await discovery.hiddenTypes(db)).toEqual([])
    await discovery.save({ hidden_when_unconfigured: { music: true, movie: true, tv: true } })
    expect(await discovery.hiddenTypes(db)).toEqual(['movie', 'tv', 'music'])
    world.types = ['tv_manager', 'account_server_a']
    expect(await discovery.hiddenTypes(db)).toEqual(['movie', 'music'])
  })

  it('1:4.2: an inventory that cannot be read hides nothing and shows nothing: it is 503', async () => {
    const { discovery, world, db } = discoveryOn(await open())
    world.readable = false
    await expect(discovery.hiddenTypes(db)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  })

  it('1/4.2, R15: name the effective source and language', async () => {
    const { discovery, world, db } = discoveryOn(await open())
    expect(await discovery.discoveryPreferences(db)).toEqual({ source: 'tmdb_trending', english_only: false })
    world.lists = true
    expect((await discovery.discoveryPreferences(db)).source).toBe('listsrc_trending')
    await discovery.save({ source: 'tmdb_popular', english_only: true })
    expect(await discovery.discoveryPreferences(db)).toEqual({ source: 'tmdb_popular', english_only: true })
  })
})
