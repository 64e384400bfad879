import { expect, it } from 'vitest'
import { prometheusText } from './prometheus-text.ts'

it('writes help, type and samples, and ends with a line feed', () => {
  const text = prometheusText([
    {
      name: 'foyer_jobs',
      help: 'Jobs by state.\nTwo lines, one \\.',
      type: 'gauge',
      samples: [
        { labels: { state: 'ready', odd: 'a "b" \\ \n' }, value: 3 },
        { labels: {}, value: Number.POSITIVE_INFINITY },
        { value: Number.NaN },
      ],
    },
  ])
  expect(text).toBe(
    [
      '# HELP foyer_jobs Jobs by state.\\nTwo lines, one \\\\.',
      '# TYPE foyer_jobs gauge',
      'foyer_jobs{state="ready",odd="a \\"b\\" \\\\ \\n"} 3',
      'foyer_jobs +Inf',
      'foyer_jobs NaN',
      '',
    ].join('\n'),
  )
})
