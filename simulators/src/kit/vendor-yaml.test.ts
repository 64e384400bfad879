import { expect, it } from 'vitest'
import { parseYaml } from './vendor-yaml.ts'

it('reads blocks, lists, records behind dashes and words, and passes over comments', () => {
  const text = [
    '# A document',
    'openapi: 3.0.3',
    'paths: # all of them',
    "  '/1/things':",
    '    get:',
    '      summary: |-',
    '        Several lines,',
    '        of which: none is a key.',
    '      parameters:',
    '        - name: count',
    '          required: false',
    '          schema:',
    '            enum:',
    '            - 25',
    "            - 'all'",
    '      tags:',
    '        - one',
    'nothing:',
  ].join('\n')
  expect(parseYaml(text)).toEqual({
    openapi: '3.0.3',
    paths: {
      '/1/things': {
        get: {
          summary: 'Several lines,\nof which: none is a key.',
          parameters: [{ name: 'count', required: false, schema: { enum: [25, 'all'] } }],
          tags: ['one'],
        },
      },
    },
    nothing: null,
  })
})

it('refuses what it does not know rather than reading it wrongly', () => {
  expect(() => parseYaml('just words')).toThrow('no YAML')
})
