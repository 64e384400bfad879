/** A link within text, told from it by its line. */
export const TEXT_LINK = 'rounded-mark underline decoration-edge underline-offset-4 hover:decoration-current'
