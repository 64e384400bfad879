/** Room for a two-line title and one more line, so that rows do not grow when titles load. */
export const CARD_TEXT = 'min-h-13.75'
