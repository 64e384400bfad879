import { describe, expect, it } from 'vitest'
import { findViolations } from './rules.ts'
import { readSources, type Source } from './sources.ts'

const sources = readSources(process.cwd())

describe('the layout (who may import whom)', () => {
  it('saw the files it speaks of: a check that looks at nothing must be red', () => {
    const seen = (pattern: RegExp) => sources.filter(({ path }) => pattern.test(path)).length
    expect(seen(/^server\/src\//)).toBeGreaterThan(50)
    expect(seen(/^contract\/src\//)).toBeGreaterThan(5)
    expect(seen(/^web\/src\//)).toBeGreaterThan(30)
    expect(seen(/^simulators\/src\//)).toBeGreaterThan(10)
    const imports = sources.flatMap(source => source.imports)
    expect(imports).toContain('server/src/kit/clock.ts')
    expect(imports).toContain('contract/src/route.ts')
  })

  it('is kept by every file', () => {
    expect(findViolations(sources).map(({ path, problem }) => `${path} ${problem}`)).toEqual([])
  })
})

describe('the check itself', () => {
  const source = (path: string, text: string, imports: string[] = []): Source => ({ path, text, imports })
  const problems = (...list: Source[]) => findViolations(list).map(({ problem }) => problem)

  it.each<[string, Source]>([
    [
      'a feature that imports an upstream',
      source('server/src/features/a/x.ts', '', ['server/src/upstreams/radarr/radarr.ts']),
    ],
    [
      'a feature file that is no route and imports http',
      source('server/src/features/a/a-service.ts', '', ['server/src/http/app.ts']),
    ],
    [
      'a slice that enters another by the window',
      source('server/src/features/a/x.ts', '', ['server/src/features/b/b-store.ts']),
    ],
    [
      'a slice that imports the wiring of another',
      source('server/src/features/a/slice.ts', '', ['server/src/features/b/slice.ts']),
    ],
    [
      'a feature file that reaches for the whole platform',
      source('server/src/features/a/a-service.ts', '', ['server/src/platform/platform.ts']),
    ],
    ['kit that imports db', source('server/src/kit/x.ts', '', ['server/src/db/tables.ts'])],
    [
      'db that imports a slice',
      source('server/src/db/x.ts', "import type { A } from '#features/a/index.ts'", [
        'server/src/features/a/index.ts',
      ]),
    ],
    [
      'another file of db that names the tables of a slice',
      source('server/src/db/x.ts', "import type { JobsTables } from '#jobs/jobs-tables.ts'", [
        'server/src/jobs/jobs-tables.ts',
      ]),
    ],
    [
      'the sum of tables that imports more than types',
      source('server/src/db/tables.ts', "import { type ATables, A } from '#features/a/a-tables.ts'", [
        'server/src/features/a/a-tables.ts',
      ]),
    ],
    [
      'the sum of tables that runs a slice beside its types',
      source(
        'server/src/db/tables.ts',
        "import type { ATables } from '#features/a/a-tables.ts'\nexport * from '#features/a/a-tables.ts'",
        ['server/src/features/a/a-tables.ts'],
      ),
    ],
    [
      'the sum of tables that imports the store of a slice',
      source('server/src/db/tables.ts', "import type { Row } from '#jobs/job-store.ts'", [
        'server/src/jobs/job-store.ts',
      ]),
    ],
    [
      'a slice that takes its tables from another',
      source('server/src/features/a/a-store.ts', "import type { B } from '#features/b/b-tables.ts'", [
        'server/src/features/b/b-tables.ts',
      ]),
    ],
    [
      'a feature that imports a helper of tests',
      source('server/src/features/a/x.ts', '', ['server/test/support/test-clock.ts']),
    ],
    ['the root that imports a helper of tests', source('server/src/compose/x.ts', '', ['server/test/x.ts'])],
    ['a page that imports a test', source('web/src/routes/x.tsx', '', ['web/src/lib/y.test.ts'])],
    ['a product file that imports vitest', source('contract/src/x.ts', '', ['vitest'])],
    ['a helper of tests in a product folder', source('server/src/jobs/test-jobs.ts', '')],
    ['a simulator that imports the server', source('simulators/src/x.ts', '', ['server/src/kit/clock.ts'])],
    [
      'a web feature that imports another',
      source('web/src/features/a/x.tsx', '', ['web/src/features/b/y.tsx']),
    ],
    ['ui that knows the domain', source('web/src/ui/x.tsx', '', ['contract/src/sessions/sessions.ts'])],
    ['process.env outside config', source('server/src/kit/x.ts', 'const a = process.env.HOME')],
    ['the wall clock outside the clock', source('server/src/db/x.ts', 'const a = Date.now()')],
    ['a timer outside the clock', source('server/src/db/x.ts', 'setTimeout(run, 5)')],
    ['fetch outside the outbound kit', source('server/src/features/a/x.ts', 'await fetch(url)')],
    ['undici outside the outbound kit', source('server/src/upstreams/radarr/x.ts', '', ['undici'])],
    [
      'the AI libraries outside their adapter',
      source('server/src/features/a/slice.ts', '', ['@ai-sdk/openai']),
    ],
    [
      'kysely in a service',
      source('server/src/features/a/a-service.ts', "import { sql } from 'kysely'", ['kysely']),
    ],
    [
      'a rule that reads the clock',
      source('server/src/features/a/a-rules.ts', "import { iso } from '#kit/clock.ts'", [
        'server/src/kit/clock.ts',
      ]),
    ],
  ])('sees %s', (_name, bad) => {
    expect(problems(bad)).toHaveLength(1)
  })

  it('sees a circle of slices', () => {
    const a = source('server/src/features/a/x.ts', '', ['server/src/features/b/index.ts'])
    const b = source('server/src/features/b/x.ts', '', ['server/src/features/a/index.ts'])
    expect(problems(a, b)).toEqual(['is part of a circle of slices', 'is part of a circle of slices'])
  })

  it('lets the sum of tables name the tables of every slice, as types', () => {
    const sum = source(
      'server/src/db/tables.ts',
      "import type { ATables } from '#features/a/a-tables.ts'\nimport type { JobsTables } from '#jobs/jobs-tables.ts'",
      ['server/src/features/a/a-tables.ts', 'server/src/jobs/jobs-tables.ts'],
    )
    expect(problems(sum)).toEqual([])
  })

  it('lets tests import what lies beside the product, and other helpers', () => {
    const helper = source('server/test/support/test-jobs.ts', '', [
      'server/test/support/engines.ts',
      'vitest',
    ])
    const test = source('server/src/jobs/jobs.test.ts', '', ['server/test/support/test-jobs.ts', 'vitest'])
    expect(problems(helper, test)).toEqual([])
  })

  it('allows the index.ts of a slice, a type of kysely, and words in comments', () => {
    const good = source(
      'server/src/features/a/a-service.ts',
      "import type { Selectable } from 'kysely'\n// unlike Date.now() this is pure",
      ['server/src/features/b/index.ts', 'kysely'],
    )
    expect(problems(good)).toEqual([])
  })
})
