/**
 * Titles and plots use the words of credentials too: "The Secret: Dare to Dream", "Smart Cookie: A Novel". They stay
 * whole where nothing near them looks like a credential (2:4.8); in doubt the value goes, for a leaked key is worse
 * than a lost word.
 */

/** Field names that are also words in titles. Their secret values are never ordinary words. */
const TITLE_WORD = /^(?:secret|token|cookies?)$/i
/** People choose plain words for these, so that more must speak for a title. */
const CHOSEN_WORD = /^(?:password|credentials?)$/i
/** "The ", "Top ", "Vol. 2 ": a word on the same line. */
const WORD_IN_FRONT = /[\p{L}\p{N}.!?'\u2019][^\S\r\n]$/u
/** "Client secret" and "admin password" are labels, not titles. */
const LABEL_IN_FRONT =
  /(?<![\p{L}\p{N}])(?:access|admin|api|app|auth|bearer|bot|client|csrf|default|id|invalid|login|oauth|push|refresh|session|shared|user|webhook|wrong)[^\S\r\n]$/iu
const CAPITAL = /^[\u201c\u2018\u00ab(\u00bf\u00a1"']*[\p{Lu}\p{Lo}\p{N}]/u
/** Letters in the case of a word, joined as in "half-blood" or "l’amour". Tokens have digits, signs or mixed case. */
const PLAIN_WORD =
  /^(?:(?:Ma?c)?\p{Lu}?[\p{Ll}\p{Lo}\p{M}]*|\p{Lu}+)(?:['\u2019\u00b7-](?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}]*|\p{Lu}+)){0,2}$/u
const AROUND_WORD = /^[\u201c\u2018\u00ab(\u00bf\u00a1"']+|[.,!?\u2026:;)\u201d\u2019\u00bb"'-]+$/g
/** Longer than nearly every word. */
const MAX_WORD = 15
/** "50 Years", "1944": too short for a key. */
const SHORT_NUMBER = /^\d{1,4}$/
const CREDENTIAL_NEAR = /(?=[\w+/=~-]{0,40}\d)[\w+/=~-]{16}/
const COOKIE_PAIR = /\S=/

export interface NamedText {
  /** What stands in front of the name, as far as it matters. */
  before: string
  name: string
  /** What follows, up to the end of the line, of the quotes or of the item of a list. */
  value: string
  /** The name and the value are items of a list, as titles and headers are. */
  listed: boolean
}

/** Whether a text that looks like `name: value` is part of a title or a sentence. */
export function readsAsProse({ before, name, value, listed }: NamedText): boolean {
  const isTitleWord = TITLE_WORD.test(name)
  if (!isTitleWord && !CHOSEN_WORD.test(name)) return false
  // `X-Plex-Token`, `auth_token` and `usertoken` are not words of a title.
  if (/[\p{L}\p{N}_.%-]$/u.test(before) || LABEL_IN_FRONT.test(before)) return false
  const [first = '', second = ''] = value.trimStart().split(/\s+/, 2)
  const goesOn = isPlain(second)
  if (!isPlain(first) && !(SHORT_NUMBER.test(first) && goesOn)) return false
  if (CREDENTIAL_NEAR.test(value) || (/^cookie/i.test(name) && COOKIE_PAIR.test(value))) return false
  const isInSentence = WORD_IN_FRONT.test(before)
  if (isTitleWord && (listed || isInSentence)) return true
  const isTitled = CAPITAL.test(name) && CAPITAL.test(first) && goesOn
  return isTitled && (isTitleWord || isInSentence)
}

function isPlain(word: string): boolean {
  const bare = word.replace(AROUND_WORD, '')
  return bare !== '' && bare.length <= MAX_WORD && PLAIN_WORD.test(bare)
}
