import './node-version.js'

// `npm start`: builds when it must, then becomes the server. Plain JavaScript, because Node's type stripper
// would stay in memory for as long as the server runs. Imported one by one, after the check of the version: an
// older Node stops at an import of a name that it does not know, before it runs a single line.
const { enableCompileCache } = await import('node:module')
const { ensureBuilt } = await import('./stamp.js')

// Whoever kills npm while this builds or starts wants no server: nothing else tells of it.
const parent = process.ppid
ensureBuilt()
if (process.ppid !== parent) process.exit(1)
enableCompileCache('.cache/compile')
const server = '../dist/server/main.js'
await import(server)
if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
