import { otherBrowser } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

test('2:4.10, C64 a request reaches the chat and a topic, and a member confirms an address of their own', async ({
  page,
  browser,
  world,
  signIn,
  expectAccessible,
}) => {
  const { discord, ntfy, smtp } = world
  const movie = world.newMovie()
  const nora = await world.addUser('nora', { require_approval: true })

  await signIn('./settings/chat-webhook')
  await page.getByRole('checkbox', { name: 'Post new requests' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  const webhook = page.getByLabel('Webhook URL')
  await expect(webhook).toBeFocused()
  await webhook.fill(`${discord.url}/not-a-webhook`)
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(
    page.getByText('Enter the URL of a Discord webhook. It begins with https://discord.com/api/webhooks/.'),
  ).toBeVisible()
  await webhook.fill(discord.webhook.url)
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('Test sent')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Replace: Webhook URL' })).toBeVisible()

  await visit(page, './settings/destinations')
  await page.getByRole('button', { name: 'Add destination' }).click()
  await page.getByRole('button', { name: /^ntfy/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Topic address').fill(`${ntfy.url}/nora-s-place`)
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await expect(dialog.getByText('Test sent')).toBeVisible()
  await expectAccessible('a new destination')
  await dialog.getByRole('button', { name: 'Add destination' }).click()
  const row = page.getByRole('list', { name: 'Destinations' }).getByRole('listitem')
  await expect(row).toContainText(`ntfy · ${new URL(ntfy.url).host}`)

  await world.call(nora, 'POST', 'requests', {
    media_type: 'movie',
    tmdb_id: movie.id,
    title: movie.title,
  })
  await expect.poll(() => JSON.stringify(discord.messages().at(-1))).toContain(movie.title)
  await expect.poll(() => ntfy.messages('nora-s-place').at(-1)?.message).toContain(movie.title)
  await visit(page, './settings/chat-webhook')
  const post = page.getByRole('list', { name: 'Recent posts' }).getByRole('listitem').first()
  await expect(post).toContainText('Posted')
  await expectAccessible('chat webhook')
  await post.getByRole('link', { name: movie.title }).click()
  await expect(page.getByRole('tab', { name: 'History' })).toBeVisible()

  await visit(page, './settings/email')
  await page.getByRole('checkbox', { name: 'Send e-mail' }).check()
  await page.getByLabel('Server', { exact: true }).fill(smtp.host)
  await page.getByLabel('Encryption').selectOption('None')
  await page.getByLabel('Port').fill(String(smtp.port))
  await page.getByLabel('Sender').fill('foyer@example.org')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible('e-mail server')

  const sofa = await otherBrowser(browser, nora)
  await sofa.goto('./account')
  await sofa.getByRole('button', { name: 'Add destination' }).click()
  await expect(sofa.getByRole('button', { name: /^Discord/ })).toHaveCount(0)
  await sofa.getByRole('button', { name: /^E-mail/ }).click()
  await sofa.getByLabel('E-mail address').fill('nora@example.org')
  await sofa.getByRole('dialog').getByRole('button', { name: 'Add destination' }).click()
  await expect(sofa.getByText('Open the link we sent to n•••@example.org.')).toBeVisible()
  await expect.poll(() => smtp.mailsTo('nora@example.org')).toHaveLength(1)
  const [link = ''] = /https?:\S+confirm\S+/.exec(smtp.mailsTo('nora@example.org')[0]?.text ?? '') ?? []
  await sofa.goto(link)
  await expect(sofa.getByRole('heading', { name: 'Address confirmed' })).toBeVisible()
  await sofa.goto('./account')
  await expect(sofa.getByRole('button', { name: 'Send test to E-mail' })).toBeVisible()
  await sofa.context().close()

  // What belongs to everybody is taken back.
  await page.goto('./settings/destinations')
  await expect(row).toContainText('Working')
  await page.getByRole('button', { name: 'Remove ntfy' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Nothing set up yet.')).toBeVisible()
  await world.call(world.admin, 'DELETE', 'admin/chat-notifications')
  await world.call(world.admin, 'PUT', 'admin/email', { enabled: false, host: '', from: '' })
})
