import type { Page } from '@playwright/test'

/** The texts of all primary buttons that can be seen: of the topmost dialog, or else of the page. */
export async function mainButtonsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialogs = document.querySelectorAll(
      '[role=dialog][data-state=open], [role=alertdialog][data-state=open]',
    )
    const place = [...dialogs].at(-1) ?? document
    return Array.from(place.querySelectorAll('[data-variant=primary]'))
      .filter(button => button.checkVisibility() && !button.closest('[inert]'))
      .map(button => button.textContent)
  })
}
