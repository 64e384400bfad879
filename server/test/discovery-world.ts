import { type ProductName, startWorld, type World } from '@foyer/simulators'
import type { TokenResponse } from '@foyer/contract/sessions'
import { type CallOptions, startApp, type TestAnswer, type TestApp, type TestAppOptions } from './app.ts'
import { afterTest } from './engines.ts'

type Providers = Extract<ProductName, 'tmdb'>

export interface DiscoveryHouse {
  app: TestApp
  world: World<Providers>
  admin: TokenResponse
  /** As the admin, unless somebody else's token is given. */
  get(path: string, options?: CallOptions): Promise<TestAnswer>
}

/** A server whose clock is the providers' clock too, with both providers configured by the environment. */
export async function startDiscovery({ env = {}, given = {} }: TestAppOptions = {}): Promise<DiscoveryHouse> {
  let now = () => Date.parse('2026-11-15T09:00:00.000Z')
  const world = await startWorld({ products: ['tmdb'], now: () => now() })
  afterTest(() => world.close())
  const app = await startApp({
    env: {
      APP_TMDB_URL: `${world.tmdb.url}/3`,
      APP_TMDB_API_KEY: world.tmdb.api_key,
      ...env,
    },
    given,
  })
  now = () => app.clock.now().getTime()
  const admin = await app.setUp()
  return {
    app,
    world,
    admin,
    get: (path, options = {}) => app.call('GET', path, { token: admin.access_token, ...options }),
  }
}
