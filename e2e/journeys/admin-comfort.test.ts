import { comeInAs } from '../support/people.ts'
import { expect, onPhoneAndDesk, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

onPhoneAndDesk(() => {
  test('For admins: a person with a page and a new name, a title hidden from everybody, and what is left to set up (1:4.12)', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const { id: tmdb_id, title } = world.newMovie()
    await world.addInstance('account_server_a', 'Den', 'jellyfin')
    const noor = await world.addUser('noor', { require_approval: true })
    await world.addUser('mila')
    await world.call(noor, 'POST', 'requests', { media_type: 'movie', tmdb_id, title })
    await comeInAs(page, world.admin)
    await page.goto(`./users/${noor.user.id}`)
    await expect(page.getByRole('list', { name: 'Requests' })).toContainText(title)
    await expect(page.getByRole('list', { name: 'Recent activity' })).toContainText(`Requested ${title}`)
    for (const name of ['Devices', 'Request limits', 'Libraries', 'Media servers'])
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
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

    // A hidden title is gone for members; admins open it, and show it again.
    await visit(page, `./movies/${tmdb_id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Hide for everyone' }).click()
    await expect(page.getByText('Only admins can open this page.')).toBeVisible()
    const seen = () => fetchAs(`media/movie/${tmdb_id}`)
    const fetchAs = async (path: string) => {
      const headers = { authorization: `Bearer ${noor.access_token}` }
      return (await fetch(`${world.foyer.url}api/${path}`, { headers })).status
    }
    expect(await seen()).toBe(404)

    // What is optional stands apart from what is needed.
    await visit(page, './settings')
    await expect(page.getByRole('heading', { name: 'All set up' })).toBeVisible()
    await page.getByRole('button', { name: /^Optional/ }).click()
    await expect(page.getByRole('button', { name: 'Skip: Add a Trakt key' })).toBeVisible()
    await expectAccessible('settings')

    // All that is hidden, each with the way back.
    await visit(page, './settings/hidden-titles')
    await expect(page.getByRole('button', { name: `Show again ${title}` })).toBeVisible()
    await expectAccessible('hidden titles')
    await page.getByRole('button', { name: `Show again ${title}` }).click()
    await expect(page.getByText('Nothing is hidden')).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    expect(await seen()).toBe(200)
    // A slip is taken back where it was made.
    const undone = page.getByText(`${title} is shown again.`).locator('..')
    await undone.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: `Show again ${title}` })).toBeVisible()
    expect(await seen()).toBe(404)
  })
})
