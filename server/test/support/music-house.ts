import type { MusicTitle } from '@foyer/contract/music-library'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import type { World } from '@foyer/simulators'
import { startApp, type TestAnswer, type TestApp, type TestAppOptions } from './app.ts'
import { addPerson, type Ask, ask, setUpHousehold } from './household.ts'
import { addInstance, managerForm, openWorld } from './managers.ts'

type MusicWorld = World<'lidarr'>

export interface MusicHouse {
  app: TestApp
  lidarr: MusicWorld['lidarr']
  world: MusicWorld
  admin: TokenResponse
  uma: TokenResponse
  asAdmin: Ask
  /** Has a grant on the library. */
  asUma: Ask
  /** Has none. */
  bob: TokenResponse
  asBob: Ask
  music: string
  add(name: string): Promise<{ person: TokenResponse; as: Ask }>
  grant(...people: TokenResponse[]): Promise<void>
  /** Everything under way is done and the library has caught up. */
  settle(): Promise<void>
  /** Past the fifteen seconds of the projection. */
  later(): void
}

/** A household with a music library that one of them was given. */
export async function startMusic(options: TestAppOptions = {}): Promise<MusicHouse> {
  let now = () => Date.parse('2026-11-15T09:00:00.000Z')
  const world = await openWorld({ products: ['lidarr'], now: () => now() })
  const app = await startApp(options)
  now = () => app.clock.now().getTime()
  const { admin, asAdmin } = await setUpHousehold(app)
  const form = managerForm('music_manager', 'Music', world.lidarr)
  const { id: music } = await addInstance(app, admin.access_token, form)
  const add = async (name: string) => {
    const person = await addPerson(app, asAdmin, name)
    return { person, as: ask(app, person.access_token) }
  }
  const { person: uma, as: asUma } = await add('uma')
  const { person: bob, as: asBob } = await add('bob')
  const given: TokenResponse[] = []
  async function grant(...people: TokenResponse[]): Promise<void> {
    given.push(...people)
    const user_ids = given.map(person => person.user.id)
    const answer = await asAdmin('PUT', `/api/admin/instances/${music}/grant-users`, { user_ids })
    if (answer.status !== 200) throw new Error(`granting answered ${answer.status}`)
  }
  await grant(uma)
  await app.jobs.settle()
  return {
    app,
    lidarr: world.lidarr,
    world,
    admin,
    uma,
    asAdmin,
    asUma,
    bob,
    asBob,
    music,
    add,
    grant,
    async settle() {
      await app.jobs.settle()
      await world.settle()
    },
    later: () => app.clock.advance(15_001),
  }
}

export function expectOk({ status, raw, body }: TestAnswer) {
  if (status !== 200 && status !== 201) throw new Error(`answered ${status} ${raw.toString()}`)
  return body
}

/** One album of the answer by its release group. */
export function titleIn(titles: readonly MusicTitle[], foreign_id: string): MusicTitle | undefined {
  return titles.find(title => title.foreign_album_id === foreign_id)
}
