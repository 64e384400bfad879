import { expect, it } from 'vitest'
import { pushSupportOf, type BrowserFacts } from './push-support.ts'

const facts: BrowserFacts = {
  secure: true,
  has_push: true,
  permission: 'default',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140',
  touch_points: 0,
  standalone: false,
}
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

it.each<[string, Partial<BrowserFacts>, string]>([
  ['a browser that may ask', {}, 'ready'],
  ['one that was allowed', { permission: 'granted' }, 'ready'],
  ['one that was told no', { permission: 'denied' }, 'denied'],
  ['a page over http', { secure: false, has_push: false, permission: undefined }, 'insecure'],
  ['a browser without push', { has_push: false }, 'unsupported'],
  ['an iPhone in Safari', { user_agent: IPHONE, has_push: false, permission: undefined }, 'install'],
  ['an iPad, which calls itself a Mac', { user_agent: MAC, touch_points: 5, has_push: false }, 'install'],
  ['an iPhone from the home screen', { user_agent: IPHONE, standalone: true }, 'ready'],
  ['a Mac', { user_agent: MAC }, 'ready'],
])('%s', (_who, known, ability) => {
  expect(pushSupportOf({ ...facts, ...known })).toBe(ability)
})
