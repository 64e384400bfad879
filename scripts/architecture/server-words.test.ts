import { expect, it } from 'vitest'
import { readSources, stripComments } from './sources.ts'

/** Text in such a field is the server's own, in English: a page tells it in the language of the reader (C58). */
const SHOWN =
  /(?<![=\w$])\{(?:[\w?]+\.)*(reason|message|details?|error|summary|\w+_(?:error|text|reason|message|detail))\}/g

/** What is shown as it is, and why. */
const AS_IT_IS: Record<string, string> = {
  'web/src/features/agent-actions/action-facts.tsx {reason}': 'The manager said it.',
  'web/src/features/app-config/media-overview.tsx {detail}': 'Names of libraries, or a text of the page.',
  'web/src/features/approvals/screens/history-view.tsx {row.deny_reason}': 'An admin wrote it.',
  'web/src/features/chat/answer/change-card.tsx {summary}':
    'Recorded with the change, as its settings are called there.',
  'web/src/features/destinations/template-field.tsx {message}': 'The example of a template.',
  'web/src/features/instances/delivery-defaults/defaults-fields.tsx {error}': 'A form tells it.',
  'web/src/features/operations/log-line-row.tsx {message}': 'A log is in English.',
  'web/src/features/settings-changes/change-list.tsx {summary}':
    'Recorded with the change, as its settings are called there.',
  'web/src/features/sign-in/settings/oidc-checks.tsx {details}': 'For admins, below our own words.',
  'web/src/features/sign-in/settings/oidc-checks.tsx {test.message}':
    'What the provider said of the account.',
}

const found = readSources(process.cwd())
  .filter(({ path }) => /^web\/src\/(features|routes|lib)\/.*\.tsx$/.test(path))
  .flatMap(({ path, text }) => [...stripComments(text).matchAll(SHOWN)].map(([field]) => `${path} ${field}`))

it('C58: what the server says in a sentence is told in the language of the reader', () => {
  expect(found.filter(one => !(one in AS_IT_IS))).toEqual([])
})

it('no reason is left over', () => {
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(AS_IT_IS).toSorted())
})
