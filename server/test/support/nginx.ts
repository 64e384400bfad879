import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterTest, temporaryFolder } from './engines.ts'
import { findProgram, runProxy, type ProxyPlace } from './proxy-program.ts'
import { startSimulatedNginx } from './simulated-nginx.ts'

export const NGINX = findProgram('nginx')

/** The lines as they are written, with ports, certificate and address of Foyer of this test. */
function adapt(lines: string, place: ProxyPlace): string {
  return lines
    .replace('listen 443 ssl;', `listen 127.0.0.1:${place.secure} ssl;`)
    .replace(/listen (80|8080);/, `listen 127.0.0.1:${place.plain};`)
    .replaceAll(/(127\.0\.0\.1|10\.154\.54\.\d+):5454/g, `127.0.0.1:${place.foyer}`)
    .replace(/(ssl_certificate ).*;/, `$1${place.cert};`)
    .replace(/(ssl_certificate_key ).*;/, `$1${place.key};`)
}

/** Runs lines of the http level in a program of ours that does what they say, until the test ends. */
export async function startNginxSimulator(lines: string, place: ProxyPlace): Promise<void> {
  const simulated = await startSimulatedNginx(adapt(lines, place))
  afterTest(async () => simulated.close())
}

/** Runs lines of the http level in nginx itself until the test ends. */
export async function startNginx(lines: string, place: ProxyPlace): Promise<void> {
  const folder = temporaryFolder()
  // All that a system would have in other places. Root gives its rights to another user, who could not enter here.
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const adapted = adapt(lines, place)
  const configuration = `
    daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr error;
    ${process.getuid?.() === 0 ? 'user root root;' : ''}
    events { worker_connections 64; }
    http {
      access_log off;
      ${kinds.map(kind => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
      ${adapted}
    }`
  mkdirSync(join(folder, 'logs'))
  writeFileSync(join(folder, 'nginx.conf'), configuration)
  await runProxy(NGINX ?? '', {
    args: ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'],
    ports: Array.from(adapted.matchAll(/listen 127\.0\.0\.1:(\d+)/g), ([, port]) => Number(port)),
  })
}
