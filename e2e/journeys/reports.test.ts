import { MOVIE } from '@foyer/simulators'
import { intercept } from '../support/intercept.ts'
import { comeInAs } from '../support/people.ts'
import { expectFitsPhone, PHONE } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

test.use(PHONE)

test('2:4.9 a member reports a bad copy in three taps, talks with an admin and says that it is fixed', async ({
  page,
  world,
  expectAccessible,
}) => {
  const { call, admin } = world
  await comeInAs(page, await world.addUser('rea'))
  await page.goto(`./movies/${MOVIE.with_file}`)
  const report = page.getByRole('main').getByRole('button', { name: 'Report a problem' })
  await report.tap()
  const sheet = page.getByRole('dialog', { name: 'Report a problem' })
  await sheet.getByRole('radio', { name: 'The picture or sound is bad' }).tap()
  await expectAccessible('the sheet that reports a problem')
  await expectFitsPhone(page, 'the sheet that reports a problem')
  await sheet.getByRole('button', { name: 'Send report' }).tap()
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts.getByText('Report about Paper Lanterns sent.')).toBeVisible()
  await expect(sheet).toBeHidden()

  // The same again is added to the report that is open.
  await report.tap()
  await expect(sheet.getByText(/^You've already reported this/)).toBeVisible()
  await sheet.getByRole('radio', { name: 'The picture or sound is bad' }).tap()
  await sheet.getByLabel('Details').fill('It stops after ten minutes.')
  await sheet.getByRole('button', { name: 'Send report' }).tap()
  const added = toasts.locator('div').filter({ hasText: 'Added to your report about Paper Lanterns.' }).last()
  await added.getByRole('button', { name: 'Show' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Paper Lanterns' })).toBeVisible()
  await expect(page.getByText('It stops after ten minutes.')).toBeVisible()
  const issue_id = Number(/\/issues\/(\d+)$/.exec(page.url())?.[1])

  // Live: the list marks what an admin wrote, and the badge counts it.
  await page.getByRole('main').getByRole('link', { name: 'Reports', exact: true }).tap()
  const row = page.getByRole('main').getByRole('link', { name: /Paper Lanterns/ })
  await expect(row).toContainText('Received')
  await expect(row).not.toContainText('New:')
  await call(admin, 'POST', `issues/${issue_id}/reply`, { body: 'Does it play on another device?' })
  await expect(row).toContainText('New:')
  const me = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Me$/ })
  await expect(me).toContainText('1 needs attention')
  await row.tap()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByRole('listitem').filter({ hasText: 'ana' })).toContainText(
    'Does it play on another device?',
  )
  await expect(me).not.toContainText('attention')

  // A message that cannot be sent stays in the field.
  const field = page.getByLabel('Your message')
  const send = page.getByRole('button', { name: 'Send', exact: true })
  const reconnect = await intercept(page, '**/api/issues/*/reply', route => route.abort())
  await field.fill('No, it stops there, too.')
  await send.tap()
  await expect(page.getByRole('alert')).toContainText('Your message was not sent')
  await expect(field).toHaveValue('No, it stops there, too.')
  reconnect()
  await send.tap()
  await expect(field).toHaveValue('')
  await expect(messages.getByRole('listitem').filter({ hasText: 'You' }).last()).toContainText(
    'No, it stops there, too.',
  )
  await call(admin, 'POST', `issues/${issue_id}/reply`, { body: 'There is a new copy now.' })
  await expect(messages.getByText('There is a new copy now.')).toBeVisible()
  await expectAccessible('a report and its messages')
  await expectFitsPhone(page, 'a report and its messages')

  await page.getByRole('button', { name: "It's fixed" }).tap()
  await expect(page.getByRole('button', { name: 'Yes, close it' })).toBeFocused()
  await page.getByRole('button', { name: 'Yes, close it' }).tap()
  await expect(page.getByText("You said that it's fixed.")).toBeVisible()
  await expect(field).toBeHidden()
  await expect(page.getByRole('button', { name: "It's fixed" })).toBeHidden()
  await expectAccessible('a report that is closed')
})
