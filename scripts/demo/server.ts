import { spawn } from 'node:child_process'

export interface DemoServer {
  /** With a trailing slash. */
  url: string
  stop(): Promise<void>
}

/** The built server as a child process. It is stopped by us, not by the terminal's Ctrl-C. */
export function startServer(program: string, env: Record<string, string>): Promise<DemoServer> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  return new Promise((resolve, reject) => {
    let output = ''
    child.once('exit', code => reject(new Error(`Foyer ended with ${code}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const url = /open (http:\/\/\S+)/.exec(output)?.[1]
      if (!url) return
      resolve({
        url,
        stop: async () => {
          child.kill('SIGTERM')
          await ended
        },
      })
    })
  })
}
