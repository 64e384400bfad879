import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'

/** What Node can do at best with a file: no routing, no checks, its own stream. */
const path = process.argv[2] ?? ''
const size = statSync(path).size

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size })
  createReadStream(path).pipe(response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`listening ${typeof address === 'object' ? address?.port : ''}\n`)
})
