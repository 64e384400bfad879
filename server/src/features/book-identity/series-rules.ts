export interface SeriesPlace {
  name: string
  /** Verbatim: `2`, `0.5`, `1-3`; null when the text contains no position (C14). */
  position: string | null
}

const MARK = ' #'

/** 1:4.10: splits at the last ` #`. Null: the book is not part of a series. */
export function parseSeries(text: string | null | undefined): SeriesPlace | null {
  const whole = text ?? ''
  const mark = whole.lastIndexOf(MARK)
  const name = (mark < 0 ? whole : whole.slice(0, mark)).trim()
  if (name === '') return null
  const position = mark < 0 ? '' : whole.slice(mark + MARK.length).trim()
  return { name, position: position === '' ? null : position }
}

/** The leading number of a position, used for sorting. Null sorts last. */
export function leadingNumber(position: string | null): number | null {
  const digits = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)/.exec(position ?? '')?.[0]
  return digits === undefined ? null : Number(digits)
}

/** Reading order: by leading number, then entries without one. 0 leaves the decision to the caller. */
export function byPosition(a: string | null, b: string | null): number {
  const [left, right] = [leadingNumber(a), leadingNumber(b)]
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  return left - right
}
