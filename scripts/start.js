import { enableCompileCache } from 'node:module'
import { ensureBuilt } from './stamp.js'

// `npm start`: builds when it must, then becomes the server. Plain JavaScript, because Node's type stripper
// would stay in memory for as long as the server runs.
ensureBuilt()
enableCompileCache('.cache/compile')
const server = '../dist/server/main.js'
await import(server)
