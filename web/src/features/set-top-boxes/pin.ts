export const PIN_LENGTH = 4

/** The digits of what was typed or pasted; "12 34" and "1-2-3-4" are PINs, too. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, PIN_LENGTH)
}

export function isWholePin(pin: string): boolean {
  return pin.length === PIN_LENGTH
}
