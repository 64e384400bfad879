import { deleteWebPush, getWebPushKey, putWebPush } from '@foyer/contract/web-push'
import { call } from '#lib/api.ts'
import { type PushSupport, pushSupportOf } from './push-support.ts'

export function pushSupport(): PushSupport {
  return pushSupportOf({
    secure: window.isSecureContext,
    has_push: 'serviceWorker' in navigator && 'PushManager' in window,
    permission: 'Notification' in window ? Notification.permission : undefined,
    user_agent: navigator.userAgent,
    touch_points: navigator.maxTouchPoints,
    standalone: window.matchMedia('(display-mode: standalone)').matches,
  })
}

/** How long a first visit may take to install the service worker. */
const WORKER_MS = 15_000

/** Push needs a service worker; if there will never be one, `ready` never resolves. */
async function pushManager(): Promise<PushManager> {
  const never = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no service worker')), WORKER_MS)
  })
  return (await Promise.race([navigator.serviceWorker.ready, never])).pushManager
}

/** The current subscription; null before there is a service worker. */
async function held(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null
  const registered = await navigator.serviceWorker.getRegistration(document.baseURI)
  return (await registered?.pushManager.getSubscription()) ?? null
}

export async function isSubscribed(): Promise<boolean> {
  return pushSupport() === 'ready' && (await held()) !== null
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, letter => letter.charCodeAt(0))
}

function isSame(key: ArrayBuffer | null, wanted: Uint8Array): boolean {
  const given = new Uint8Array(key ?? new ArrayBuffer(0))
  return given.length === wanted.length && given.every((byte, at) => byte === wanted[at])
}

/** A subscription made for an old server key would never receive anything, so it is replaced. */
async function subscribe(): Promise<PushSubscription> {
  const manager = await pushManager()
  const key = bytesOf((await call(getWebPushKey)).public_key)
  const before = await manager.getSubscription()
  if (before && isSame(before.options.applicationServerKey, key)) return before
  await before?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

async function registerWithServer(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call(putWebPush, { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } })
}

/** Asks for permission, subscribes and registers with the server. A refused or dismissed prompt does nothing. */
export async function enablePush(): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') await registerWithServer(await subscribe())
}

/** The server first, so that nothing is sent to a dropped subscription. */
export async function disablePush(device_id: string): Promise<void> {
  await call(deleteWebPush, { params: { deviceID: device_id } })
  await (await held())?.unsubscribe()
}

/** After sign-out the browser drops its subscription, even if the server cannot be reached. */
export async function dropSubscription(): Promise<void> {
  await (await held())?.unsubscribe()
}

/** Browsers and push services renew subscriptions at any time, so each launch registers the current one. */
export async function refreshSubscription(): Promise<void> {
  if (!(await isSubscribed())) return
  if (Notification.permission === 'granted') await registerWithServer(await subscribe())
}
