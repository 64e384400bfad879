import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { violationsOn } from '../support/axe.ts'
import { mainButtonsOn } from '../support/main-buttons.ts'
import { expect, test } from '../support/test.ts'

const BUILD = fileURLToPath(new URL('../../scripts/gallery.ts', import.meta.url))
const ORIGIN = 'http://gallery.test'

let folder = ''

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-gallery-'))
  const { status, stderr } = spawnSync(process.execPath, [BUILD, folder], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})

test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every component in every state passes the accessibility check, in the light, and in the dark from right to left', async ({
  page,
}) => {
  await page.route(`${ORIGIN}/**`, route =>
    route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }),
  )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const looks of ['theme=light', 'theme=dark&dir=rtl']) {
    await page.goto(`${ORIGIN}/gallery.html?${looks}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible()
    expect(await violationsOn(page), looks).toEqual([])
    // It has many: who counts them on pages must be able to see them.
    expect((await mainButtonsOn(page)).length, looks).toBeGreaterThan(1)
  }
})

test('four choices side by side show their whole words on the narrowest phone', async ({ page }) => {
  await page.route(`${ORIGIN}/**`, route =>
    route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }),
  )
  await page.goto(`${ORIGIN}/gallery.html?theme=light`)
  const choices = page.getByRole('group', { name: 'Level', exact: true })
  await expect(choices.getByRole('radio')).toHaveCount(4)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await choices.evaluate(isCut), `${width} pixels`).toEqual([])
    const box = await choices.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0), `${width} pixels`).toBeLessThanOrEqual(width)
  }
})

/** The words of which a part is not shown. */
function isCut(choices: HTMLElement | SVGElement): string[] {
  return [...choices.querySelectorAll('label span')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)
}
