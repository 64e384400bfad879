import type { Page } from '@playwright/test'
import type { SearchAnswer } from '@foyer/contract/search'
import { MOVIE, status } from '@foyer/simulators'
import { hold } from '../support/intercept.ts'
import { comeInAs, ignoreLiveEvents } from '../support/people.ts'
import { expect, onPhoneAndDesk, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import type { World } from '../support/world.ts'

onPhoneAndDesk(() => {
  test('One search finds every medium, says what did not answer, and remembers (C61)', async ({
    page,
    world,
    expectAccessible,
  }) => {
    await comeInAs(page, await world.addUser('sana', { grants: ['books', 'music'] }))
    await ignoreLiveEvents(page)
    await page.goto('./search')
    const main = page.getByRole('main')
    const field = main.getByRole('searchbox')
    await field.fill('night')
    const firstOf = (name: string) => main.getByRole('list', { name }).getByRole('link').first()
    await expect(firstOf('Movies')).toBeVisible()
    await expect(
      main.getByRole('list', { name: 'Albums' }).getByRole('link', { name: /Night Ferry/ }),
    ).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Best match' })).toBeVisible()
    await expectAccessible('search')

    world.chaptarr.faults.always('GET /api/v1/book/lookup', status(503))
    await field.fill('tidewater')
    await expect(main.getByText('Books could not be searched.')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Search books for “tidewater”' })).toBeVisible()
    await expectAccessible('a source that did not answer')
    world.chaptarr.faults.clear()
    await main.getByRole('button', { name: 'Try again' }).click()
    const best = main.getByRole('link', { name: /Tidewater Ledger.*Book/ })
    await expect(best).toBeVisible()
    await field.press('Enter')
    await expect(best).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /Tidewater Ledger/ })).toBeVisible()

    await page.goBack()
    const actor = world.catalogue.person(world.catalogue.movie(MOVIE.with_file)?.cast[0]?.person_id ?? 0)
    for (const [typed, list, name] of [
      ['ines moor', 'Authors', 'Ines Moor'],
      ['the quay', 'Artists', 'The Quay'],
      ['harbour nine', 'Shows', 'Harbour Nine'],
      [actor?.name ?? '', 'People', actor?.name ?? ''],
    ] as const) {
      await field.fill(typed)
      await expect(firstOf(list)).toContainText(name)
    }
    for (const [typed, name] of [
      ['calendar', /^Calendar/],
      ['time zone', /^Your time zone/],
    ] as const) {
      await field.fill(typed)
      await expect(main.getByRole('link', { name })).toBeVisible()
    }
    await field.fill('')
    await expect(main.getByRole('button', { name: 'tidewater' })).toBeVisible()
    await main.getByRole('button', { name: 'Clear' }).click()
    await expect(main.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible()
    // Some titles are one letter long.
    await field.fill('n')
    await field.press('Enter')
    await expect(firstOf('Movies')).toBeVisible()
  })
})

onPhoneAndDesk(() => {
  test('One search in the palette opens what was typed: a title, an artist, a person, and a setting by its full name only (C61)', async ({
    page,
    world,
    signIn,
    expectAccessible,
  }) => {
    await world.addUser('thea')
    await signIn('./search')
    await expect(page.getByRole('searchbox')).toBeVisible()
    const field = page.getByRole('dialog').getByRole('combobox')
    const type = async (text: string) => {
      await page.keyboard.press('Control+k')
      await expect(field).toBeFocused()
      await page.keyboard.type(text)
    }
    const typeAndEnter = async (text: string) => {
      await type(text)
      await page.keyboard.press('Enter')
      await expect(field).toBeHidden()
    }
    // Enter is pressed before any answer: it waits for the artist instead of opening the first result.
    await typeAndEnter('the quay')
    await expect(page.getByRole('heading', { level: 1, name: 'The Quay' })).toBeVisible()
    await typeAndEnter('thea')
    await expect(page).toHaveURL(/\/users\/\d+$/)
    await typeAndEnter('outbound proxy')
    await expect(page).toHaveURL(/\/settings\/outbound-proxy$/)
    const theme = await page.locator('html').getAttribute('data-theme')
    await typeAndEnter('the dark')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/the dark/i)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme ?? '')

    // A manually highlighted result stays highlighted. A slow browser also searches for the first letters, so answers are
    // held back.
    const answers = Promise.withResolvers<void>()
    await page.route(/query=h/, async route => {
      await answers.promise
      await route.continue()
    })
    await type('harbour')
    await page.keyboard.press('ArrowDown')
    const highlighted = page.getByRole('option', { selected: true })
    await expect(highlighted).toHaveText(/Search for/)
    answers.resolve()
    await expect(page.getByRole('option', { name: /Harbour Nine/ }).first()).toBeVisible()
    await expect(highlighted).toHaveText(/Search for/)
    await expectAccessible('the palette')
  })
})

/** In the palette every search finds one movie of this name and nothing else, as soon as it is let go. */
async function holdSearches(page: Page, { call, admin }: World, signIn: (path: string) => Promise<void>) {
  const types = 'movie,tv,person,book,music'
  const { groups } = await call<SearchAnswer>(admin, 'GET', `search/all?query=night&types=${types}`)
  let title = ''
  let answers = Promise.withResolvers<void>()
  await ignoreLiveEvents(page)
  await page.route(/search\/all\?/, async route => {
    await answers.promise
    const asked = new URL(route.request().url()).searchParams.get('types')?.split(',') ?? []
    const found = groups
      .filter(({ type }) => asked.includes(type))
      .map(group =>
        group.type === 'movie'
          ? { ...group, items: group.items.slice(0, 1).map(item => ({ ...item, title })) }
          : { ...group, items: [] },
      )
    await route.fulfill({ json: { groups: found } })
  })
  const field = page.getByRole('dialog').getByRole('combobox')
  const html = page.locator('html')
  const looks = async () => [await html.getAttribute('data-theme'), await html.getAttribute('lang')]
  await signIn('./search')
  await expect(page.getByRole('searchbox')).toBeVisible()
  const before = await looks()
  return {
    /** Opens the palette, in which this movie is looked for. */
    async open(name: string) {
      title = name
      answers = Promise.withResolvers()
      await page.keyboard.press('Control+k')
      await expect(field).toBeFocused()
    },
    letGo: () => answers.resolve(),
    /** No theme and no language was run. */
    expectSameLooks: async (typed: string) => expect(await looks(), typed).toEqual(before),
  }
}

test('C61 typing a title that is called like a setting, a theme or a page of settings opens the title', async ({
  page,
  world,
  signIn,
}) => {
  const palette = await holdSearches(page, world, signIn)
  const highlighted = page.getByRole('option', { selected: true })
  for (const name of ['Dark', 'Theme: Light', 'Settings', 'Language', 'Backups', 'Password']) {
    await palette.open(name)
    for (const letter of name) {
      await page.keyboard.type(letter)
      await expect(highlighted).toHaveText(/^Search for/)
    }
    await page.keyboard.press('Enter')
    palette.letGo()
    await expect(page).toHaveURL(/\/movies\/\d+$/)
    await palette.expectSameLooks(name)
    await visit(page, './search')
    await expect(page).toHaveURL(/\/search$/)
  }
})

test('C61 Enter at any letter of a title that is called like a theme or a setting opens the title or the search, however slow the answers are', async ({
  page,
  world,
  signIn,
}) => {
  const palette = await holdSearches(page, world, signIn)
  // Every letter of more names: ui/palette-order.test.ts.
  for (const typed of ['D', 'Da', 'Dar', 'Dark', 'Lang', 'Language']) {
    await palette.open(typed.startsWith('D') ? 'Dark' : 'Language')
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    palette.letGo()
    // Where the browser is slower than Enter waits, it is the search.
    await expect(page, typed).toHaveURL(/\/movies\/\d+$|\/search\?q=/)
    await palette.expectSameLooks(typed)
    await visit(page, './search')
    await expect(page).toHaveURL(/\/search$/)
  }
  // Without any answer, it is the search for what was typed.
  await palette.open('Notifications')
  await page.keyboard.type('Notif')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=Notif$/)
  await palette.expectSameLooks('Notif')
})

test("C61 a member finds the own account's settings, and each opens its section", async ({
  page,
  world,
  expectAccessible,
}) => {
  await comeInAs(page, await world.addUser('pia'))
  await page.goto('./search')
  const main = page.getByRole('main')
  await expect(main.getByRole('searchbox')).toBeVisible()
  const field = page.getByRole('dialog').getByRole('combobox')
  for (const [text, anchor, name] of [
    ['time zone', 'language', 'Your language'],
    ['password', 'password', 'Password'],
    ['notification settings', 'notifications', 'Notification settings'],
    ['passkeys', 'passkeys', 'Passkeys'],
    ['your devices', 'devices', 'Your devices'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(url => url.pathname.endsWith('/account') && url.hash === `#${anchor}`)
    const section = main.getByRole('group', { name, exact: true })
    await expect(section).toBeFocused()
    await expect(section).toBeInViewport()
  }
  await expectAccessible('a section of the account')

  // The page of the search has them as well; nobody here can link an account.
  await visit(page, './search?q=time%20zone')
  await main.getByRole('link', { name: /^Your time zone/ }).click()
  await expect(main.getByRole('group', { name: 'Your language' })).toBeFocused()
  await visit(page, './search?q=linked%20accounts')
  await expect(main.getByText('No results for “linked accounts”')).toBeVisible()
  await expect(main.getByRole('link', { name: /^Linked accounts/ })).toBeHidden()
})

test('C61 Enter opens the best match when it arrives, not a page or setting that is listed before it', async ({
  page,
  world,
}) => {
  await comeInAs(page, await world.addUser('ove'))
  await ignoreLiveEvents(page)
  await page.clock.install()
  const answer = await hold(page, /search\/all\?/)
  await page.goto('./search')
  const main = page.getByRole('main')
  const field = main.getByRole('searchbox')
  // The name of a page, and the beginning of titles.
  await field.fill('calendar')
  await field.press('Enter')
  const calendar = main.getByRole('link', { name: /^Calendar/ })
  await expect(calendar).toBeVisible()
  await page.clock.fastForward(2_500)
  await expect(field).toBeFocused()
  await field.fill('harbour nine')
  await field.press('Enter')
  await page.clock.fastForward(2_500)
  await expect(field).toBeFocused()
  answer()
  await expect(main.getByRole('link', { name: /^Harbour Nine/ }).first()).toBeFocused()
})

test('C61 the best match has its place before it is known, so that no row moves when it comes', async ({
  page,
  world,
}) => {
  await comeInAs(page, await world.addUser('rolf', { grants: ['books', 'music'] }))
  await ignoreLiveEvents(page)
  const answer = await hold(page, /search\/all\?/)
  await page.goto('./search?q=night')
  const main = page.getByRole('main')
  const first_row = main.getByRole('heading', { name: 'Movies', exact: true })
  await expect(first_row).toBeVisible()
  const before = await first_row.boundingBox()
  answer()
  await expect(main.getByRole('list', { name: 'Movies' }).getByRole('link').first()).toBeVisible()
  await expect(main.locator('section', { hasText: 'Best match' }).getByRole('link')).toBeVisible()
  expect(await first_row.boundingBox()).toEqual(before)
})
