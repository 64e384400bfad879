/** The fields of one document, each with its texts. */
export type Fields = Record<string, readonly string[]>
type Test = (fields: Fields) => boolean

/** The part of Lucene's language that clients of the search use: fields, phrases, groups, AND, OR, NOT. */
export function parseLucene(query: string): Test | null {
  const tokens = query.match(/"(?:[^"\\]|\\.)*"|[()]|[^\s()":]+:|[^\s()"]+/g) ?? []
  let at = 0
  let broken = false

  function clause(field: string | null): Test {
    const token = tokens[at++]
    if (token === undefined || token === ')') return fail()
    if (token === 'NOT') {
      const inner = clause(field)
      return fields => !inner(fields)
    }
    if (token === '(') {
      const inner = either(field)
      if (tokens[at++] !== ')') return fail()
      return inner
    }
    if (token.endsWith(':')) return clause(token.slice(0, -1))
    return matches(field, unquote(token))
  }

  function both(field: string | null): Test {
    const tests = [clause(field)]
    while (tokens[at] === 'AND') {
      at++
      tests.push(clause(field))
    }
    return fields => tests.every(test => test(fields))
  }

  /** Words beside each other are joined by OR, as the index is set up. */
  function either(field: string | null): Test {
    const tests = [both(field)]
    while (at < tokens.length && tokens[at] !== ')') {
      if (tokens[at] === 'OR') at++
      tests.push(both(field))
    }
    return fields => tests.some(test => test(fields))
  }

  function fail(): Test {
    broken = true
    return () => false
  }

  const test = either(null)
  return broken || at < tokens.length || tokens.length === 0 ? null : test
}

function unquote(token: string): string {
  return token.startsWith('"') ? token.slice(1, -1).replaceAll(/\\(.)/g, '$1') : token
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}&-]+/gu) ?? []

/** A phrase is found where its words stand beside each other; ids and types are words of their own. */
function matches(field: string | null, phrase: string): Test {
  const wanted = ` ${wordsOf(phrase).join(' ')} `
  const found = (text: string) => ` ${wordsOf(text).join(' ')} `.includes(wanted)
  return fields => {
    const texts = field === null ? Object.values(fields).flat() : (fields[field] ?? [])
    return wanted.trim() !== '' && texts.some(found)
  }
}
