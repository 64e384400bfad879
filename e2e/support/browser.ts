import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The headless shell first: a journey uses a sixth less processor time in it. */
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Playwright 1.65 turns these off; a second switch replaces its own, so they are repeated here. Then ours: every
 * context is a window, and each window prepared the popup of an address bar that nobody sees, at 1.4 processor seconds.
 */
const UNUSED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
]

/** Without noise, and without calls to external servers. */
export const BROWSER_FLAGS = [
  `--disable-features=${UNUSED_FEATURES.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

function findSystemBrowser(): string | undefined {
  return SYSTEM_BROWSERS.find(path => existsSync(path))
}

/** The copy inside the npm package, which also unpacks its own libraries if it believes it runs in AWS Lambda. */
async function unpackNpmBrowser(): Promise<string> {
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs22.x'
  if (!existsSync(join(tmpdir(), 'al2023'))) rmSync(join(tmpdir(), 'chromium'), { force: true })
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}

/**
 * Chromium of the system, otherwise the one from npm. That one exists for x64 only; on other machines the package
 * manager of the system is the last resort.
 */
export async function findBrowser(): Promise<string> {
  const given = process.env['FOYER_CHROMIUM'] ?? findSystemBrowser()
  if (given) return given
  if (process.arch === 'x64' && process.platform === 'linux') return unpackNpmBrowser()
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const install = ['chromium-headless-shell', 'chromium'].map(name => `apt-get install -y -qq ${name}`)
    spawnSync('sh', ['-c', `apt-get update -qq && (${install.join(' || ')})`], { stdio: 'ignore' })
  }
  const installed = findSystemBrowser()
  if (installed) return installed
  throw new Error('The browser tests need Chromium: install it, or name one with FOYER_CHROMIUM.')
}
