import { globSync, readFileSync } from 'node:fs'

export interface CommandBlock {
  page: string
  text: string
}

const PAGES = ['*.md', 'docs/**/*.md', 'helpers/*/README.md']
const FENCE = /^ *```([^\n]*)\n(.*?)^ *```$/gms

/** Languages of code blocks that are not shell commands. */
const NO_SHELL = /^(json|js|python|ini|yaml|nginx|caddyfile|apache|dockerfile|)$/

export interface Pages {
  blocks: CommandBlock[]
  /** Commands within a sentence or a table: those in backticks. */
  inline: CommandBlock[]
  /** Code blocks in an unknown language: neither a shell nor one of the languages above. */
  unknown: CommandBlock[]
}

export function readPages(): Pages {
  const found: Pages = { blocks: [], inline: [], unknown: [] }
  for (const page of globSync(PAGES, { exclude: ['node_modules/**'] }).toSorted()) {
    const whole = readFileSync(page, 'utf8')
    for (const [, language = '', text = ''] of whole.matchAll(FENCE)) {
      if (language === 'sh') found.blocks.push({ page, text })
      else if (!NO_SHELL.test(language) || /^\$ /m.test(text)) found.unknown.push({ page, text })
    }
    for (const [, text = ''] of whole.replaceAll(FENCE, '').matchAll(/`([^`\n]+)`/g)) {
      found.inline.push({ page, text })
    }
  }
  return found
}

const EXAMPLE = /^# Example for .+; no test runs it\.\n/

/** Whether the page marks it as being for another system, which the tests do not have. */
export const isExample = ({ text }: CommandBlock): boolean => EXAMPLE.test(text)

/** The names of a block that only sets variables; null for any other. */
export function variablesOf({ text }: CommandBlock): string[] | null {
  const lines = text.trimEnd().split('\n')
  const names = lines.map(line => /^([A-Z][A-Z0-9_]*)=\S+$/.exec(line)?.[1])
  return names.every(name => name !== undefined) ? names : null
}

/** The commands of a block one by one, without comments. */
export function commandsOf({ text }: CommandBlock): string[] {
  return text
    .split('\n')
    .map(line => line.replace(/ +# .*$/, '').trim())
    .filter(line => line !== '')
}

/** Run unchanged by server/test/operations/docs-commands.test.ts only. */
export const TYPED_BY_TEST = [
  'npm run -s admin-link',
  'npm run -s admin-link -- ben',
  'npm run doctor',
  'npm run backup',
  'npm run restore -- latest',
  'npm run move -- --to postgres://foyer@db.example.org/foyer',
  'npm run move -- --to /srv/foyer/data',
  `node -e "new (require('node:sqlite').DatabaseSync)('data/foyer.db').exec('delete from settings where encrypted = 1')"`,
] as const

/** Covered by other tests: which one, and the words in it that run the command. */
export const DONE_BY: Record<string, { test: string; words: string }> = {
  // server/test/security/stop.test.ts tests how npm itself passes a signal on.
  'npm ci && npm start': { test: 'e2e/journeys/setup.test.ts', words: 'as_npm_start: true' },
  'npm run demo': { test: 'scripts/demo/demo.test.ts', words: 'startDemo' },
  // The test that reads this file was itself started by this command.
  'npm ci && npm test': { test: 'package.json', words: '"test": "npm run check' },
  'sha256sum --check --ignore-missing SHA256SUMS': {
    test: 'server/test/operations/archive.test.ts',
    words: 'docs/archive.md',
  },
  'tar --zstd -xf foyer-linux-x64.tar.zst': {
    test: 'server/test/operations/archive.test.ts',
    words: 'docs/archive.md',
  },
  'foyer/foyer': { test: 'server/test/operations/archive.test.ts', words: "'foyer'), ['serve']" },
}
