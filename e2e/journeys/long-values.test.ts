import { ALBUM, SHOW } from '@foyer/simulators'
import type { Locator, Page } from '@playwright/test'
import { expectNothingBeside, PHONE } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

const ADDRESS = 'radarr-in-the-cellar.media.svc.cluster.local:7878/behind/a/proxy'
const VERSION = '5.26.2.10099-develop.6f0c2a9b1e'

const NAME = 'The Extraordinarily Protracted Chronicles of Rindfleischetikettierungsüberwachungsaufgaben'

/** Changes what the server answers to this address. */
const change = (page: Page, url: RegExp, into: (answer: object) => unknown) =>
  page.route(url, async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: into((await response.json()) as object) })
  })

/** Whether nothing of it is hidden. */
const isWhole = (text: Locator) =>
  text.evaluate(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth <= clientWidth && scrollHeight <= clientHeight,
  )

test.describe('on a phone', () => {
  test.use(PHONE)
  test.use({ parts: { instances: ['movies'] } })

  test('1/I an admin reads the whole of long addresses and versions', async ({ page, signIn }) => {
    await change(page, /admin\/instances$/, list =>
      (list as object[]).map(instance => ({ ...instance, url: `http://${ADDRESS}` })),
    )
    await page.route(/instances\/test$/, route =>
      route.fulfill({ json: { ok: true, category: 'ok', version: VERSION } }),
    )
    await change(page, /operations\/about$/, answer => ({ ...answer, platform: `linux x64 ${VERSION}` }))
    await signIn('./instances')
    for (const text of [page.getByText(ADDRESS), page.getByText(`version ${VERSION}`)])
      expect(await isWhole(text)).toBe(true)
    await expectNothingBeside(page, 'instances')
    await visit(page, './settings/server')
    expect(await isWhole(page.getByText(`linux x64 ${VERSION}`))).toBe(true)
    await expectNothingBeside(page, 'the server')
  })

  test('a show of long names fits, with the names of its seasons', async ({ page, signIn }) => {
    const season = 'Season 2: The Lighthouse Keepers of the North'
    await change(page, /media\/tv\/\d+(\?|$)/, show => ({
      ...show,
      name: NAME,
      seasons: (show as { seasons: object[] }).seasons.map(one => ({ ...one, name: season })),
    }))
    await signIn(`./tv/${SHOW.harbour_nine}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(NAME)
    expect(await isWhole(page.getByText(season).first())).toBe(true)
    await expectNothingBeside(page, 'a show')
  })

  test('requests in libraries of long names fit, and so does a media server that is away', async ({
    page,
    world,
    signIn,
  }) => {
    const { id: tmdb_id } = world.newMovie()
    await world.call(world.admin, 'POST', 'requests', { media_type: 'movie', tmdb_id })
    const away = { instance_id: 'away', service_type: 'jellyfin', name: NAME, status_known: false }
    await page.route(/media-servers\/latest$/, route =>
      route.fulfill({ json: { servers: [away], items: [] } }),
    )
    await change(page, /api\/requests(\?|$)/, rows =>
      (rows as object[]).map(row => ({ ...row, title: NAME, instance_id: 'other', instance_name: NAME })),
    )
    await signIn()
    expect(await isWhole(page.getByText(`${NAME} is not responding`))).toBe(true)
    await expectNothingBeside(page, 'Home')
    await visit(page, './requests')
    const card = page.getByRole('button', { name: NAME }).first()
    for (const text of [card.getByText(NAME, { exact: true }), card.getByText(`${NAME} · `)])
      expect(await isWhole(text)).toBe(true)
    await expectNothingBeside(page, 'requests')
  })
})

test.describe('music on a phone', () => {
  test.use(PHONE)

  test('an album of long names fits', async ({ page, signIn }) => {
    await change(page, /media\/music\/[0-9a-f-]{36}(\?|$)/, album => ({
      ...album,
      title: NAME,
      artist: NAME,
      artists: (album as { artists: object[] }).artists.map(one => ({ ...one, name: NAME })),
    }))
    await signIn(`./music/albums/${ALBUM.cast_off}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(NAME)
    await expect(page.getByRole('list', { name: 'By', exact: true })).toContainText(NAME)
    await expectNothingBeside(page, 'an album')
  })
})
