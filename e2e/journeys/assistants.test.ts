import { MINUTE_MS } from '@foyer/simulators'
import type { Page } from '@playwright/test'
import toolNames from '../../web/src/locales/en/tool-names.json' with { type: 'json' }
import { type Assistant, startAssistant } from '../support/assistant.ts'
import { plugInAuthenticator } from '../support/authenticator.ts'
import { holdOnce } from '../support/intercept.ts'
import { ADMIN, comeInAs } from '../support/people.ts'
import { PHONE } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'
import { visit } from '../support/visit.ts'

/** Passkeys belong to a host name, which an IP address does not have. */
const byName = (world: World) => world.foyer.url.replace('127.0.0.1', 'localhost')
test.use({ baseURL: async ({ world }, use) => use(byName(world)) })

/** Searches, requests and follows a movie until it arrives, and renews its tokens twice meanwhile. */
async function requestsMovie(assistant: Assistant, world: World): Promise<void> {
  const movie = world.newMovie()
  expect(await assistant.tools()).toEqual(expect.arrayContaining(['search_movies', 'request_media']))
  const found = await assistant.use('search_movies', { query: movie.title })
  expect(JSON.stringify(found)).toContain(String(movie.id))
  await assistant.refresh()
  await assistant.use('request_media', { media_type: 'movie', tmdb_id: movie.id, title: movie.title })
  const state = async () =>
    (await assistant.use('check_request_status', { media_type: 'movie', tmdb_id: movie.id }))['status']
  await expect.poll(() => world.radarr.movie(movie.id)?.monitored).toBe(true)
  await world.advance(MINUTE_MS)
  await expect.poll(state).toBe('downloading')
  await assistant.refresh()
  await world.advance(60 * MINUTE_MS)
  await expect.poll(state).toBe('available')
}

/** Finds the assistant on the page, disconnects it there, and checks that its calls are refused. */
async function disconnects(page: Page, assistant: Assistant, name: string): Promise<void> {
  await page.goto('./account')
  await page.getByRole('link', { name: /^Assistants/ }).click()
  const connected = page.getByRole('list', { name: 'Connected assistants' })
  await expect(connected.getByRole('listitem')).toHaveCount(1)
  await expect(connected).toContainText(name)
  expect(await assistant.status()).not.toBe(401)
  await connected.getByRole('button', { name: `Disconnect ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('No assistant connected')).toBeVisible()
  expect(await assistant.status()).toBe(401)
  await expect(assistant.tools()).rejects.toThrow()
}

test.describe('on a phone', () => {
  test.use({ ...PHONE })

  test('2:4.5 an assistant is allowed by password, requests a movie and is disconnected', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const who = { username: 'vera', password: 'battery staple' }
    const session = await world.addUser(who.username, who)
    const assistant = await startAssistant(`${byName(world)}mcp`, 'Pocket assistant')
    await page.goto(await assistant.askForAccess())
    await expect(page.getByText('Pocket assistant').first()).toBeVisible()
    await expectAccessible('the page that asks for access')
    await page.getByLabel('Username').fill(who.username)
    await page.getByLabel('Password', { exact: true }).fill('not this')
    await page.getByRole('button', { name: /allow/i }).first().click()
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByLabel('Username').fill(who.username)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.getByRole('button', { name: /allow/i }).first().click()
    await expect(page.getByRole('heading', { name: 'Back at the assistant' })).toBeVisible()
    await assistant.connect()
    await requestsMovie(assistant, world)
    await comeInAs(page, session)
    await disconnects(page, assistant, 'Pocket assistant')
    await assistant.close()
  })
})

test.describe('on PostgreSQL', () => {
  test.use({ parts: { engine: 'postgres', instances: ['movies'] } })

  test('2:4.5 an assistant is allowed by passkey, requests a movie and is disconnected', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const session = await world.addUser('wanda', { password: 'battery staple' })
    await plugInAuthenticator(page)
    await comeInAs(page, session)
    await page.goto('./account')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('list', { name: 'Passkeys' })).toBeVisible()

    const assistant = await startAssistant(`${byName(world)}mcp`, 'Desk assistant')
    await page.goto(await assistant.askForAccess())
    await page.getByRole('button', { name: /passkey/i }).click()
    await expect(page.getByRole('heading', { name: 'Back at the assistant' })).toBeVisible()
    await assistant.connect()
    await requestsMovie(assistant, world)
    await page.goto('./account/assistants')
    await expect(page.getByLabel('Address for assistants')).toHaveValue(`${byName(world)}mcp`)
    await expectAccessible('the page of assistants')
    await disconnects(page, assistant, 'Desk assistant')
    await assistant.close()
  })
})

test.describe('on a server of its own', () => {
  // A history and alerts of admins stay.
  test.use({ own_world: true, parts: { instances: ['movies'] } })

  test('2:4.8 an admin switches a tool off, approves a proposal and restores the profile', async ({
    page,
    world,
    signIn,
    expectAccessible,
  }) => {
    const assistant = await startAssistant(`${byName(world)}mcp`, 'Claude')
    await page.goto(await assistant.askForAccess())
    await page.getByLabel('Username').fill(ADMIN.username)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: /allow/i }).first().click()
    await expect(page.getByRole('heading', { name: 'Back at the assistant' })).toBeVisible()
    await assistant.connect()

    // Every tool has a name for people.
    const { tools } = await world.call<{ tools: { name: string }[] }>(world.admin, 'GET', 'admin/ai-tools')
    expect(Object.keys(toolNames).sort()).toEqual(tools.map(({ name }) => name).sort())

    await signIn('./settings/tools')
    const releases = page.getByRole('switch', { name: 'List releases' })
    expect(await assistant.tools()).toContain('search_releases')
    await page.getByRole('searchbox', { name: 'Search tools' }).fill('search_releases')
    await expect(page.getByRole('switch', { name: 'Search movies' })).toBeHidden()
    await expectAccessible('tools of assistants')
    await releases.uncheck()
    await expect.poll(assistant.tools).not.toContain('search_releases')
    await releases.check()
    await expect.poll(assistant.tools).toContain('search_releases')

    const listed = await assistant.use('get_quality_profiles', { service: 'movie_manager' })
    const { profiles } = listed as { profiles: { id: number; name: string; upgrade_allowed: boolean }[] }
    const profile = profiles[0]
    if (!profile) throw new Error('Radarr has no quality profile.')
    const upgrades = async () => {
      const answer = await assistant.use('get_quality_profiles', {
        service: 'movie_manager',
        profile_id: profile.id,
      })
      return (answer as { profiles: { upgrade_allowed: boolean }[] }).profiles[0]?.upgrade_allowed
    }
    const was = await upgrades()
    await assistant.use('preview_profile_change', {
      service: 'movie_manager',
      profile_id: profile.id,
      changes: { upgrade_allowed: !was },
    })
    expect(await upgrades()).toBe(was)

    await page.goto('./settings')
    await page.getByRole('link', { name: /Proposed changes.*1 pending/ }).click()
    await expect(page.getByText('The profile is still as it was when this was proposed.')).toBeVisible()
    await expectAccessible('proposed changes')
    await page.getByRole('button', { name: `Reject the change of ${profile.name}` }).click()
    const rejection = page.getByRole('dialog')
    const refuse = await holdOnce(page, '**/reject')
    await rejection.getByRole('button', { name: 'Reject' }).click()
    await page.keyboard.press('Escape')
    await expect(rejection.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    refuse()
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await expect(rejection).toBeHidden()
    await page.getByRole('button', { name: `Approve the change of ${profile.name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('All caught up')).toBeVisible()
    expect(await upgrades()).toBe(!was)

    await visit(page, './settings/configuration-history')
    await page
      .getByRole('list', { name: 'Changes' })
      .getByRole('link', { name: profile.name })
      .first()
      .click()
    await expect(page.getByText(`${profile.name} is still as recorded here.`)).toBeVisible()
    await expectAccessible('a change of an assistant')
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText(`${profile.name} restored.`)).toBeVisible()
    await expect(page.getByText('This is itself a restore and cannot be taken back.')).toBeVisible()
    expect(await upgrades()).toBe(was)
    await page.getByRole('link', { name: /^Change \d+$/ }).click()
    await expect(page.getByText('This change has already been restored once.')).toBeVisible()
    await assistant.close()
  })
})
