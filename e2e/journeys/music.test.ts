import { ALBUM, ARTIST, MINUTE_MS, status } from '@foyer/simulators'
import type { Locator } from '@playwright/test'
import { comeInAs } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** Clicks in the very moment in which the typed text reaches the address, before the page is drawn with it. */
async function chooseOnceAddressChanges(choice: Locator): Promise<void> {
  await choice.evaluate((radio: HTMLInputElement) => {
    const replaceState = history.replaceState
    history.replaceState = (...change) => {
      history.replaceState = replaceState
      history.replaceState(...change)
      queueMicrotask(() => radio.click())
    }
  })
}

test('1:4.3 an album is found, asked for and heard of until it is there', async ({
  page,
  world,
  expectAccessible,
}) => {
  await comeInAs(page, await world.addUser('uma', { grants: ['music'] }))
  await page.goto('./music')
  const main = page.getByRole('main')
  await expect(main.getByRole('list', { name: 'Popular this week' }).getByRole('link').first()).toBeVisible()
  await expect(main.getByRole('list', { name: 'New releases' }).getByRole('link').first()).toBeVisible()
  await expect(main.getByRole('link', { name: 'Jazz' })).toBeVisible()
  await expectAccessible('music')

  await main.getByRole('link', { name: 'Search music' }).click()
  await chooseOnceAddressChanges(main.getByRole('radio', { name: 'Artists' }))
  await main.getByRole('searchbox').fill('The Quay')
  const portrait = page.waitForRequest(/\/api\/discover\/music\/artist-pictures\//)
  await main
    .getByRole('link', { name: /^The Quay/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'The Quay' })).toBeVisible()
  // The picture and the text about the artist come from the library's provider, through this server.
  await expect(main.getByText(/rehearsal room above a chandlery/)).toBeVisible()
  await portrait
  await expect(main.getByRole('link', { name: /^Cast Off.*Available/ })).toBeVisible()

  await main
    .getByRole('link', { name: /^Night Ferry/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /Night Ferry/ })).toBeVisible()
  // No library has it yet: what is on it is the catalogue's word.
  const [first] = world.lidarr.music.album(ALBUM.night_ferry)?.releases[0]?.tracks ?? []
  await expect(main.getByText(first?.title ?? '-', { exact: true }).first()).toBeVisible()
  await main.getByRole('button', { name: 'Request', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('No approval needed.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Request' }).click()
  await expect(sheet).toBeHidden()
  await expect(main.getByRole('button', { name: 'Requested' })).toBeVisible()
  // Monitored first, then searched for: only what was searched for arrives.
  await expect
    .poll(() => world.lidarr.journal.requests('POST /api/v1/command').some(call => call.answer !== null))
    .toBe(true)
  expect(world.lidarr.album(ALBUM.night_ferry)?.monitored).toBe(true)

  await world.advance(MINUTE_MS)
  await world.advance(120 * MINUTE_MS)
  await expect(main.getByRole('button', { name: 'Available' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Tracks' })).toBeVisible()
  await expect(main.getByText('In the library').first()).toBeAttached()
  await expectAccessible('an album that is there')
})

test('1:4.8.8 a library that does not answer leaves an album unknown, and nothing can be asked', async ({
  page,
  world,
}) => {
  await comeInAs(page, await world.addUser('vera', { grants: ['music'] }))
  world.lidarr.faults.always('GET /api/v1/album', status(503))
  const main = page.getByRole('main')
  // What another journey read a moment ago is still good for some seconds.
  await expect(async () => {
    await page.goto(`./music/albums/${ALBUM.absent}`)
    const action = main.getByRole('button', { name: /Can't tell|Request/ }).first()
    await expect(action).toHaveText(/Can't tell/, { timeout: 15_000 })
  }).toPass()
  await expect(main.getByText(/music library is not responding/)).toBeVisible()
  await expect(main.getByRole('button', { name: /Can't tell/ })).toBeDisabled()
  world.lidarr.faults.clear()
})

test('1:4.3 an album and its artist say where they come from, lead to their genre, and back', async ({
  page,
  world,
  expectAccessible,
}) => {
  await comeInAs(page, await world.addUser('wim', { grants: ['music'] }))
  const main = page.getByRole('main')
  await page.goto(`./music/artists/${ARTIST.the_quay}`)
  await expect(page.getByRole('heading', { level: 1, name: 'The Quay' })).toBeVisible()
  await expect(main.getByRole('link', { name: /^MusicBrainz/ })).toHaveAttribute(
    'href',
    `https://musicbrainz.org/artist/${ARTIST.the_quay}`,
  )
  await expectAccessible('an artist')
  await main
    .getByRole('link', { name: /^Night Ferry/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /Night Ferry/ })).toBeVisible()
  await expect(main.getByText('★ 4.5 MusicBrainz')).toBeVisible()
  await expect(main.getByRole('link', { name: /^MusicBrainz/ })).toHaveAttribute(
    'href',
    `https://musicbrainz.org/release-group/${ALBUM.night_ferry}`,
  )
  await main.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The Quay' })).toBeVisible()
  const genre = main.locator('a[href*="/music/genres/"]').first()
  const name = await genre.innerText()
  await genre.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(name, 'i'))
  await expect(main.getByRole('link', { name: /^Night Ferry/ }).first()).toBeVisible()
  await expectAccessible('a genre of music')
})
