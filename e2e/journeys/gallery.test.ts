import { expect, test } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { violationsOn } from '../support/axe.ts'

const WEB = fileURLToPath(new URL('../../web', import.meta.url))
const VITE = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url))
const ORIGIN = 'http://gallery.test'

let folder = ''

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-gallery-'))
  const { status, stderr } = spawnSync(
    process.execPath,
    [VITE, 'build', '--minify', 'false', '--logLevel', 'error'],
    { cwd: WEB, env: { ...process.env, VITE_GALLERY: '1', FOYER_WEB_OUT: folder }, encoding: 'utf8' },
  )
  expect(status, stderr).toBe(0)
})

test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every component in every state is for everybody, dark, light and from right to left', async ({
  page,
}) => {
  await page.route(`${ORIGIN}/**`, route => {
    const file = join(folder, new URL(route.request().url()).pathname)
    return route.fulfill({ path: file.includes('.') && existsSync(file) ? file : join(folder, 'index.html') })
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const looks of ['theme=dark', 'theme=light', 'theme=dark&dir=rtl']) {
    await page.goto(`${ORIGIN}/gallery?${looks}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible()
    expect(await violationsOn(page), looks).toEqual([])
  }
})
