import { basePath, baseUrl } from '#lib/base-url.ts'
import { startLanguages } from '#lib/i18n.ts'
import { startTheme } from '#lib/theme.ts'
import { whenIdle } from '#lib/when-idle.ts'
import { startApp } from './app.tsx'

async function start() {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html lost its #root')
  startTheme()
  await startLanguages()
  await nextTask()
  const path = location.pathname.slice(basePath().length).replace(/^\//, '')
  if (import.meta.env.DEV && path === 'gallery') {
    const { startGallery } = await import('./gallery/gallery.tsx')
    startGallery(root)
    return
  }
  await startApp(root)
}

/** Splits startup into small tasks, so that input is not blocked. */
const nextTask = () => new Promise<void>(resolve => setTimeout(resolve))

/** The first frame (see build/first-frame/) stays until a page replaces it. */
function removeFirstFrame() {
  const frames = document.querySelectorAll('#first, #first-stage, #first-failed')
  const observer = new MutationObserver(() => {
    if (!document.getElementById('main')) return
    observer.disconnect()
    for (const frame of frames) frame.remove()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

function registerServiceWorker() {
  // Unavailable on plain http. In development it would hide changes.
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const scope = baseUrl()
  navigator.serviceWorker.register(new URL('sw.js', scope), { scope }).catch(() => undefined)
}

removeFirstFrame()
// Parsing and starting the app are two separate tasks.
void nextTask().then(start)
void whenIdle().then(registerServiceWorker)
