import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take longest, mostly by waiting, by their place in server/. */
const SLOW = [
  'test/operations/soak',
  'test/conformance/conformance',
  'test/crash/media-servers',
  'test/security/stop',
  'test/operations/startup',
  'test/operations/postgres-outage',
  'test/operations/leaks',
  'test/requests/request-races',
  'src/db/postgres',
  'test/crash/delivery',
  'test/security/permissions',
  'test/crash/requests',
  'test/sign-in/oidc-sign-in',
  'test/operations/full-disk',
  'test/edge/kept-answers',
]

/**
 * Begins with them, so that none is left alone at the end. Vitest does so by itself where it remembers an earlier run;
 * after `npm ci` it remembers nothing.
 */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOW.findIndex(place => moduleId.endsWith(`/server/${place}.test.ts`))
      return at === -1 ? SLOW.length : at
    }
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return projects.flatMap(name =>
      sorted.filter(({ project }) => project.name === name).toSorted((a, b) => rank(a) - rank(b)),
    )
  }
}

/** Only for what hangs: a long limit costs no time, and a machine that has other work may take ten times as long. */
const LIMITS = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { interval: 5, timeout: 60_000 } },
}

export default defineConfig({
  test: {
    // Much of a test is waiting for a disk, a socket or another process: three keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'pure',
          include: ['contract/src/**/*.test.ts', 'web/src/**/*.test.ts', 'server/src/**/*-rules.test.ts'],
          isolate: false,
          ...LIMITS,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['server/src/**/*-rules.test.ts', '**/node_modules/**'],
          globalSetup: ['server/test/support/postgres-setup.ts'],
          setupFiles: ['server/test/support/clean-up.setup.ts'],
          // Modules keep no state of their own (3.5), so files may share them: a quarter of the time was importing.
          isolate: false,
          ...LIMITS,
        },
      },
      { test: { name: 'simulators', include: ['simulators/src/**/*.test.ts'], isolate: false, ...LIMITS } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], ...LIMITS } },
    ],
  },
})
