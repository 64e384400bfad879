import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(js|css|svg|json|webmanifest|txt)$/
const WORTH_BYTES = 1024

/** The slowest, smallest setting: it is paid once here instead of at every request. */
export async function compressWeb(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => TEXT.test(name))
  await Promise.all(
    files.map(async name => {
      const file = join(folder, name)
      const bytes = readFileSync(file)
      if (bytes.length < WORTH_BYTES) return
      const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, brotli))
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
