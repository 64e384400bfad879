/**
 * Runs inside index.html before its styles: finds out what the first frame will show, and preloads its picture
 * (features/discover-screen/saved-hero.ts). frame.js draws it.
 */
const base = new URL('.', document.baseURI).pathname

/** The same storage keys as in lib/base-url.ts. */
const stored = name => localStorage.getItem(`foyer${base.slice(0, -1)}.${name}`)

function preload({ picture }) {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'preload', as: 'image', fetchPriority: 'high' })
  Object.assign(link, { imageSizes: picture.sizes, imageSrcset: picture.srcSet, href: picture.src })
  document.head.append(link)
}

function find() {
  const session = JSON.parse(stored('session'))
  if (!session) return {}
  const is_home = location.pathname === base
  const hero = is_home ? JSON.parse(stored('hero')) : null
  const own = hero?.user_id === session.user.id ? hero : null
  if (own) preload(own)
  const is_admin = session.user.permissions.includes('requests:manage')
  return { has_session: true, is_admin, is_narrow: stored('sidebar') === 'narrow', is_home, hero: own }
}

try {
  window.foyerFirst = find()
} catch {
  // Storage is blocked or contains something else: the program draws everything itself.
  window.foyerFirst = {}
}
