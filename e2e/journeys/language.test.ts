import { MOVIE, SHOW } from '@foyer/simulators'
import { notNow } from '../support/intercept.ts'
import { comeInAs } from '../support/people.ts'
import { expect, onPhoneAndDesk, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

onPhoneAndDesk(() => {
  test('Your language is chosen once: pages, titles, stories, genres and alerts have it wherever one signs in (C58)', async ({
    page,
    world,
    expectAccessible,
  }) => {
    // The provider names what has no German title as its makers did.
    const wanted = world
      .newMovies(8)
      .find(({ id, title }) => world.catalogue.movie(id)?.original_title === title)
    const german = { title: 'Papierlaternen', overview: 'Eine Geschichte von Laternen.' }
    world.tmdb.translate('movie', MOVIE.with_file, 'de', german)
    const lena = await world.addUser('lena', { require_approval: true })
    const body = { media_type: 'movie', tmdb_id: wanted?.id }
    const { request_id } = await world.call<{ request_id: number }>(lena, 'POST', 'requests', body)
    await comeInAs(page, lena)
    await page.goto('./account')
    const language = page.getByLabel('Language', { exact: true })
    // The first browser that somebody uses says which one is theirs.
    await expect(language).toHaveValue('en')
    await page.getByLabel('Time zone').selectOption('Europe/Vienna')
    await expect(page.getByText('Saved')).toBeVisible()
    await language.selectOption('de')
    await expect(page.getByLabel('Sprache', { exact: true })).toHaveValue('de')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByLabel('Zeitzone')).toHaveValue('Europe/Vienna')
    await expectAccessible('the account, in German')

    // As in a browser that nobody used before.
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await world.call(world.admin, 'POST', `admin/requests/${request_id}/approve`, {})
    await page.goto('./inbox')
    await expect(page.getByRole('link', { name: `${wanted?.title} wurde freigegeben` })).toBeVisible()
    await visit(page, `./movies/${MOVIE.with_file}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: german.title })).toBeVisible()
    await expect(main.getByText(german.overview)).toBeVisible()
    await expect(main.getByRole('link', { name: 'Familie' })).toBeVisible()
    await expectAccessible('a title in German')

    // A language of one country, too.
    await visit(page, './account')
    await page.getByLabel('Sprache', { exact: true }).selectOption('pt-BR')
    await expect(page.getByLabel('Idioma', { exact: true })).toHaveValue('pt-BR')
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
    await expectAccessible('the account, in Brazilian Portuguese')
  })

  test('What is stored in English is read in the language of an admin, on the page of a person and among what is hidden (C58)', async ({
    page,
    world,
  }) => {
    const [wanted, hidden] = world.newMovies(2)
    world.tmdb.translate('movie', wanted?.id ?? 0, 'de', { title: 'Das Gewünschte', overview: '' })
    world.tmdb.translate('movie', hidden?.id ?? 0, 'de', { title: 'Das Verborgene', overview: '' })
    const olga = await world.addUser('olga')
    await world.call(olga, 'POST', 'requests', { media_type: 'movie', tmdb_id: wanted?.id })
    await world.call(world.admin, 'PUT', `admin/hidden-titles/movie/${hidden?.id}`)
    const heinz = await world.addUser('heinz')
    await world.call(world.admin, 'PATCH', `admin/users/${heinz.user.id}`, { role: 'admin' })
    await world.call(heinz, 'PUT', 'me/preferences', { language: 'de' })
    await comeInAs(page, { ...heinz, user: await world.call(heinz, 'GET', 'auth/me') })
    await page.goto('./users')
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'olga' }).click()
    await expect(main.getByRole('link', { name: 'Hat sich Das Gewünschte gewünscht' })).toBeVisible()
    await visit(page, './settings/hidden-titles')
    await expect(main.getByRole('link', { name: 'Das Verborgene' })).toBeVisible()
    await world.call(world.admin, 'DELETE', `admin/hidden-titles/movie/${hidden?.id}`)
  })
})

test('C58 the language of the first browser is learned at the next visit if it could not be saved at once', async ({
  page,
  world,
}) => {
  const eva = await world.addUser('eva')
  let tries = 0
  await page.route('**/api/me/preferences', route => {
    if (route.request().method() !== 'PUT') return route.fallback()
    tries += 1
    return tries === 1 ? notNow(route) : route.fallback()
  })
  await comeInAs(page, eva)
  await page.goto('./')
  await expect.poll(() => tries).toBe(1)
  await page.reload()
  const chosen = () => world.call<{ language: string }>(eva, 'GET', 'me/preferences')
  await expect.poll(async () => (await chosen()).language).toBe('en')
})

test('C58 seasons and specials without a name of their own are counted in the language of the reader', async ({
  page,
  world,
}) => {
  const nora = await world.addUser('nora')
  await world.call(nora, 'PUT', 'me/preferences', { language: 'fr' })
  await comeInAs(page, nora)
  await page.goto(`./tv/${SHOW.with_specials}`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: /^Saison 1/ }).click()
  await expect(main.getByRole('list', { name: 'Saison 1' })).toBeVisible()
  await expect(main.getByRole('button', { name: /^Épisodes spéciaux/ })).toBeVisible()
  await expect(main.getByText(/\b(Season \d|Specials)/)).toHaveCount(0)
})

test('C58 the matches of shows name them in the language of the admin', async ({ page, world }) => {
  world.tmdb.translate('tv', SHOW.harbour_nine, 'de', { title: 'Hafen Neun', overview: '' })
  const heinz = await world.addUser('heinz')
  await world.call(world.admin, 'PATCH', `admin/users/${heinz.user.id}`, { role: 'admin' })
  await world.call(heinz, 'PUT', 'me/preferences', { language: 'de' })
  await comeInAs(page, { ...heinz, user: await world.call(heinz, 'GET', 'auth/me') })
  await page.goto(`./settings/tv-matches/${SHOW.harbour_nine}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Hafen Neun' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Staffel 1', { exact: true }).first()).toBeVisible()
})
