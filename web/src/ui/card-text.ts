/** Room for a title of two lines and the line below, so that no row grows when titles arrive. */
export const CARD_TEXT = 'min-h-13.75'
