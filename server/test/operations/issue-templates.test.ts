import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const FOLDER = join(import.meta.dirname, '../../../.github/ISSUE_TEMPLATE')
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')
const templates = globSync('*.md', { cwd: FOLDER }).toSorted()

/** As a forge reads a template: YAML between two lines of dashes, then what stands in the form. */
function readTemplate(file: string): { head: Record<string, unknown>; form: string } {
  const [, head = '', form = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(read(file)) ?? []
  return { head: parse(head), form }
}

describe('the templates of issues', () => {
  it('are for what is broken, missing or badly said', () => {
    expect(templates).toEqual(['bug.md', 'translation.md', 'wish.md'])
  })

  it.each(templates)('%s has a name and a purpose, which the forge shows, and asks for something', file => {
    const { head, form } = readTemplate(file)
    expect(head).toEqual({ name: expect.any(String), about: expect.any(String) })
    expect(form.match(/^\*\*.+?\*\*/gm)?.length).toBeGreaterThan(2)
  })

  it.each(templates)(
    '%s warns in its first line of what everybody can read, and asks for the version',
    file => {
      const { form } = readTemplate(file)
      expect(form).toMatch(/^Do not paste passwords, keys[, ].*tokens/)
      expect(form).toMatch(/^\*\*Version\*\*/m)
    },
  )

  it('asks for what doctor prints when something does not work, by commands that there are', () => {
    const { form } = readTemplate('bug.md')
    expect(form).toContain('**What `doctor` prints**')
    const { scripts } = JSON.parse(readFileSync(join(FOLDER, '../../package.json'), 'utf8'))
    expect(scripts).toHaveProperty('doctor')
    const guide = readFileSync(join(FOLDER, '../../docs/troubleshooting.md'), 'utf8')
    const [commands = ''] = /^ {4}docker.+doctor.+$/m.exec(form) ?? []
    for (const [command] of commands.matchAll(/docker (?:compose )?exec foyer foyer doctor/g))
      expect(guide).toContain(command)
    expect(form).toContain('SECURITY.md')
  })

  it('leave no way around them', () => {
    expect(parse(read('config.yml'))).toEqual({ blank_issues_enabled: false })
  })
})

describe('the workflow of a release', () => {
  it('is YAML with jobs', () => {
    const workflow = parse(readFileSync(join(FOLDER, '../workflows/release.yaml'), 'utf8'))
    expect(Object.keys(workflow)).toEqual(['name', 'on', 'permissions', 'jobs'])
  })
})
