import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { temporaryFolder } from '#test/engines.ts'

export type Revision = '2025-11-25' | '2026-07-28'

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

export interface SuiteResult {
  scenarios: string[]
  /** As `scenario:check`, once each. */
  failed: string[]
}

const timeouts = new URL('./child-longer-timeouts.ts', import.meta.url).href
const program = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js')

/** Everything that a revision requires of a server, by the suite of the protocol's authors. */
export async function runSuite(url: string, revision: Revision): Promise<SuiteResult> {
  const folder = temporaryFolder('foyer-conformance-')
  const suite = spawn(
    process.execPath,
    [
      '--import',
      timeouts,
      program,
      'server',
      '--url',
      url,
      '--requirements',
      revision,
      '--output-dir',
      folder,
    ],
    { stdio: 'ignore' },
  )
  await once(suite, 'close')
  const checks = readdirSync(folder).flatMap(name => {
    // `server-<scenario>-<time>`
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)?.[1] ?? name
    const list = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[]
    return list.map(check => ({ scenario, ...check }))
  })
  const failed = checks
    .filter(({ status }) => status === 'FAILURE')
    .map(({ scenario, id }) => `${scenario}:${id}`)
  return { scenarios: [...new Set(checks.map(({ scenario }) => scenario))], failed: [...new Set(failed)] }
}
