import { findFieldSentence } from '@foyer/contract/field-sentences'
import { expect, it } from 'vitest'
import { readSources, stripComments } from './sources.ts'

/**
 * C58: every sentence that is said beside a field is one that clients can say in the language of their reader, so it
 * belongs into `FIELD_SENTENCES`. These are beside fields that nobody types:
 * where they lie, how many they are, so that another one there is looked at, and why.
 */
const IN_NO_FORM: Record<string, [sentences: number, why: string]> = {
  'contract/src/assistant/chat.ts': [1, 'The chat sends messages of its own making.'],
  'contract/src/discover-screen/': [11, 'Of addresses.'],
  'contract/src/hidden-titles.ts': [1, 'Of addresses.'],
  'contract/src/image-cache.ts': [1, 'Of addresses.'],
  'contract/src/instances/instances.ts': [1, 'Ids that are chosen from a list.'],
  'contract/src/issues/admin-issues.ts': [1, 'Of addresses.'],
  'contract/src/kids.ts': [1, 'Regions are chosen from a list.'],
  'contract/src/media-servers/media-access.ts': [3, 'Chosen from lists.'],
  'contract/src/media-servers/watch.ts': [3, 'Of addresses.'],
  'contract/src/preferences.ts': [2, 'Chosen from lists.'],
  'contract/src/primitives.ts': [1, 'Ids.'],
  'contract/src/remediation/': [2, 'Chosen from lists, and addresses.'],
  'contract/src/request-quotas.ts': [1, 'The form has each kind once.'],
  'contract/src/search.ts': [1, 'Of addresses.'],
  'contract/src/sign-in/sign-in-flow.ts': [2, 'Proofs that clients compute.'],
  'contract/src/tv-matches/': [2, 'A revision, and numbers that are chosen from a list.'],
  'contract/src/web-push.ts': [1, 'Keys of a browser.'],
  'server/src/compose/admin-link.ts': [1, 'Of a command.'],
  'server/src/features/ai-tools/': [5, 'Tools speak English.'],
  'server/src/features/book-status/': [1, 'Of addresses.'],
  'server/src/features/chat/chat-service.ts': [1, 'The field of the chat sends no empty message.'],
  'server/src/features/destinations/edit/destination-service.ts': [
    2,
    'The kind is chosen from a list, and fixed afterwards.',
  ],
  'server/src/features/discover-music/': [2, 'Of addresses.'],
  'server/src/features/instances/instance-field-rules.ts': [
    2,
    'What a form of the other types does not have.',
  ],
  'server/src/features/issues/reports/report-rules.ts': [
    1,
    'What the sheet of the other media does not have.',
  ],
  'server/src/features/library-operations/': [4, 'Tools speak English.'],
  'server/src/features/manager-configuration/': [14, 'Tools speak English.'],
  'server/src/features/media-files/title-files.ts': [3, 'Of addresses.'],
  'server/src/features/music-library/': [3, 'Of addresses.'],
  'server/src/features/releases/release-rules.ts': [3, 'Of addresses.'],
  'server/src/features/remediation/actions/action-rules.ts': [
    3,
    'The dialog has those fields alone that may be changed.',
  ],
  'server/src/features/requests/': [15, 'Ids, and choices from a list.'],
  'server/src/features/title-status/': [1, 'Of addresses.'],
  'server/src/features/watchlist/': [2, 'The heart and the switch send no other.'],
  'server/src/features/web-push/': [3, 'Keys of a browser.'],
  'server/src/kit/outbound/own-health.ts': [2, 'Of a command.'],
}
/** A form sends one of the two. */
const NOT_BOTH = /, not both\.$/

const LITERAL = String.raw`('(?:[^'\\\n]|\\.)+'|` + '`[^`]+`)'
/** Where a sentence is about a field. */
const SLOTS = [
  String.raw`\bproblems(?:\.\w+|\['[^']+'\]|\[\w+\]) (?:\?\?)?=\s+${LITERAL}`,
  String.raw`\bfields(?:\['[^']+'\]|\[\w+\]) =\s+${LITERAL}`,
  String.raw`\bfields: \{ \[?[\w.']+\]?: ${LITERAL}`,
  String.raw`\binvalid\('\w+', ${LITERAL}`,
  String.raw`\bproblem:\s+${LITERAL}`,
  String.raw`\bproblems: \{ \w+: ${LITERAL}`,
  String.raw`\.(?:regex|refine)\([^\n]*, ${LITERAL}\)`,
  String.raw`\bcode: 'custom',[^}]*message: ${LITERAL}`,
  String.raw`\.refine\([^\n]*\{[^}]*\b(?:error|message): ${LITERAL}`,
].map(slot => new RegExp(slot, 'g'))
/** What a function that looks for problems answers. */
const ANSWERED = new RegExp(String.raw`(?:\breturn|\?|\s:) ${LITERAL}`, 'g')
const LOOKS = /function \w*[pP]roblems?\(/

/** With a value in each place, as a client meets them. */
const withValues = (literal: string) => literal.slice(1, -1).replace(/\$\{[^}]*\}/g, '7')
const isSentence = (text: string) => /^[A-Z].*\.$/.test(text)

const said = readSources(process.cwd())
  .filter(({ path }) => /^(server|contract)\/src\//.test(path) && !path.endsWith('.test.ts'))
  .flatMap(({ path, text }) => {
    const code = stripComments(text)
    const slots = LOOKS.test(code) ? [...SLOTS, ANSWERED] : SLOTS
    const found = slots
      .flatMap(slot => [...code.matchAll(slot)])
      .map(([, literal = '']) => withValues(literal))
    return found.filter(isSentence).map(sentence => ({ path, sentence }))
  })
const isExcused = ({ path, sentence }: { path: string; sentence: string }) =>
  NOT_BOTH.test(sentence) || Object.keys(IN_NO_FORM).some(start => path.startsWith(start))
const unknown = said.filter(one => !findFieldSentence(one.sentence))

it('C58: what is said beside a field is known to clients, unless no form has that field', () => {
  expect(said.length).toBeGreaterThan(100)
  expect(unknown.filter(one => !isExcused(one)).map(({ path, sentence }) => `${path}: ${sentence}`)).toEqual(
    [],
  )
})

it('no excuse is left over, or covers more than was looked at', () => {
  const excused = unknown.filter(({ sentence }) => !NOT_BOTH.test(sentence))
  const counts = Object.keys(IN_NO_FORM).map(start => {
    const there = excused.filter(({ path }) => path.startsWith(start))
    return [start, new Set(there.map(({ path, sentence }) => `${path}: ${sentence}`)).size]
  })
  expect(Object.fromEntries(counts)).toEqual(
    Object.fromEntries(Object.entries(IN_NO_FORM).map(([start, [sentences]]) => [start, sentences])),
  )
})
