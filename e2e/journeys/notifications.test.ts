import { createECDH, randomBytes } from 'node:crypto'
import { comeInAs, otherBrowser } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

// Elsewhere, what other journeys brought into the libraries is news for everybody.
test.describe('where nothing else arrives', () => {
  test.use({ own_world: true, parts: { instances: ['movies'] } })

  test('1:4.14 a decision makes the bell count up, is read, and leads to the request', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const [movie, other] = world.newMovies(2)
    const nora = await world.addUser('nora', { require_approval: true })
    const ask = (title: typeof movie) =>
      world.call<{ request_id: number }>(nora, 'POST', 'requests', {
        media_type: 'movie',
        tmdb_id: title?.id,
        title: title?.title,
      })
    const decide = (id: number, verdict: string, body: object = {}) =>
      world.call(world.admin, 'POST', `admin/requests/${id}/${verdict}`, body)
    const [first, second] = [await ask(movie), await ask(other)]
    await comeInAs(page, nora)
    await page.goto('./inbox')
    await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()

    await decide(first.request_id, 'approve')
    await expect(page.getByRole('link', { name: /^Notifications\s*1 unread/ })).toBeVisible()
    const approved = page.getByRole('link', { name: `${movie?.title} was approved` })
    await expect(approved).toBeVisible()
    await decide(second.request_id, 'deny', { reason: 'Too long' })
    await expect(page.getByRole('link', { name: /^Notifications\s*2 unread/ })).toBeVisible()
    const today = page.getByRole('list', { name: 'Today' })
    await expect(today.getByRole('listitem')).toHaveCount(2)
    await expect(today.getByRole('listitem').first()).toContainText('Too long')
    await expectAccessible('inbox')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(today.locator('[data-mark=unread]').first()).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.getByRole('button', { name: `Mark “${other?.title} was declined” as read` }).click()
    // The pressed button is gone; the keyboard is still in its row.
    await expect(page.getByRole('link', { name: `${other?.title} was declined` })).toBeFocused()
    await expect(page.getByRole('link', { name: /^Notifications\s*1 unread/ })).toBeVisible()
    await approved.click()
    await expect(page).toHaveURL(new RegExp(`/requests\\?open=${first.request_id}$`))
    await expect(page.getByRole('list', { name: `Progress of ${movie?.title}` })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
  })
})

test('1:4.14 everybody chooses what they are told, and a test says honestly what became of it', async ({
  page,
  browser,
  world,
}) => {
  const otto = await world.addUser('otto')
  await comeInAs(page, otto)
  await page.goto('./account')
  await page.getByRole('switch', { name: 'New books' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'New books' })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Requests waiting for approval' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('Nothing was sent: no browser is registered')).toBeVisible()

  const desk = await otherBrowser(browser, world.admin)
  await desk.goto('./settings/notifications')
  await expect(desk.getByText('Not configured')).toBeVisible()
  await desk.getByRole('switch', { name: 'New movies' }).click()
  await expect(desk.getByText('Saved')).toBeVisible()
  await desk.getByLabel('Person', { exact: true }).selectOption('otto')
  await desk.getByRole('button', { name: 'Send test' }).click()
  await expect(desk.getByText('this server has no push gateway')).toBeVisible()
  const saved = desk.waitForResponse(
    answer => answer.url().endsWith('/admin/push-notifications') && answer.request().method() === 'PUT',
  )
  await desk.getByRole('switch', { name: 'Send notifications to devices' }).click()
  await expect(desk.getByRole('switch', { name: 'New movies' })).toBeDisabled()
  await saved
  await desk.context().close()

  await page.reload()
  await expect(page.getByText('An admin has turned off notifications to devices')).toBeVisible()
  await expect(page.getByText('it still appears in your list')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'New books' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('Notifications are turned off for this server.')).toBeVisible()
})

/** Stands in for the browser maker's push service, which no test may call. */
function standInForPush(keys: { p256dh: string; auth: string }) {
  const place = 'push stand-in'
  const held = (key: ArrayBuffer | undefined) => ({
    options: { applicationServerKey: key },
    toJSON: () => ({ endpoint: `https://fcm.googleapis.com/fcm/send/${keys.auth}`, keys }),
    unsubscribe: async () => localStorage.removeItem(place),
  })
  const manager = {
    getSubscription: async () => (localStorage.getItem(place) ? held(undefined) : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: ArrayBuffer }) => {
      localStorage.setItem(place, 'held')
      return held(applicationServerKey)
    },
  }
  Object.assign(PushManager.prototype, manager)
}

/** The parts of a service worker that these tests look into; they run inside it. */
interface Worker {
  registration: ServiceWorkerRegistration
  dispatchEvent: (event: Event) => boolean
  ExtendableEvent: new (type: string) => Event
}

/** Stands in for what the shell without windows lacks: somebody who allows notifications, and a place to show them. */
function allowNotifications() {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  Notification.requestPermission = async () => 'granted'
}

function keepNotifications() {
  const { registration } = globalThis as unknown as Worker
  const shown = new Map<string, object>()
  const showNotification = async (title: string, options: NotificationOptions = {}) => {
    const { tag = title } = options
    shown.set(tag, { title, ...options, close: () => shown.delete(tag) })
  }
  Object.assign(registration, { showNotification, getNotifications: async () => [...shown.values()] })
}

async function showing(): Promise<string[]> {
  const { registration } = globalThis as unknown as Worker
  return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`)
}

async function follow(): Promise<void> {
  const { registration, dispatchEvent, ExtendableEvent } = globalThis as unknown as Worker
  const [notification] = await registration.getNotifications()
  dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }))
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('1:4.14 a browser is turned on, shows what arrives, opens the right page, and leaves with its person', async ({
    page,
    context,
    world,
  }) => {
    const pia = await world.addUser('pia')
    const p256dh = createECDH('prime256v1').generateKeys('base64url')
    await context.grantPermissions(['notifications'])
    await page.addInitScript(standInForPush, { p256dh, auth: randomBytes(16).toString('base64url') })
    await comeInAs(page, pia)
    await page.goto('./account')
    const has_windows = (await page.evaluate(() => Notification.permission)) === 'granted'
    if (!has_windows) {
      await page.addInitScript(allowNotifications)
      await page.reload()
    }
    await page.getByRole('switch', { name: 'Notify me in this browser' }).click()
    const browsers = page.getByRole('list', { name: 'Registered devices' })
    await expect(browsers.getByRole('listitem')).toContainText('This browser')

    const cdp = await context.newCDPSession(page)
    const registered = new Promise<string>(resolve => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        for (const { registrationId } of registrations) resolve(registrationId)
      })
    })
    await cdp.send('ServiceWorker.enable')
    const message = {
      origin: new URL(world.foyer.url).origin,
      registrationId: await registered,
      data: JSON.stringify({
        title: 'Your request',
        body: 'Heat was approved.',
        path: '/requests',
        tag: 'heat',
      }),
    }
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    if (!has_windows) await worker.evaluate(keepNotifications)
    // As a push service does, until the worker is awake. The tag keeps it one notification.
    await expect(async () => {
      await cdp.send('ServiceWorker.deliverPushMessage', message)
      expect(await worker.evaluate(showing)).toEqual(['Your request: Heat was approved.'])
    }).toPass()
    await worker.evaluate(follow)
    await expect(page.getByRole('heading', { name: 'Requests', level: 1 })).toBeVisible()

    await visit(page, './account')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByLabel('Username')).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('push stand-in'))).toBeNull()
  })
})
