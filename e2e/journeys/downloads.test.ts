import { MOVIE, SHOW, startWorld, stockFixtures, type World } from '@foyer/simulators'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { violationsOn } from '../support/axe.ts'
import { type Foyer, startFoyer } from '../support/foyer.ts'
import { ADMIN, comeInAs, type Session } from '../support/people.ts'
import { expect, test as base } from '../support/test.ts'

interface SimAddress {
  url: string
  api_key: string
}

interface House {
  foyer: Foyer
  world: World<'tmdb' | 'radarr' | 'sonarr'>
  /** What Foyer may hand out. */
  root: string
  admin: Session
  guest: Session
  /** Saves the mappings of a library, as the admin. */
  map: (instance_id: string, source_path: string | null, local_path: string) => Promise<void>
  movies: string
  series: string
}

async function furnish(foyer: Foyer, world: House['world'], root: string): Promise<House> {
  async function call<T>(method: string, path: string, body: unknown, token = ''): Promise<T> {
    const answer = await fetch(`${foyer.url}api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
    return (await answer.json()) as T
  }
  const admin = await call<Session>('POST', 'auth/setup', ADMIN)
  const asAdmin = <T>(method: string, path: string, body: unknown) =>
    call<T>(method, path, body, admin.access_token)
  const connect = async (service_type: string, name: string, { url, api_key }: SimAddress) =>
    (await asAdmin<{ id: string }>('POST', 'admin/instances', { service_type, name, url, api_key })).id
  const movies = await connect('movie_manager', 'Movies', world.radarr)
  const series = await connect('tv_manager', 'Series', world.sonarr)
  const { link } = await asAdmin<{ link: string }>('POST', 'admin/connect-token', { name: 'gus' })
  const token = new URL(link).searchParams.get('token')
  const guest = await call<Session>('POST', 'auth/connect', { token, device_name: 'Sofa' })
  return {
    foyer,
    world,
    root,
    admin,
    guest,
    movies,
    series,
    async map(id, source_path, local_path) {
      const media_path_mappings = source_path ? [{ source_path, local_path }] : []
      await asAdmin('PUT', `admin/instances/${id}`, { media_path_mappings })
    },
  }
}

/** A house below a path of its address, whose libraries hold files, and a folder for them to lie in. */
const test = base.extend<object, { house: House }>({
  house: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first argument
    async ({}, use) => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), 'foyer-media-')))
      const world = await startWorld({ products: ['tmdb', 'radarr', 'sonarr'], strict: false })
      stockFixtures(world)
      const foyer = await startFoyer({
        APP_TMDB_URL: `${world.tmdb.url}/3`,
        APP_TMDB_API_KEY: world.tmdb.api_key,
        APP_TMDB_IMAGE_URL: `${world.tmdb.url}/t/p`,
        APP_MEDIA_ROOTS: root,
        APP_BASE_PATH: '/house',
      })
      await use(await furnish(foyer, world, root))
      await foyer.close()
      await world.close()
      rmSync(root, { recursive: true })
    },
    { scope: 'worker' },
  ],
  foyer: async ({ house }, use) => use(house.foyer),
})
test.describe.configure({ mode: 'default' })

/** Puts the file of a movie where the mapping will lead. */
function layDown({ world, root }: House): Buffer {
  const record = world.radarr.movie(MOVIE.with_file)
  if (!record?.file) throw new Error('the fixture has a file')
  const folder = join(root, 'films', basename(record.path))
  mkdirSync(folder, { recursive: true })
  const bytes = randomBytes(300_000)
  writeFileSync(join(folder, record.file.relative_path), bytes)
  return bytes
}

test('1:4.13 a folder is mapped, a movie downloaded, and a mapping taken away again', async ({
  page,
  browser,
  foyer,
  house,
  expectAccessible,
}) => {
  const { map, admin, guest, root, movies } = house
  const bytes = layDown(house)

  await comeInAs(page, admin, '/house')
  await page.goto('./')
  await page.getByRole('button', { name: /steps? left/ }).click()
  await page.getByRole('link', { name: /^Let people download files/ }).click()
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Downloads/ }) })
  await expect(card.getByText(/^0 of \d+ files in Radarr are covered/)).toBeVisible()
  await card.getByRole('button', { name: 'Map /movies' }).click()
  await card.getByLabel('Same folder in Foyer').fill(join(root, 'films'))
  await expect(card.getByText(/^(\d+) of \1 files in Radarr are covered/)).toBeVisible()
  await expect(card.getByText(/^Matches \d+ files/)).toBeVisible()
  await expectAccessible('what a mapping covers')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Saved')).toBeVisible()

  const context = await browser.newContext({ baseURL: foyer.url })
  const theirs = await context.newPage()
  await comeInAs(theirs, guest, '/house')
  await theirs.goto(`./movies/${MOVIE.with_file}`)
  const main = theirs.getByRole('main')
  const button = main.getByRole('button', { name: /^Download Paper Lanterns/ })
  const [download] = await Promise.all([theirs.waitForEvent('download'), button.click()])
  expect(readFileSync(await download.path()).equals(bytes)).toBe(true)
  expect(download.suggestedFilename()).toMatch(/^Paper Lanterns.*\.mkv$/)
  expect(await violationsOn(theirs)).toEqual([])
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await main.getByRole('button', { name: 'Copy the link to Paper Lanterns' }).click()
  await expect(theirs.getByText(/^Link copied\. It works until/)).toBeVisible()
  const link = await theirs.evaluate(() => navigator.clipboard.readText())
  expect(link.startsWith(`${foyer.url}api/media-files/download/`)).toBe(true)
  expect(Buffer.from(await (await fetch(link)).arrayBuffer()).equals(bytes)).toBe(true)

  await map(movies, '/other', root)
  await expect(main.getByText('This file is not shared for download.')).toBeVisible()
  await expect(button).toBeHidden()
  await map(movies, null, root)
  await expect(main.getByText('This file is not shared for download.')).toBeHidden()
  await expect(main.getByRole('button', { name: 'Available' })).toBeVisible()
  await expect(button).toBeHidden()
  await context.close()
})

test('1:4.13.5 a season is a list of files, each with a link of its own, and a file that is gone is said to be', async ({
  page,
  house,
  expectAccessible,
}) => {
  const { map, guest, root, series, world } = house
  const folder = world.sonarr.series().find(one => one.tvdb_id === 430_001)?.root_folder_path ?? ''
  await map(series, folder, root)
  await page.setViewportSize({ width: 390, height: 844 })
  await comeInAs(page, guest, '/house')
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
  // Nothing lies there: the mapping is right, the disk is empty.
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
