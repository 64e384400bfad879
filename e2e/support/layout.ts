import type { Page } from '@playwright/test'

interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean
  sources: readonly { node: Node | null }[]
}

/** Watches what a page moves by itself; the function that comes back names what has been moved in sight so far. */
export async function watchLayout(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    new PerformanceObserver(list => {
      for (const { hadRecentInput, sources } of list.getEntries() as LayoutShift[])
        if (!hadRecentInput) moved.push(...sources.map(({ node }) => (node?.textContent ?? '').slice(0, 60)))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { moved: string[] }).moved)
}
