/**
 * Runs inside index.html before its styles: finds out what the first frame will show, and preloads its picture
 * (features/discover-screen/kept-picture.ts). frame.js draws it.
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

/** What was kept for this person; for a child, the server is asked first. */
function kept(name, user) {
  const found = JSON.parse(stored(name))
  return found?.user_id === user.id && !user.child && !user.content_limits ? found : null
}

function find() {
  const session = JSON.parse(stored('session'))
  if (!session) return {}
  const is_home = location.pathname === base
  const hero = is_home ? kept('hero', session.user) : null
  const last = is_home ? null : kept('backdrop', session.user)
  const backdrop = last?.path === location.pathname ? last : null
  const seen = hero ?? backdrop
  if (seen) preload(seen)
  const is_admin = session.user.permissions.includes('requests:manage')
  return { has_session: true, is_admin, is_narrow: stored('sidebar') === 'narrow', is_home, hero, backdrop }
}

try {
  window.foyerFirst = find()
} catch {
  // Storage is blocked or contains something else: the program draws everything itself.
  window.foyerFirst = {}
}
