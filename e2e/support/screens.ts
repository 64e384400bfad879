import { devices, expect, type Page } from '@playwright/test'

const { viewport, userAgent, isMobile, hasTouch } = devices['Pixel 7']

/** Journeys run at a desk, unless their file uses this: each story is told once, on the screen where it mostly happens. */
export const PHONE = { viewport, userAgent, isMobile, hasTouch }

/** The page as it stands, on a phone: nothing of it leads out to the side. Then it is as wide as before. */
export async function expectFitsPhone(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(PHONE.viewport)
  const excess = await page.evaluate(() => {
    const { body, documentElement: root } = document
    // The body cuts off what would lead out to the side, which hides it from people and from this.
    body.style.overflowX = 'visible'
    const wider = root.scrollWidth - root.clientWidth
    body.style.overflowX = ''
    return wider
  })
  expect(excess, `${what}: pixels beside the screen`).toBeLessThanOrEqual(0)
  if (before) await page.setViewportSize(before)
}
