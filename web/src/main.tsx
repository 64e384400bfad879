import { basePath, baseUrl } from '#lib/base-url.ts'
import { startLanguages } from '#lib/i18n.ts'
import { startTheme } from '#lib/theme.ts'
import { startApp } from './app.tsx'

const HAS_GALLERY = import.meta.env.DEV || import.meta.env.VITE_GALLERY === '1'

async function start() {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html lost its #root')
  startTheme()
  await startLanguages()
  await aBreath()
  const path = location.pathname.slice(basePath().length).replace(/^\//, '')
  if (HAS_GALLERY && path === 'gallery') {
    const { startGallery } = await import('./gallery/gallery.tsx')
    startGallery(root)
    return
  }
  await startApp(root)
}

/** Pieces of work with room for a finger between them. */
const aBreath = () => new Promise<void>(resolve => setTimeout(resolve))

/** The first frame (see build/first-frame/) stays until a page is there to take its place. */
function leaveFirstFrame() {
  const frames = document.querySelectorAll('#first, #first-stage')
  const observer = new MutationObserver(() => {
    if (!document.getElementById('main')) return
    observer.disconnect()
    for (const frame of frames) frame.remove()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

function registerServiceWorker() {
  // Absent on plain http; in development it would hide changes.
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const scope = baseUrl()
  navigator.serviceWorker.register(new URL('sw.js', scope), { scope }).catch(() => undefined)
}

leaveFirstFrame()
// Reading the program and starting it are two pieces of work.
void aBreath().then(start)
// Its own downloads wait until the page has what it needs. Safari has no word for that.
if ('requestIdleCallback' in window) requestIdleCallback(registerServiceWorker)
else setTimeout(registerServiceWorker, 1_000)
