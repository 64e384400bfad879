import { type Frame, parseFrame, reconnectDelay } from './live.ts'

/** Revoked while connected (1/6). */
const CLOSE_REVOKED = 4401
/** A page nobody looks at gives its stream back after this; coming back re-reads everything. */
const HIDDEN_PATIENCE_MS = 5 * 60_000

export interface LiveDeps {
  url: () => string
  freshToken: () => Promise<string>
  refresh: (stale: string) => Promise<void>
  onFrame: (frame: Frame) => void
  /**
   * Frames may have been missed, and there is no replay: since the socket before this one, or, at the `first`, since
   * the page read what it shows.
   */
  onGap: (first: boolean) => void
}

/** Keeps one WebSocket open while the page is visible and online; the returned function ends it. */
export function keepLive(deps: LiveDeps): () => void {
  let socket: WebSocket | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let opened_before = false
  let ended = false
  /** A socket refused at the door looks like a dead network, so one refusal per token buys one refresh. */
  let doubted: string | null = null

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
      void closed(token, event.code === CLOSE_REVOKED || (!was_open && doubted !== token))
    })
  }

  async function closed(token: string, doubt: boolean) {
    if (doubt) {
      doubted = token
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
    clearTimeout(patience)
    if (document.visibilityState === 'hidden') patience = setTimeout(drop, HIDDEN_PATIENCE_MS)
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
    clearTimeout(patience)
    drop()
    window.removeEventListener('online', onOnline)
    window.removeEventListener('offline', drop)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
