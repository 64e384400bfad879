/** Files needed for the first paint; cached at install, so that the next visit works offline. */
const FIRST = '__FIRST__'
/** All files of this build; anything else belongs to an older build. */
const FILES = '__FILES__'

const SHELL = 'foyer-shell'
const ASSETS = 'foyer-assets'
const scope = self.registration.scope

self.addEventListener('install', event => {
  event.waitUntil(fillCaches().then(() => self.skipWaiting()))
})

self.addEventListener('activate', event => {
  event.waitUntil(dropStaleAssets().then(() => self.clients.claim()))
})

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || !url.href.startsWith(scope)) return
  const path = url.href.slice(scope.length)
  // Data is never served from a cache: stale answers would look current.
  if (/^(api|oauth|mcp|ping|\.well-known)(\/|\?|$)/.test(path)) return
  if (path.startsWith('assets/')) event.respondWith(cacheFirst(request))
  else if (request.mode === 'navigate') event.respondWith(networkFirst(request))
})

async function fillCaches() {
  const shell = await caches.open(SHELL)
  await shell.put(scope, await fetch(scope, { cache: 'reload' }))
  const assets = await caches.open(ASSETS)
  await assets.addAll(FIRST.map(file => new URL(file, scope).href))
}

async function dropStaleAssets() {
  const known = new Set(FILES.map(file => new URL(file, scope).href))
  const assets = await caches.open(ASSETS)
  const kept = await assets.keys()
  // Caches belong to the origin, and another Foyer may be served under a different path.
  const stale = kept.filter(({ url }) => url.startsWith(scope) && !known.has(url))
  await Promise.all(stale.map(request => assets.delete(request)))
}

/** Files with hashed names never change, so a hit needs no revalidation. */
async function cacheFirst(request) {
  const assets = await caches.open(ASSETS)
  const hit = await assets.match(request)
  if (hit) return hit
  const answer = await fetch(request)
  if (answer.ok) await assets.put(request, answer.clone())
  return answer
}

async function networkFirst(request) {
  const shell = await caches.open(SHELL)
  try {
    const answer = await fetch(request)
    if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html')) {
      await shell.put(scope, answer.clone())
    }
    return answer
  } catch {
    // Any page renders from the same shell, and says itself that the server is unreachable.
    return (await shell.match(scope)) ?? Response.error()
  }
}

/** Every push must show a notification (userVisibleOnly), so an unreadable one shows a generic one. */
self.addEventListener('push', event => {
  event.waitUntil(showNotice(readNotice(event.data)))
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data?.path ?? '/inbox'))
})

/** The browser replaced this subscription. Only a signed-in page can register the new one with the server. */
self.addEventListener('pushsubscriptionchange', event => {
  event.waitUntil(renewSubscription(event))
})

function readNotice(data) {
  try {
    const notice = data?.json()
    return typeof notice?.title === 'string' ? notice : {}
  } catch {
    return {}
  }
}

async function showNotice({ type, title = 'Foyer', body = '', path = '/inbox', tag, badge }) {
  if (typeof badge === 'number') await self.navigator.setAppBadge?.(badge).catch(() => undefined)
  await self.registration.showNotification(title, {
    body,
    icon: new URL('icons/icon-192.png', scope).href,
    data: { path },
    // A notification that arrives twice replaces itself silently; a test alerts each time.
    ...(tag && { tag, renotify: type === 'test' }),
  })
}

/** Only pages of this Foyer: the scope ends in a slash, paths start with one. */
async function openPage(path) {
  const url = new URL(path.replace(/^\/+/, ''), scope).href
  if (!url.startsWith(scope)) return
  const windows = await self.clients.matchAll({ type: 'window' })
  const page = windows.find(client => client.url.startsWith(scope))
  if (!page) return void (await self.clients.openWindow(url))
  // If the browser refuses to focus the window, it still opens the page.
  await page.focus().catch(() => undefined)
  await page.navigate(url)
}

async function renewSubscription({ oldSubscription, newSubscription }) {
  if (!newSubscription && oldSubscription) {
    await self.registration.pushManager.subscribe(oldSubscription.options)
  }
  const windows = await self.clients.matchAll({ type: 'window' })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client is of this origin
  for (const client of windows) client.postMessage('push-renewed')
}
