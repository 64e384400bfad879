/** One element: its attributes with entities resolved, and its child elements. Text between them is dropped. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string | undefined>>
  children: XmlElement[]
}

const TAG = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescape(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (whole, decimal, hex, name: string | undefined) => {
      if (decimal) return String.fromCodePoint(Number(decimal))
      if (hex) return String.fromCodePoint(parseInt(String(hex), 16))
      return ENTITIES[name ?? ''] ?? whole
    },
  )
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(ATTRIBUTE)]
  return Object.fromEntries(found.map(([, name, a, b]) => [name, unescape(a ?? b ?? '')]))
}

/** The root element of a short document as the first version of plex.tv's routes sends it. Null: it is not XML. */
export function parseXml(document: string): XmlElement | null {
  const top: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [top]
  for (const [, closing, name = '', attributes = '', is_empty] of document.matchAll(TAG)) {
    if (closing) {
      if (open.length > 1 && open.at(-1)?.name === name) open.pop()
      else return null
      continue
    }
    const element: XmlElement = { name, attributes: attributesOf(attributes), children: [] }
    open.at(-1)?.children.push(element)
    if (!is_empty) open.push(element)
  }
  const [root, ...more] = top.children
  return root && more.length === 0 && open.length === 1 ? root : null
}
