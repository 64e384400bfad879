import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commandsOf, DONE_BY, isExample, readPages, TYPED_BY_TEST, variablesOf } from './docs-commands.ts'

const { blocks, inline, unknown } = readPages()
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const settings = readFileSync('docs/settings.md', 'utf8')
const known = new Set<string>([...TYPED_BY_TEST, ...Object.keys(DONE_BY)])

describe('every command of the pages', () => {
  it('was read', () => {
    expect(blocks.length).toBeGreaterThan(15)
    expect(blocks.filter(isExample).length).toBeGreaterThan(8)
    expect(inline.length).toBeGreaterThan(300)
  })

  it('stands in a block that is called sh, so that it is found here', () => {
    expect(unknown).toEqual([])
  })

  it('is run by a test, or marked as an example for another system', () => {
    const neither = blocks
      .filter(block => !isExample(block) && variablesOf(block) === null)
      .flatMap(block => commandsOf(block).map(command => ({ page: block.page, command })))
      .filter(({ command }) => !known.has(command))
    expect(neither).toEqual([])
  })

  it('that only sets variables sets those of docs/settings.md', () => {
    const names = blocks.flatMap(block => variablesOf(block) ?? [])
    expect(names.length).toBeGreaterThan(1)
    expect(names.filter(name => !settings.includes(`\`${name}\``))).toEqual([])
  })

  it('that a test runs is on a page, and that test exists', () => {
    const written = new Set(blocks.flatMap(commandsOf))
    expect([...known].filter(command => !written.has(command))).toEqual([])
    for (const { test, words } of Object.values(DONE_BY)) expect(readFileSync(test, 'utf8')).toContain(words)
    const runner = readFileSync('server/test/operations/docs-commands.test.ts', 'utf8')
    expect(runner).toContain('TYPED_BY_TEST')
  })
})

/** Of programs that the tests do not have: what the guides use of them. */
const VERBS: Record<string, string[]> = {
  docker: [
    'build',
    'exec',
    'image',
    'load',
    'logs',
    'network',
    'ps',
    'rm',
    'run',
    'save',
    'start',
    'stop',
    'tag',
  ],
  'docker compose': ['build', 'cp', 'down', 'exec', 'logs', 'pull', 'run', 'start', 'stop', 'up'],
  kubectl: ['apply', 'cp', 'delete', 'exec', 'logs', 'scale', 'set', 'wait'],
}

describe('a command within a sentence', () => {
  const having = (pattern: RegExp) =>
    inline.flatMap(({ page, text }) => {
      const [, name] = pattern.exec(text) ?? []
      return name === undefined ? [] : [{ page, text, name }]
    })

  it('of npm is a script that exists', () => {
    const named = having(/^npm (?:run (?:-s )?)?(?!run$)([\w:-]+)/)
    expect(named.length).toBeGreaterThan(15)
    const npm = ['ci', ...Object.keys(scripts)]
    // Those of a workspace are its own.
    const own = named.filter(({ text }) => !text.includes(' -w '))
    expect(own.filter(({ name }) => !npm.includes(name))).toEqual([])
  })

  it('of Foyer is a command that exists', () => {
    const main = readFileSync('server/src/main.ts', 'utf8')
    const named = [
      ...having(/^foyer ([a-z][a-z-]+)/),
      ...having(/main\.js ([a-z-]+)/),
      ...having(/^docker compose (?:exec foyer foyer|run --rm foyer) ([a-z-]+)/),
      ...having(/^docker exec \S+ \S+ ([a-z-]+)/),
      ...having(/^kubectl exec \S+ -- \S+ ([a-z-]+)/),
      ...having(/^foyer\/foyer ([a-z-]+)/),
    ]
    expect(named.length).toBeGreaterThan(6)
    expect(named.filter(({ name }) => name !== 'serve' && !main.includes(`command === '${name}'`))).toEqual(
      [],
    )
  })

  it('of a container goes through its entry: it has no node and no npm on its path', () => {
    const entered = [...inline, ...blocks].flatMap(({ page, text }) =>
      Array.from(text.matchAll(/docker compose exec (\S+) (\S+)/g), ([whole, service, program]) => ({
        page,
        whole,
        isRight: service === 'foyer' && program === 'foyer',
      })),
    )
    expect(entered.length).toBeGreaterThan(2)
    expect(entered.filter(({ isRight }) => !isRight)).toEqual([])
  })

  it('of a container that compose did not start calls it by the name that the guides give it', () => {
    const [install, container, unraid, pod] = [
      'docs/install.md',
      'docs/container.md',
      'deploy/unraid/foyer.xml',
      'deploy/kubernetes/foyer.yaml',
    ].map(file => readFileSync(file, 'utf8'))
    expect(install).toContain('    container_name: foyer\n')
    expect(unraid).toContain('<Name>foyer</Name>')
    expect(pod).toMatch(/kind: Deployment\nmetadata:\n {2}name: foyer\n/)
    // One that stays, as opposed to one for a single command.
    const started = container?.match(/docker run -d [^\n]+/g) ?? []
    expect(started.length).toBeGreaterThan(2)
    expect(started.filter(line => !line.includes(' --name foyer '))).toEqual([])
    const entered = [...inline, ...blocks].flatMap(({ text }) =>
      Array.from(text.matchAll(/(?:docker|kubectl) exec (?!-)(\S+) (?:-- )?(\S+)/g), ([, place, program]) => [
        place?.replace('deploy/', ''),
        program,
      ]),
    )
    expect(entered.length).toBeGreaterThan(3)
    expect(entered.filter(([place, program]) => place !== 'foyer' || program !== 'foyer')).toEqual([])
  })

  /** What a shell would start, wherever it stands: a pipe, a table and a comment have more than one. */
  const words = [...inline, ...blocks].map(({ text }) => text).join('\n')
  const all = (pattern: RegExp) =>
    Array.from(words.matchAll(pattern), ([whole, ...rest]) => ({ whole, rest }))

  it('of Docker or Kubernetes begins with a verb that there is', () => {
    const named = all(/\b(docker compose|docker|kubectl) (?!compose\b)([a-z]+)/g)
    expect(named.length).toBeGreaterThan(50)
    const unheard = named.filter(({ rest: [program = '', verb = ''] }) => !VERBS[program]?.includes(verb))
    expect(unheard).toEqual([])
  })

  it('of Docker or Kubernetes names services, files and objects that exist', () => {
    const compose = ['compose.yaml', 'deploy/postgresql/compose.yaml'].map(file => readFileSync(file, 'utf8'))
    const services = all(
      /docker compose (?:run|exec|stop)(?: --entrypoint \S+| --?[a-zA-Z-]+)* ([a-z][\w-]*)/g,
    )
    expect(services.length).toBeGreaterThan(20)
    expect(
      services.filter(({ rest: [name] }) => !compose.some(text => text.includes(`\n  ${name}:\n`))),
    ).toEqual([])

    const files = all(/kubectl apply -f (\S+)/g)
    expect(files.length).toBeGreaterThan(2)
    expect(files.filter(({ rest: [file = ''] }) => !existsSync(file))).toEqual([])
    const manifests = files.map(({ rest: [file = ''] }) => readFileSync(file, 'utf8')).join('\n---\n')
    const objects = all(/\b(deploy|job)\/([\w-]+)(?![\w/-])/g).filter(({ whole }) => !existsSync(whole))
    expect(objects.length).toBeGreaterThan(5)
    const missing = objects.filter(({ rest: [kind, name] }) => {
      const head = `^kind: ${kind === 'job' ? 'Job' : 'Deployment'}\nmetadata:\n  name: ${name}$`
      return !new RegExp(head, 'm').test(manifests)
    })
    expect(missing).toEqual([])
    for (const { rest } of all(/kubectl set image \S+ (\w+)=/g))
      expect(manifests).toContain(`- name: ${rest[0]}\n`)
  })

  it('of vitest names tests that exist', () => {
    const paths = [...inline, ...blocks].flatMap(
      ({ text }) => /vitest run (?:--project \S+ )?([^#\n]+)/.exec(text)?.[1]?.trim().split(' ') ?? [],
    )
    expect(paths.length).toBeGreaterThan(2)
    const tests = globSync(['server/**/*.test.ts', 'web/src/**/*.test.ts'])
    const missing = paths.filter(path => !existsSync(path) && !tests.some(test => test.startsWith(path)))
    expect(missing).toEqual([])
  })
})
