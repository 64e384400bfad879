import { comeInAs, otherBrowser } from '../support/people.ts'
import { expectFitsPhone } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

test('1:4.7 1:4.12 one entry for what two people want, a person with a new name, and a hidden title', async ({
  page,
  browser,
  world,
  expectAccessible,
}) => {
  const [wanted, other] = world.newMovies(2)
  const mila = await world.addUser('mila', { require_approval: true })
  const noor = await world.addUser('noor', { require_approval: true })
  for (const [person, movie] of [
    [mila, wanted],
    [noor, wanted],
    [noor, other],
  ] as const)
    await world.call(person, 'POST', 'requests', {
      media_type: 'movie',
      tmdb_id: movie?.id,
      title: movie?.title,
    })

  await comeInAs(page, world.admin)
  await page.goto('./approvals')
  const queue = page.getByRole('list', { name: 'Pending' })
  const people = queue.getByRole('list', { name: 'Requested by' })
  await expect(people.getByRole('listitem')).toHaveCount(2)
  await expect(people).toContainText('mila')
  await expect(people).toContainText('noor')
  await expectAccessible('a title of two people')
  await expectFitsPhone(page, 'a title of two people')
  await page.getByRole('button', { name: `Approve all ${wanted?.title}` }).click()
  await expect(page.getByText('2 approved.')).toBeVisible()
  await expect(people).toHaveCount(0)

  // The page of a person has their requests, and lets an admin give them another name.
  await page.goto(`./users/${noor.user.id}`)
  const requests = page.getByRole('list', { name: 'Requests' })
  await expect(requests.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('list', { name: 'Recent activity' })).toContainText(`Requested ${other?.title}`)
  await page.getByRole('button', { name: 'Rename noor' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill('mila')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog.getByText('Somebody else has that username.')).toBeVisible()
  await expectAccessible('renaming')
  await dialog.getByLabel('Username').fill('noor b.')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'noor b.' })).toBeVisible()
  await expectAccessible('a person')
  await expectFitsPhone(page, 'a person')

  // A hidden title is gone for members; admins open it, and show it again.
  const title = `./movies/${other?.id}`
  await page.goto(title)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Hide for everyone' }).click()
  await expect(page.getByText('Only admins can open this page.')).toBeVisible()
  await expectAccessible('a hidden title')
  const sofa = await otherBrowser(browser, mila)
  await sofa.goto(title)
  await expect(sofa.getByRole('heading', { name: String(other?.title) })).toHaveCount(0)
  await page.goto('./settings/hidden-titles')
  await expect(page.getByRole('button', { name: `Show again ${other?.title}` })).toBeVisible()
  await expectAccessible('hidden titles')
  await expectFitsPhone(page, 'hidden titles')
  await page.getByRole('button', { name: `Show again ${other?.title}` }).click()
  await expect(page.getByText('Nothing is hidden')).toBeVisible()
  await sofa.reload()
  await expect(sofa.getByRole('heading', { level: 1 })).toContainText(String(other?.title))
  await sofa.context().close()
})
