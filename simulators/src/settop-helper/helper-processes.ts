import { createServer, type Socket } from 'node:net'

/** What a started helper got from Foyer beside its requests: nothing, if all is well. */
export interface Surroundings {
  env: Record<string, string>
  args: string[]
  cwd: string
}

/** One process that Foyer started. */
export interface HelperProcess extends Surroundings {
  /** Lines from Foyer, parsed. */
  received: Record<string, unknown>[]
  /** Writes to its stdout as it is. */
  write(text: string): void
  /** Writes one answer. */
  answer(message: object): void
  /** Writes the last answer and ends. */
  finish(message: object): void
  /** Writes to its stderr. */
  complain(text: string): void
  /** Ends without a word. */
  die(): void
  /** Starts a child; resolves once it runs, with a promise of its end. */
  fork(): Promise<{ ended: Promise<void> }>
  /** Resolves when the process is gone. */
  ended: Promise<void>
}

type Message = { started: Surroundings } | { line: string } | { child: true }

/** Takes the reports of helper processes, and gives them their orders. */
export async function listenForHelpers(
  path: string,
  take: (process: HelperProcess, message: Record<string, unknown>) => void,
) {
  const sockets = new Set<Socket>()
  const children: ((child: { ended: Promise<void> }) => void)[] = []

  function begin(socket: Socket, surroundings: Surroundings, ended: Promise<void>): HelperProcess {
    const order = (message: object) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`))
    return {
      ...surroundings,
      received: [],
      write: text => order({ write: text }),
      answer: message => order({ write: `${JSON.stringify(message)}\n` }),
      finish: message => order({ finish: `${JSON.stringify(message)}\n` }),
      complain: text => order({ complain: text }),
      die: () => order({ die: true }),
      fork() {
        const { promise, resolve } = Promise.withResolvers<{ ended: Promise<void> }>()
        children.push(resolve)
        order({ fork: true })
        return promise
      },
      ended,
    }
  }

  const server = createServer(socket => {
    sockets.add(socket)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    let running: HelperProcess | undefined
    let rest = ''
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      end()
    })
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const message = JSON.parse(line) as Message
        if ('child' in message) children.shift()?.({ ended })
        else if ('started' in message) running = begin(socket, message.started, ended)
        else if (running) {
          const request = JSON.parse(message.line) as Record<string, unknown>
          running.received.push(request)
          take(running, request)
        }
      }
    })
  })
  await new Promise<void>(resolve => server.listen(path, resolve))

  return {
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}
