import type { Page } from '@playwright/test'
import { SHOW } from '@foyer/simulators'
import { hold } from '../support/intercept.ts'
import { watchLayout } from '../support/layout.ts'
import { comeInAs } from '../support/people.ts'
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
