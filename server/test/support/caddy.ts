import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './engines.ts'
import { findProgram, runProxy, type ProxyPlace } from './proxy-program.ts'

export const CADDY = findProgram('caddy')

/** Runs a Caddyfile until the test ends, with ports, certificate and address of Foyer of this test. */
export async function startCaddy(lines: string, place: ProxyPlace): Promise<void> {
  const folder = temporaryFolder()
  // Caddy serves only the names it is given, and would ask for certificates of its own.
  const adapted = lines
    .replace('media.example.org {', `media.example.org, 127.0.0.1 {\n  tls ${place.cert} ${place.key}`)
    .replaceAll('127.0.0.1:5454', `127.0.0.1:${place.foyer}`)
  const configuration = `{
  admin off
  auto_https disable_certs
  default_bind 127.0.0.1
  http_port ${place.plain}
  https_port ${place.secure}
}
${adapted}`
  writeFileSync(join(folder, 'Caddyfile'), configuration)
  await runProxy(CADDY ?? '', {
    args: ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
    ports: [place.secure, place.plain],
    env: { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
}
