import type { Locator, Page } from '@playwright/test'
import { AUTHOR, MOVIE, SHOW } from '@foyer/simulators'
import { hold } from '../support/intercept.ts'
import { watchLayout } from '../support/layout.ts'
import { comeInAs } from '../support/people.ts'
import { SCREENS } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

/** Answers the calls to these addresses one after the other, in this order, and lets the page be drawn after each. */
async function answerInOrder(page: Page, calls: readonly RegExp[]): Promise<() => Promise<void>> {
  const held: { call: RegExp; answer: () => void }[] = []
  for (const call of calls) held.push({ call, answer: await hold(page, call) })
  return async () => {
    for (const { call, answer } of held) {
      const answered = page.waitForResponse(call)
      answer()
      await answered
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    }
  }
}

test.describe('nothing jumps while a page is read', () => {
  // Everything is in sight.
  test.use({ viewport: { width: 1440, height: 3000 } })

  for (const [name, path, calls, last] of [
    ['the keys of providers', './settings/provider-keys', [/admin\/credentials$/], 'Trakt'],
    [
      'the methods to sign in',
      './settings/sign-in',
      [/admin\/invite-auth$/, /admin\/instances$/, /admin\/account-sign-in$/],
      'Plex',
    ],
    [
      'the match of a show',
      `./settings/tv-matches/${SHOW.harbour_nine}`,
      [/\/repairs$/, new RegExp(`api/admin/tv-matches/${SHOW.harbour_nine}(\\?|$)`)],
      'Requests for this show',
    ],
  ] as const)
    test(name, async ({ page, signIn }) => {
      const moved = await watchLayout(page)
      const answer = await answerInOrder(page, calls)
      await signIn(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await answer()
      await expect(page.getByRole('heading', { level: 2, name: last }).first()).toBeVisible()
      expect(await moved()).toEqual([])
    })
})

test.describe('nothing jumps on a phone while a page is read', () => {
  test.use({ viewport: { ...SCREENS['on a phone, dark'].viewport, height: 4000 } })

  test('a person, with limits, activity, rules and devices', async ({ page, world, signIn }) => {
    const { user } = await world.addUser('gus')
    const moved = await watchLayout(page)
    const answer = await answerInOrder(page, [
      new RegExp(`users/${user.id}/request-quotas`),
      new RegExp(`users/${user.id}/request-settings`),
      /operations\/sessions/,
    ])
    await signIn(`./users/${user.id}`)
    await answer()
    await expect(page.getByRole('combobox', { name: 'Require approval' })).toBeVisible()
    await expect(page.getByText('Sofa').first()).toBeVisible()
    expect(await moved()).toEqual([])
  })

  for (const is_late of [false, true])
    test(`a movie that is there, ${is_late ? 'whose status is late' : 'once its status is read'}`, async ({
      page,
      world,
      signIn,
    }) => {
      await world.addInstance('movie_manager', 'Films', 'radarr')
      await world.addInstance('account_server_a', 'Den', 'jellyfin')
      // However slow the machine is: a second is over when this says so.
      await page.addInitScript(() => {
        const { setTimeout: wait } = window
        const held: (() => void)[] = []
        const hold = (run: () => void, ms?: number) => (ms === 1_000 ? held.push(run) : wait(run, ms))
        Object.assign(window, { setTimeout: hold, endSecond: () => held.forEach(run => run()) })
      })
      const moved = await watchLayout(page)
      const answer = await hold(page, /requests\/\d+\/status/)
      await signIn(`./movies/${MOVIE.with_file}`)
      const main = page.getByRole('main')
      const story = main.getByRole('heading', { level: 2, name: 'Story' })
      await expect(main.getByRole('button', { name: /watchlist/ })).toBeVisible()
      await expect(story).toBeHidden()
      if (is_late) {
        await page.evaluate(() => (window as unknown as { endSecond: () => void }).endSecond())
        await expect(story).toBeVisible()
      }
      answer()
      await expect(main.getByText('Available', { exact: true }).first()).toBeVisible()
      await expect(story).toBeVisible()
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
      if (!is_late) expect((await moved()).join()).not.toContain('Story')
    })

  /** Where it stands, from the top. */
  const topOf = (part: Locator) => part.evaluate(element => element.getBoundingClientRect().top)

  test('an author whose missing books are known after the others', async ({ page, signIn }) => {
    const answer = await answerInOrder(page, [/api\/requests(\?|$)/])
    await signIn(`./books/authors/hc:${AUTHOR.ines_moor}`)
    const book = page.getByText('Low Water')
    await expect(page.getByRole('button', { name: /watchlist/ })).toBeVisible()
    const before = await topOf(book)
    await answer()
    await expect(page.getByRole('button', { name: /^Request \d missing$/ })).toBeVisible()
    expect(await topOf(book)).toBe(before)
  })
})

test('the navigation is as at the last visit until it is read again', async ({ page, world }) => {
  await world.addInstance('account_server_a', 'Den', 'jellyfin')
  await comeInAs(page, world.admin)
  await page.goto('./requests')
  const servers = page.getByRole('navigation').getByRole('link', { name: 'Your servers' })
  await expect(servers).toBeVisible()
  const answer = await hold(page, /api\/config$/)
  await page.reload()
  await expect(servers).toBeVisible()
  const before = await servers.boundingBox()
  answer()
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible()
  expect(await servers.boundingBox()).toEqual(before)
})
