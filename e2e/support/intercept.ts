import type { Page, Route } from '@playwright/test'

type Answer = (route: Route) => Promise<void>

/**
 * Answers calls to this address in place of the server, until `stop`. Calls after that are let through one by one:
 * Playwright's own `unroute` and `times` stop intercepting at once, and calls that are held just then are never answered.
 */
export async function intercept(page: Page, url: string | RegExp, answer: Answer): Promise<() => void> {
  let is_on = true
  await page.route(url, route => (is_on ? answer(route) : route.fallback()))
  return () => {
    is_on = false
  }
}

/** Answers the next call alone. */
export async function interceptOnce(page: Page, url: string | RegExp, answer: Answer): Promise<void> {
  const stop = await intercept(page, url, route => {
    stop()
    return answer(route)
  })
}

/** What a server answers that cannot do it now. */
export const notNow: Answer = route =>
  route.fulfill({ status: 503, json: { error: 'Not now.', code: 'unavailable' } })

/** Holds every call to this address until the function that comes back is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(url, async route => {
    await held.promise
    await route.fallback()
  })
  return held.resolve
}

/** Holds the next call to this address, and refuses it with `notNow` once the function that comes back is called. */
export async function holdOnce(page: Page, url: string | RegExp): Promise<() => void> {
  const refusal = Promise.withResolvers<void>()
  await interceptOnce(page, url, async route => {
    await refusal.promise
    return notNow(route)
  })
  return refusal.resolve
}
