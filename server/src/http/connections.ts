import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Every open connection: idle, receiving a request, sending a response, or a WebSocket. Node only closes those idle
 * between two requests, and waits minutes for the others.
 */
export function trackConnections(server: Server) {
  const sockets = new Set<Socket>()
  const upgraded = new WeakSet<Socket>()
  let isEnding = false
  server.on('connection', socket => {
    if (isEnding) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', request => upgraded.add(request.socket))

  return {
    /** Ends connections without a current response, and the others after it. WebSockets are ended by their owners. */
    endUnused(): void {
      isEnding = true
      for (const socket of sockets) {
        const answer = answerInProgress(socket)
        if (answer) answer.on('close', () => socket.destroySoon())
        else if (!upgraded.has(socket)) socket.destroy()
      }
    },
    destroyAll(): void {
      for (const socket of sockets) socket.destroy()
    },
  }
}

export type Connections = ReturnType<typeof trackConnections>

/** Node's own handler of invalid requests reads the same field. */
export function answerInProgress(socket: Socket): ServerResponse | undefined {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
}
