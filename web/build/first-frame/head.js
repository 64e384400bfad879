/**
 * Runs inside index.html before its styles are read: finds out what the first frame will show, and asks for its picture
 * at once (features/discover-screen/kept-hero.ts). frame.js draws it.
 */
const base = new URL('.', document.baseURI).pathname

/** As lib/base-url.ts names it. */
const kept = name => localStorage.getItem(`foyer${base.slice(0, -1)}.${name}`)

function ask({ picture }) {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'preload', as: 'image', fetchPriority: 'high' })
  Object.assign(link, { imageSizes: picture.sizes, imageSrcset: picture.srcSet, href: picture.src })
  document.head.append(link)
}

function find() {
  const session = JSON.parse(kept('session'))
  if (!session) return {}
  const is_home = location.pathname === base
  const hero = is_home ? JSON.parse(kept('hero')) : null
  const own = hero?.user_id === session.user.id ? hero : null
  if (own) ask(own)
  return { has_session: true, is_narrow: kept('sidebar') === 'narrow', is_home, hero: own }
}

try {
  window.foyerFirst = find()
} catch {
  // Storage that is blocked or holds something else: the program draws everything itself.
  window.foyerFirst = {}
}
