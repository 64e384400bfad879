import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

type Mode = 'pass' | 'blackHole' | 'reset'

export interface FaultProxy {
  /** Same scheme and path as the target, through this proxy. */
  readonly url: string
  /** Connections accepted so far. */
  readonly connections: number
  /** Delays every chunk in both directions. */
  latency(ms: number): void
  /** Limits what flows back to the caller. */
  bandwidth(bytes_per_second: number): void
  /** Cuts a connection once this many bytes went back to the caller. */
  cutAfter(bytes: number): void
  /** Stops listening: the next connect is refused by the system. */
  refuse(): Promise<void>
  /** Accepts connections, and never answers. */
  blackHole(): void
  /** Accepts, then answers with a TCP reset. */
  reset(): void
  /** Returns to plain forwarding on the same port. */
  pass(): Promise<void>
  close: () => Promise<void>
}

/**
 * A proxy in front of any address that breaks the TCP connection below HTTP, which the faults of a simulator cannot do.
 * Without `ownPort` it gets any free port; while it refuses, another program may take that port.
 */
export async function startFaultProxy(target: string, ownPort = 0): Promise<FaultProxy> {
  const address = new URL(target)
  const targetPort = Number(address.port) || (address.protocol === 'https:' ? 443 : 80)
  const sockets = new Set<Socket>()
  let mode: Mode = 'pass'
  let latencyMs = 0
  let bytesPerSecond = Number.POSITIVE_INFINITY
  let cutAt = Number.POSITIVE_INFINITY
  let connections = 0
  let server: Server | null = null
  let port = ownPort

  function track(socket: Socket): void {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Broken connections are the purpose of this proxy.
    socket.on('error', () => socket.destroy())
  }

  function accept(caller: Socket): void {
    connections += 1
    track(caller)
    if (mode === 'blackHole') return void caller.resume()
    if (mode === 'reset') return void caller.resetAndDestroy()
    const upstream = connect(targetPort, address.hostname)
    track(upstream)
    forward(caller, upstream, () => ({ wait: latencyMs, budget: Number.POSITIVE_INFINITY }))
    let sent = 0
    forward(upstream, caller, chunk => {
      const budget = cutAt - sent
      sent += chunk.byteLength
      return { wait: latencyMs + (chunk.byteLength / bytesPerSecond) * 1000, budget }
    })
  }

  async function open(): Promise<void> {
    if (server) return
    const opened = createServer(accept)
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject)
      opened.listen(port, '127.0.0.1', resolve)
    })
    // A listening TCP server always has an AddressInfo; only pipes give a string.
    port = (opened.address() as AddressInfo).port
    server = opened
  }

  async function shut(): Promise<void> {
    const closing = server
    server = null
    for (const socket of sockets) socket.destroy()
    if (closing) await new Promise<void>(resolve => void closing.close(() => resolve()))
  }

  await open()
  const path = address.pathname === '/' ? '' : address.pathname
  return {
    url: `${address.protocol}//127.0.0.1:${port}${path}`,
    get connections() {
      return connections
    },
    latency(ms) {
      latencyMs = ms
    },
    bandwidth(rate) {
      bytesPerSecond = rate
    },
    cutAfter(bytes) {
      cutAt = bytes
    },
    refuse: shut,
    blackHole() {
      mode = 'blackHole'
    },
    reset() {
      mode = 'reset'
    },
    async pass() {
      mode = 'pass'
      latencyMs = 0
      bytesPerSecond = Number.POSITIVE_INFINITY
      cutAt = Number.POSITIVE_INFINITY
      await open()
    },
    close: shut,
  }
}

interface Plan {
  wait: number
  budget: number
}

/** Chunks keep their order: each waits for the one before it. */
function forward(from: Socket, to: Socket, plan: (chunk: Buffer) => Plan): void {
  let tail = Promise.resolve()

  async function deliver(earlier: Promise<void>, chunk: Buffer, { wait, budget }: Plan): Promise<void> {
    await earlier
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait).unref())
    if (to.destroyed) return
    if (chunk.byteLength <= budget) {
      to.write(chunk)
      return
    }
    to.write(chunk.subarray(0, Math.max(0, budget)), () => {
      to.destroy()
      from.destroy()
    })
  }

  from.on('data', (chunk: Buffer) => {
    tail = deliver(tail, chunk, plan(chunk))
  })
  from.on('end', () => void finish(tail, () => to.end()))
  from.on('close', () => void finish(tail, () => to.destroy()))
}

async function finish(earlier: Promise<void>, end: () => void): Promise<void> {
  await earlier
  end()
}
