import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Much of a test is waiting for a disk, a socket or another process; two at a time keep both cores busy.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'pure',
          include: ['contract/src/**/*.test.ts', 'web/src/**/*.test.ts', 'server/src/**/*-rules.test.ts'],
          isolate: false,
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
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'simulators', include: ['simulators/src/**/*.test.ts'], isolate: false } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } },
    ],
  },
})
