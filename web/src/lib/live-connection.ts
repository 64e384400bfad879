import { type Frame, parseFrame, reconnectDelay } from './live.ts'

/** Close code for a session that was revoked while connected (1/6). */
const CLOSE_REVOKED = 4401
/** A hidden page closes its stream after this long. When it is shown again, everything is refetched. */
const HIDDEN_CLOSE_MS = 5 * 60_000

export interface LiveDeps {
  url: () => string
  freshToken: () => Promise<string>
  refresh: (stale: string) => Promise<void>
  onFrame: (frame: Frame) => void
  /**
   * Events may have been missed, and there is no replay: since the last socket closed or, for the `first`, since the
   * page loaded its data.
   */
  onGap: (first: boolean) => void
}

/** Keeps one WebSocket open while the page is visible and online. The returned function stops it. */
export function keepLive(deps: LiveDeps): () => void {
  let socket: WebSocket | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let hidden_timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let opened_before = false
  let ended = false
  /** A refused socket looks like a network failure, so each token gets one refresh attempt after one refusal. */
  let refused_token: string | null = null

  async function connect() {
    clearTimeout(retry)
    if (ended || socket || !navigator.onLine) return
    try {
      const token = await deps.freshToken()
      if (ended || socket) return
      open(token)
    } catch {
      again()
    }
  }

  function open(token: string) {
    const mine = new WebSocket(deps.url(), ['Bearer', token])
    socket = mine
    let was_open = false
    mine.addEventListener('open', () => {
      was_open = true
      attempt = 0
      deps.onGap(!opened_before)
      opened_before = true
    })
    mine.addEventListener('message', event => {
      const frame = parseFrame(event.data)
      if (frame) deps.onFrame(frame)
    })
    mine.addEventListener('close', event => {
      if (socket !== mine) return
      socket = null
      void closed(token, event.code === CLOSE_REVOKED || (!was_open && refused_token !== token))
    })
  }

  async function closed(token: string, doubt: boolean) {
    if (doubt) {
      refused_token = token
      await deps.refresh(token).catch(() => undefined)
    }
    again()
  }

  function again() {
    if (ended) return
    clearTimeout(retry)
    retry = setTimeout(() => void connect(), reconnectDelay(attempt, Math.random()))
    attempt += 1
  }

  function drop() {
    const old = socket
    socket = null
    clearTimeout(retry)
    old?.close()
  }

  function onVisibility() {
    clearTimeout(hidden_timer)
    if (document.visibilityState === 'hidden') hidden_timer = setTimeout(drop, HIDDEN_CLOSE_MS)
    else onOnline()
  }

  function onOnline() {
    attempt = 0
    void connect()
  }

  window.addEventListener('online', onOnline)
  window.addEventListener('offline', drop)
  document.addEventListener('visibilitychange', onVisibility)
  void connect()

  return () => {
    ended = true
    clearTimeout(hidden_timer)
    drop()
    window.removeEventListener('online', onOnline)
    window.removeEventListener('offline', drop)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
