import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'

/** One row per POST, on the disk before it is answered, and nothing else. */
const database = new DatabaseSync(process.argv[2] ?? '')
database.exec(
  'pragma journal_mode = WAL; pragma synchronous = FULL; create table rows (id integer primary key, body text)',
)
const insert = database.prepare('insert into rows (body) values (?)')

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    database.exec('begin immediate')
    insert.run(body)
    database.exec('commit')
    response.writeHead(201, { 'content-type': 'application/json' }).end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`listening ${typeof address === 'object' ? address?.port : ''}\n`)
})
process.once('SIGTERM', () => process.exit(0))
