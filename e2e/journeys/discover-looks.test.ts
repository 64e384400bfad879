import { SHOW } from '@foyer/simulators'
import { expect, test } from '../support/test.ts'

test('movies, TV and everything of a list are for everybody', async ({ page, signIn, expectAccessible }) => {
  const navigation = page.getByRole('navigation')
  const firstOf = (list: string) => page.getByRole('list', { name: list }).getByRole('link').first()
  await signIn('./movies')
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

test('a show with its episodes is for everybody', async ({ page, signIn, expectAccessible }) => {
  await signIn(`./tv/${SHOW.harbour_nine}`)
  await page.getByRole('button', { name: /^Season 1/ }).click()
  await expect(page.getByRole('list', { name: 'Season 1' }).getByRole('listitem').nth(7)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Where to watch/ })).toBeVisible()
  await expectAccessible('a show')
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
