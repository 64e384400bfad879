import { deleteWebPush, getWebPushKey, putWebPush } from '@foyer/contract/web-push'
import { call } from '#lib/api.ts'
import { type Ability, abilityOf } from './push-ability.ts'

export function abilityHere(): Ability {
  return abilityOf({
    secure: window.isSecureContext,
    has_push: 'serviceWorker' in navigator && 'PushManager' in window,
    permission: 'Notification' in window ? Notification.permission : undefined,
    user_agent: navigator.userAgent,
    touch_points: navigator.maxTouchPoints,
    standalone: window.matchMedia('(display-mode: standalone)').matches,
  })
}

/** As long as a first visit may take to install the service worker. */
const WORKER_MS = 15_000

/** Without a service worker nothing can arrive; where none will ever be, `ready` never comes. */
async function pushManager(): Promise<PushManager> {
  const never = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no service worker')), WORKER_MS)
  })
  return (await Promise.race([navigator.serviceWorker.ready, never])).pushManager
}

/** What this browser holds; null before there is a service worker. */
async function held(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null
  const registered = await navigator.serviceWorker.getRegistration(document.baseURI)
  return (await registered?.pushManager.getSubscription()) ?? null
}

export async function isSubscribedHere(): Promise<boolean> {
  return abilityHere() === 'ready' && (await held()) !== null
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, letter => letter.charCodeAt(0))
}

function isSame(key: ArrayBuffer | null, wanted: Uint8Array): boolean {
  const given = new Uint8Array(key ?? new ArrayBuffer(0))
  return given.length === wanted.length && given.every((byte, at) => byte === wanted[at])
}

/** One made for another key of the server would never be delivered to. */
async function subscribe(): Promise<PushSubscription> {
  const manager = await pushManager()
  const key = bytesOf((await call(getWebPushKey)).public_key)
  const before = await manager.getSubscription()
  if (before && isSame(before.options.applicationServerKey, key)) return before
  await before?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call(putWebPush, { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } })
}

/** Asks for permission, subscribes and says so to the server. Whoever says no, or nothing, has answered. */
export async function startHere(): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') await tellServer(await subscribe())
}

/** The server first: what it still sends is then shown by nobody. */
export async function stopHere(device_id: string): Promise<void> {
  await call(deleteWebPush, { params: { deviceID: device_id } })
  await (await held())?.unsubscribe()
}

/** Signed out: the browser lets go, whether or not the server can be told. */
export async function leaveHere(): Promise<void> {
  await (await held())?.unsubscribe()
}

/** Browsers and push services renew subscriptions as they like; at each launch the server hears the latest. */
export async function renewHere(): Promise<void> {
  if (!(await isSubscribedHere())) return
  if (Notification.permission === 'granted') await tellServer(await subscribe())
}
