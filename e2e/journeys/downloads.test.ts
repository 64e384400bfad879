import { MOVIE, SHOW } from '@foyer/simulators'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { violationsOn } from '../support/axe.ts'
import { comeInAs, otherBrowser } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { BASE_PATH, BELOW_A_PATH, type World } from '../support/world.ts'

// Links to files must also work below a base path.
test.use({ parts: BELOW_A_PATH })

/** Saves the mappings of a library, as the admin. */
async function map(
  { call, admin, instance_ids }: World,
  instance: 'movies' | 'series',
  media_path_mappings: { source_path: string; local_path: string }[],
): Promise<void> {
  await call(admin, 'PUT', `admin/instances/${instance_ids[instance]}`, { media_path_mappings })
}

/** Puts the file of a movie where the mapping will lead. */
function layDown({ radarr, media_root }: World): Buffer {
  const record = radarr.movie(MOVIE.with_file)
  if (!record?.file) throw new Error('the fixture has a file')
  const folder = join(media_root, 'films', basename(record.path))
  mkdirSync(folder, { recursive: true })
  const bytes = randomBytes(300_000)
  writeFileSync(join(folder, record.file.relative_path), bytes)
  return bytes
}

test('1:4.13 a folder is mapped, a movie downloaded, and a mapping taken away again', async ({
  page,
  browser,
  foyer,
  world,
  signIn,
  expectAccessible,
}) => {
  const bytes = layDown(world)

  await signIn('./settings')
  await page.getByRole('button', { name: /^Optional/ }).click()
  await page.getByRole('link', { name: /^Let people download files/ }).click()
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Downloads/ }) })
  await expect(card.getByText(/^0 of \d+ files in Radarr are covered/)).toBeVisible()
  await card.getByRole('button', { name: 'Map /movies' }).click()
  await card.getByLabel('Same folder in Foyer').fill(join(world.media_root, 'films'))
  await expect(card.getByText(/^(\d+) of \1 files in Radarr are covered/)).toBeVisible()
  await expect(card.getByText(/^Matches \d+ files/)).toBeVisible()
  await expectAccessible('what a mapping covers')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Saved')).toBeVisible()

  const theirs = await otherBrowser(browser, await world.addUser('gus'), BASE_PATH)
  await theirs.goto(`./movies/${MOVIE.with_file}`)
  const main = theirs.getByRole('main')
  const button = main.getByRole('button', { name: /^Download Paper Lanterns/ })
  const [download] = await Promise.all([theirs.waitForEvent('download'), button.click()])
  expect(readFileSync(await download.path()).equals(bytes)).toBe(true)
  expect(download.suggestedFilename()).toMatch(/^Paper Lanterns.*\.mkv$/)
  expect(await violationsOn(theirs)).toEqual([])
  await theirs.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await main.getByRole('button', { name: 'Copy the link to Paper Lanterns' }).click()
  await expect(theirs.getByText(/^Link copied\. It works until/)).toBeVisible()
  const link = await theirs.evaluate(() => navigator.clipboard.readText())
  expect(link.startsWith(`${foyer.url}api/media-files/download/`)).toBe(true)
  expect(Buffer.from(await (await fetch(link)).arrayBuffer()).equals(bytes)).toBe(true)

  await map(world, 'movies', [{ source_path: '/other', local_path: world.media_root }])
  await expect(main.getByText('This file is not shared for download.')).toBeVisible()
  await expect(button).toBeHidden()
  await map(world, 'movies', [])
  await expect(main.getByText('This file is not shared for download.')).toBeHidden()
  await expect(main.getByRole('button', { name: 'Available' })).toBeVisible()
  await expect(button).toBeHidden()
  await theirs.context().close()
})

test('1:4.13.5 a season is a list of files with a link each, and a missing file is marked as such', async ({
  page,
  world,
  expectAccessible,
}) => {
  const source_path = world.sonarr.series().find(one => one.tvdb_id === 430_001)?.root_folder_path ?? ''
  await map(world, 'series', [{ source_path, local_path: world.media_root }])
  await page.setViewportSize({ width: 390, height: 844 })
  await comeInAs(page, await world.addUser('gus'), BASE_PATH)
  await page.goto(`./tv/${SHOW.harbour_nine}`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: /^Season 1/ }).click()
  await expect(main.getByRole('button', { name: /^Download S01E03/ })).toBeVisible()
  const all = main.getByRole('button', { name: /^Download Harbour Nine · Season 1 8 files/ })
  await all.click()
  const list = page.getByRole('dialog', { name: 'Harbour Nine · Season 1' })
  await expect(list.getByRole('listitem')).toHaveCount(8)
  await expect(list.getByText(/works for ten minutes/)).toBeVisible()
  await list.getByRole('button', { name: /^Download S01E01/ }).click()
  // The mapping is right, but the file is missing on disk.
  await expect(list.getByRole('alert')).toContainText('not shared for download, or it has been moved')
  await expectAccessible('the files of a season')
  // On a phone, back closes the sheet and stays on the page.
  await page.goBack()
  await expect(list).toBeHidden()
  await expect(all).toBeFocused()
  await expect(page.getByRole('heading', { level: 1, name: /^Harbour Nine/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(all).toBeFocused()
})
