import './styles/app.css'
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
  const path = location.pathname.slice(basePath().length).replace(/^\//, '')
  if (HAS_GALLERY && path === 'gallery') {
    const { startGallery } = await import('./gallery/gallery.tsx')
    startGallery(root)
    return
  }
  startApp(root)
}

function registerServiceWorker() {
  // Absent on plain http; in development it would hide changes.
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const scope = baseUrl()
  navigator.serviceWorker.register(new URL('sw.js', scope), { scope }).catch(() => undefined)
}

void start()
window.addEventListener('load', registerServiceWorker)
