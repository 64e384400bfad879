/** One line of a configuration of nginx, or one block of them: `location / { … }`. */
export interface Directive {
  name: string
  words: string[]
  block: Directive[] | null
}

/** A comment, a text in quotes, a sign, or a word. */
const TOKEN = /#[^\n]*|'([^']*)'|"([^"]*)"|[{};]|[^\s{};'"#]+/g

/** As nginx reads it: words up to a semicolon, or up to a block in braces. */
export function parseNginxConfiguration(text: string): Directive[] {
  const tokens = Array.from(text.matchAll(TOKEN), ([token, single, double]) => ({
    word: single ?? double ?? token,
    sign: single === undefined && double === undefined ? token : '',
  })).filter(({ sign }) => !sign.startsWith('#'))
  let at = 0
  const readBlock = (): Directive[] => {
    const found: Directive[] = []
    let words: string[] = []
    for (; at < tokens.length; at += 1) {
      const { word, sign } = tokens[at] ?? { word: '', sign: '' }
      if (sign === '}') break
      if (sign !== ';' && sign !== '{') {
        words.push(word)
        continue
      }
      const [name = '', ...rest] = words
      words = []
      if (sign === '{') at += 1
      found.push({ name, words: rest, block: sign === '{' ? readBlock() : null })
    }
    if (words.length > 0) throw new Error(`"${words.join(' ')}" has no end.`)
    return found
  }
  const all = readBlock()
  if (at < tokens.length) throw new Error('There is a brace too many.')
  return all
}
