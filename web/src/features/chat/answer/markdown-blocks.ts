const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** Also an unfinished item: `2` before its dot. */
const LIST_ITEM = /^\s*([-*+]|\d{1,9}[.)]?)(\s|$)/

/** Whether a paragraph after a blank line still belongs to the list before it. */
function continuesList(block: readonly string[], line: string): boolean {
  return LIST_ITEM.test(block[0] ?? '') && (LIST_ITEM.test(line) || /^\s{2,}\S/.test(line))
}

/**
 * The top-level blocks of a Markdown text: paragraphs, lists, tables, code. A block that is followed by another does
 * not change any more, so that a long answer only renders its last one while it grows.
 */
export function blocksOf(text: string): string[] {
  const blocks: string[][] = []
  let block: string[] = []
  let fence = ''
  let after_blank = false

  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1] ?? ''
    if (fence) {
      block.push(line)
      if (mark.startsWith(fence) && line.trim() === mark) fence = ''
      continue
    }
    if (line.trim() === '') {
      after_blank = true
      if (block.length > 0) block.push('')
      continue
    }
    if (after_blank && block.length > 0 && !continuesList(block, line)) {
      blocks.push(block)
      block = []
    }
    after_blank = false
    block.push(line)
    fence = mark
  }
  if (block.length > 0) blocks.push(block)
  return blocks.map(lines => lines.join('\n').trimEnd())
}

const count = (text: string, mark: RegExp) => text.match(mark)?.length ?? 0

/** A table is shown once the line below its head is complete; before that it would look like text. */
function isTableHead(lines: readonly string[]): boolean {
  return (lines[0]?.trimStart().startsWith('|') ?? false) && lines.length < 3
}

/** Marks that only get their meaning from what follows, such as `-` below a line, which would make it a heading. */
const LONE_MARK = /^\s*([-=*+#>|:]+|\d{1,9}[.)]?|`{1,2}|~{1,2})\s*$/
const OPEN_LINK = /!?\[([^\]\n]*)(\](\([^)\n]*)?)?$/

const MARKS = { '**': /\*\*/g, '~~': /~~/g, '*': /\*/g } as const

/** The first mark that is open at the end of the line. */
function openMark(line: string): string | undefined {
  // Inside code, marks have no meaning, and neither has the one of a list.
  const text = line.replace(/`[^`]*`/g, '').replace(/^\s*\*\s/, '')
  const single = text.replace(MARKS['**'], '')
  return Object.entries(MARKS).find(([mark, all]) => count(mark === '*' ? single : text, all) % 2 === 1)?.[0]
}

function closeMarks(line: string): string {
  const text = line.replace(OPEN_LINK, '$1')
  if (count(text, /`/g) % 2 === 1) return text.endsWith('`') ? text.slice(0, -1) : `${text}\``
  if (!openMark(text)) return text
  // Marks at the very end may open or close something; the next letter tells.
  const settled = text.replace(/[*_~]+$/, '')
  return settled.trimEnd() + (openMark(settled) ?? '')
}

/**
 * The last block of a text that still grows, without the marks that would change its look with the next letter: an
 * open `**` is closed, half a link is shown as its label, half a table not at all.
 */
export function settleTail(block: string): string {
  const lines = block.split('\n')
  if (FENCE.test(lines[0] ?? '')) return block
  if (isTableHead(lines)) return ''
  const last = lines.pop() ?? ''
  if (LONE_MARK.test(last)) return lines.join('\n')
  return [...lines, last.trimStart().startsWith('|') ? last : closeMarks(last)].join('\n')
}
