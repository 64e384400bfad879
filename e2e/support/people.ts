import type { Browser, Page } from '@playwright/test'

export const ADMIN = { username: 'ana', password: 'correct horse' }

export interface Session {
  access_token: string
  refresh_token: string
  expires_in: number
  device_id: string
  user: { id: number; username: string }
}

/**
 * Opens this page as somebody who is signed in already, with an access token: refreshes are limited (0.5). Stored only
 * once, so that somebody who signs out or is signed out stays signed out.
 */
export async function comeInAs(page: Page, session: Session, base_path = ''): Promise<void> {
  await page.addInitScript(store, { key: `foyer${base_path}.session`, session })
}

function store({ key, session }: { key: string; session: Session }): void {
  if (sessionStorage.getItem('came-in')) return
  sessionStorage.setItem('came-in', 'yes')
  const { access_token, refresh_token, expires_in, device_id, user } = session
  localStorage.setItem(key, JSON.stringify({ refresh_token, device_id, user }))
  const expires_at = Date.now() + expires_in * 1000
  sessionStorage.setItem(key, JSON.stringify({ token: access_token, expires_at, device_id }))
}

/** Another browser, in which nobody is signed in unless a session is given. Closing its context ends it. */
export async function otherBrowser(browser: Browser, session?: Session, base_path = ''): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  if (session) await comeInAs(page, session, base_path)
  return page
}

/** Cuts this page off from live events: what happens elsewhere on the server does not refetch its data. */
export async function ignoreLiveEvents(page: Page): Promise<void> {
  await page.routeWebSocket(/\/api\/ws$/, () => {})
}

/** Keeps live events from ever being connected, so that a page reads nothing again when they are. */
export async function neverGoLive(page: Page): Promise<void> {
  await page.routeWebSocket(/\/api\/ws$/, () => Promise.withResolvers<void>().promise)
}

/** Signs in with the form, for journeys about signing in itself. */
export async function signInByForm(page: Page, who: typeof ADMIN = ADMIN): Promise<void> {
  await page.goto('./login')
  await page.getByLabel('Username').fill(who.username)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(url => !url.pathname.endsWith('/login'))
}
