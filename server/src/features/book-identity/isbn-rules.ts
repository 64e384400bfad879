/** A placeholder for "none" in catalogues, although its check digit is valid. */
const PLACEHOLDER = /^(\d)\1{9}$/

function sum(digits: string, weight: (place: number) => number): number {
  return digits.split('').reduce((total, digit, i) => total + valueOf(digit) * weight(i), 0)
}

function valueOf(digit: string): number {
  return digit === 'X' ? 10 : Number(digit)
}

/** The last digit of an ISBN-13, computed from the first twelve. */
export function checkDigit13(twelve: string): string {
  return String((10 - (sum(twelve, i => (i % 2 === 0 ? 1 : 3)) % 10)) % 10)
}

/** The last digit of an ISBN-10, computed from the first nine. */
export function checkDigit10(nine: string): string {
  const digit = (11 - (sum(nine, i => 10 - i) % 11)) % 11
  return digit === 10 ? 'X' : String(digit)
}

/** 1:4.8.7: thirteen digits with a valid check digit, converted from an ISBN-10 if necessary; otherwise null. */
export function normaliseIsbn(text: string): string | null {
  const digits = text.replace(/[\s\u2010-\u2015-]/g, '').toUpperCase()
  if (/^97[89]\d{10}$/.test(digits)) {
    return checkDigit13(digits.slice(0, 12)) === digits[12] ? digits : null
  }
  if (!/^\d{9}[\dX]$/.test(digits) || PLACEHOLDER.test(digits)) return null
  if (checkDigit10(digits.slice(0, 9)) !== digits[9]) return null
  const twelve = `978${digits.slice(0, 9)}`
  return `${twelve}${checkDigit13(twelve)}`
}
