import type { Page } from '@playwright/test'

/**
 * Opens another page as a link to it would: the program stays, with what it has read. For a page that this journey has
 * not opened yet, and before something that only that page shows. A whole load costs twice the work.
 */
export async function visit(page: Page, path: string): Promise<void> {
  // The router follows what is pushed.
  await page.evaluate(to => history.pushState({}, '', new URL(to, document.baseURI)), path)
}
