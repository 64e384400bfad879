import { MOVIE, SHOW } from '@foyer/simulators'
import { expect, test } from '../support/test.ts'

test('home, movies, TV and everything of a list are for everybody', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  const navigation = page.getByRole('navigation')
  const firstOf = (list: string) => page.getByRole('list', { name: list }).getByRole('link').first()
  await signIn()
  await expect(page.getByRole('list', { name: 'Top rated shows' })).toBeVisible()
  await expectAccessible('home')
  await navigation.getByRole('link', { name: 'Movies', exact: true }).click()
  await expect(firstOf('Popular movies')).toBeVisible()
  await expectAccessible('movies')
  await navigation.getByRole('link', { name: 'TV', exact: true }).click()
  await expect(firstOf('Popular shows')).toBeVisible()
  await expectAccessible('TV')
  await page.getByRole('link', { name: 'See all: Popular shows' }).click()
  await expect(page).toHaveURL(/\/browse\/\w/)
  await expect(page.getByRole('heading', { level: 1, name: 'Popular shows' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link').nth(5)).toBeVisible()
  await expectAccessible('everything of a list')
})

test('a show with its episodes, and the palette that finds it are for everybody', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  const show = world.catalogue.show(SHOW.harbour_nine)
  await signIn(`./tv/${SHOW.harbour_nine}`)
  await page.getByRole('button', { name: /^Season 1/ }).click()
  await expect(page.getByRole('list', { name: 'Season 1' }).getByRole('listitem').nth(7)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Where to watch/ })).toBeVisible()
  await expectAccessible('a show')

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(show?.name ?? '')
  // Not "Search for …", which is there before any title.
  const found = page.getByRole('option', { name: new RegExp(`^${show?.name}`) }).first()
  await expect(found).toBeVisible()
  await expectAccessible('the palette')
  await found.click()
  await expect(page).toHaveURL(new RegExp(`/tv/${SHOW.harbour_nine}$`))
})

test('Enter in the palette takes the title that was typed, and what is highlighted by hand stays', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('night')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/(movies|tv)\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/^night/i)

  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  // A slow browser also searches for the first letters: nothing of this word is answered yet.
  await page.route(/query=h/, async route => {
    await answered
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('harbour')
  await page.keyboard.press('ArrowDown')
  const highlighted = page.getByRole('option', { selected: true })
  await expect(highlighted).toHaveText(/Search for/)
  answer()
  await expect(page.getByRole('option', { name: /Harbour Nine/ }).first()).toBeVisible()
  await expect(highlighted).toHaveText(/Search for/)
})

test('on a phone the actions of a title are one row, and a link leads back', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(`./movies/${MOVIE.with_file}`)
  const state = page.getByRole('button', { name: 'Available' })
  const more = page.getByRole('button', { name: 'More', exact: true })
  await expect(state).toBeVisible()
  await expect(more).toBeVisible()
  const [first, last] = [await state.boundingBox(), await more.boundingBox()]
  expect([last?.y, last?.height]).toEqual([first?.y, first?.height])
  await page.getByRole('main').getByRole('link', { name: 'Movies', exact: true }).click()
  await expect(page).toHaveURL(/\/movies$/)
})

test('1:4.5 a movie of a collection leads to the others of it', async ({ page, world, signIn }) => {
  const { movies, collections } = world.catalogue
  const movie = movies.find(one => one.collection_id !== null)
  const other = movies.find(one => one.collection_id === movie?.collection_id && one !== movie)
  const collection = collections.find(one => one.id === movie?.collection_id)
  await signIn(`./movies/${movie?.id ?? 0}`)
  const row = page.getByRole('list', { name: collection?.name ?? '' })
  await row.scrollIntoViewIfNeeded()
  await expect(row.getByRole('link', { name: movie?.title ?? '', exact: true })).toHaveCount(0)
  await row.getByRole('link', { name: other?.title ?? '' }).click()
  await expect(page).toHaveURL(new RegExp(`/movies/${other?.id}$`))
})
