import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './engines.ts'
import { findProgram, runProxy, type ProxyPlace } from './proxy-program.ts'

/** Where Debian has its modules; other systems compile in other ones. */
const MODULES = '/usr/lib/apache2/modules'
const found = findProgram('apache2')
export const APACHE = found && existsSync(join(MODULES, 'mod_proxy.so')) ? found : undefined

/** Runs the virtual hosts of these lines, with these modules, until the test ends. */
export async function startApache(lines: string, modules: string[], place: ProxyPlace): Promise<void> {
  const folder = temporaryFolder()
  const adapted = lines
    .replace('*:80>', `127.0.0.1:${place.plain}>`)
    .replace('*:443>', `127.0.0.1:${place.secure}>`)
    .replaceAll('127.0.0.1:5454', `127.0.0.1:${place.foyer}`)
    .replace(/(SSLCertificateFile +).*/, `$1${place.cert}`)
    .replace(/(SSLCertificateKeyFile +).*/, `$1${place.key}`)
  const configuration = `
    ServerRoot ${folder}
    ServerName localhost
    DefaultRuntimeDir ${folder}
    PidFile ${folder}/apache.pid
    ErrorLog ${folder}/error.log
    ${['mpm_event', 'authz_core', ...modules].map(name => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
    ${process.getuid?.() === 0 ? 'User #65534\nGroup #65534' : ''}
    Listen 127.0.0.1:${place.plain}
    Listen 127.0.0.1:${place.secure}
    ${adapted}`
  writeFileSync(join(folder, 'apache.conf'), configuration)
  await runProxy(APACHE ?? '', {
    args: ['-D', 'FOREGROUND', '-f', join(folder, 'apache.conf')],
    ports: [place.secure, place.plain],
  })
}
