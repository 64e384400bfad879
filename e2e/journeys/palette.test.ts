import { hold, intercept, notNow } from '../support/intercept.ts'
import { comeInAs } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('what is typed while the palette still loads is not taken for keys of the page', async ({
  page,
  world,
}) => {
  await comeInAs(page, await world.addUser('gus'))
  const load = await hold(page, /\/assets\/-palette-/)
  await page.goto('./requests')
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible()
  const asked = page.waitForRequest(/\/assets\/-palette-/)
  await page.keyboard.press('Control+k')
  await asked
  // The keys to Home.
  await page.keyboard.type('gh')
  load()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await expect(page).toHaveURL(/\/requests$/)
})

test('C61 the palette says that a search did not answer, that of titles as well', async ({
  page,
  world,
  expectAccessible,
}) => {
  await comeInAs(page, await world.addUser('hugo', { grants: ['books', 'music'] }))
  await page.goto('./search')
  await expect(page.getByRole('searchbox')).toBeVisible()
  await intercept(page, /search\/all\?/, notNow)
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill('night')
  for (const row of ['Search for “night”', 'Search books for “night”', 'Search music for “night”'])
    await expect(dialog.getByRole('option', { name: `${row} No answer` })).toBeVisible()
  await expectAccessible('a palette without an answer')
})
