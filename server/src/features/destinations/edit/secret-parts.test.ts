import type { DestinationKind } from '@foyer/contract/destinations/destination'
import { expect, it } from 'vitest'
import { secretPartsOf } from './secret-parts.ts'

it.each<[DestinationKind, string, string | null, string[]]>([
  [
    'discord',
    'https://discord.com/api/webhooks/1/tok-en',
    null,
    ['https://discord.com/api/webhooks/1/tok-en', 'tok-en'],
  ],
  ['ntfy', 'https://ntfy.sh/topic', 'tk_1', ['tk_1', 'https://ntfy.sh/topic']],
  ['ntfy', 'https://ntfy.sh/topic', 'mia:pass:word', ['mia:pass:word', 'pass:word', 'https://ntfy.sh/topic']],
  ['gotify', 'https://gotify.example/', 'Abc', ['Abc']],
  ['webhook', 'https://a.example/?key=1', null, ['https://a.example/?key=1']],
  ['telegram', '123', '1:AAF', ['1:AAF', 'AAF']],
  ['email', 'mia@example.org', null, []],
])('of %s %s', (kind, address, secret, parts) =>
  expect(secretPartsOf({ kind, owner_id: null, config: { address, secret } })).toEqual(parts),
)

it.each<[DestinationKind, string, string, string[]]>([
  ['ntfy', 'https://ntfy.sh/topic', 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2', ['tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2']],
  ['telegram', '1', `123456789:${'A'.repeat(35)}`, [`123456789:${'A'.repeat(35)}`]],
  // The beginning of every poster's address, a field of every movie, and words in every answer.
  ['ntfy', 'https://image.tmdb.org/t', 'qualityProfileId', []],
  ['ntfy', 'https://ntfy.sh/topic', 'status:available', []],
])('of a person, at %s %s, are only tokens that nothing else looks like', (kind, address, secret, parts) =>
  expect(secretPartsOf({ kind, owner_id: 7, config: { address, secret } })).toEqual(parts),
)
