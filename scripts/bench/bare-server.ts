import { createServer } from 'node:http'

/** What Node can do at best with the same bytes: no routing, no session, no framework. */
const body = Buffer.alloc(Number(process.argv[2]), 'x')
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`listening ${typeof address === 'object' ? address?.port : ''}\n`)
})
