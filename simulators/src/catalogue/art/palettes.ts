import { hashText } from '../../kit/random.ts'
import type { Ink } from './canvas.ts'

/** Five inks: the sky from top to horizon, the middle ground, the darkest ink, and one accent. */
export interface Palette {
  high: Ink
  low: Ink
  mid: Ink
  dark: Ink
  accent: Ink
}

/** One letter, so that the path of a picture can include its palette. */
export type Mood = 'b' | 'd' | 'w' | 'c' | 'n' | 'g'

function inks(text: string): Palette {
  const [high, low, mid, dark, accent] = text.split(' ').map(hex => {
    const value = Number.parseInt(hex, 16)
    return [value >> 16, (value >> 8) & 255, value & 255] as const
  })
  if (!high || !low || !mid || !dark || !accent) throw new Error(`a palette has five inks: ${text}`)
  return { high, low, mid, dark, accent }
}

/** b bright, d dark, w warm, c cool, n neon, g green. */
const PALETTES: Record<Mood, readonly Palette[]> = {
  b: [
    inks('f4d8a8 f9efd9 e8825d 2d4057 d9473f'),
    inks('8fd0d6 f7ecd0 f2a65a 24505a e5533d'),
    inks('f7c8c0 fdf0e1 7fb2a8 2f3e5c f0a63a'),
    inks('b9dcef fdf6e3 f3b95f 3b4a6b ee6c4d'),
    inks('f6e2b3 fdf7e6 5fa8a0 27496d f2704f'),
    inks('c9e4de fff6e9 f2a07b 4a4063 f4c95d'),
  ],
  d: [
    inks('0d0f16 39242b 5b2a2c 08090d c8352b'),
    inks('11131c 2c3440 3f4a55 090a0f d9b25f'),
    inks('140f1c 3a2547 54305e 0a0710 e0455e'),
    inks('0c1416 23383a 39504d 060b0c cfd8b8'),
    inks('1a1414 4a2f22 6b4226 0c0908 e8a33d'),
    inks('0b1020 232a4d 343c69 060913 8fd3ff'),
  ],
  w: [
    inks('3a1c3d e2725b b8434e 1f1024 f6c667'),
    inks('5b2333 f0a15e c8553d 2a0f1c fbe3b0'),
    inks('7a3b2e f2c078 cf7b43 2f1a17 fdf1d6'),
    inks('43203a f28f6b d1495b 230f1f ffd9a0'),
    inks('4a2c5a f4a688 c86b85 28132f ffe9c9'),
    inks('6b2d2d f7b267 e4572e 33120f fff0cf'),
  ],
  c: [
    inks('0f2747 7fb0c9 3f7397 0a1628 f4e9cd'),
    inks('1b2a4a a9bcd0 58799c 0e172b f3b562'),
    inks('12343b c9d8c5 4d8076 0b1f24 f2c14e'),
    inks('1d2b53 b8a9d9 6a66a3 10152e f7d6e0'),
    inks('20313f d8e2dc 6d8ea0 111d27 ef8354'),
    inks('233d4d c2dfe3 619b8a 12222c fe7f2d'),
  ],
  n: [
    inks('150b36 b0307e 5b2a86 0a0520 37e0d0'),
    inks('06122e 2b6cb0 27408b 040a1a ff5da2'),
    inks('1c0c2e f0527a 7a2a8f 0f0619 ffd166'),
    inks('04202c 12807c 0b4f5c 02121a f9f871'),
    inks('240046 ff6d9f 7b2cbf 10002b ffe66d'),
    inks('021b2c 3dd6d0 146c94 01101b ff8fab'),
  ],
  g: [
    inks('23423a d7dfb0 6b9362 12241f f0c05a'),
    inks('31563f f1e6b9 89a659 18301f d9603b'),
    inks('1c3a3a a8c7a0 4e8069 0d2020 f5e6a8'),
    inks('404f2f e9dfae a3a04f 222b1a c9503c'),
    inks('2b4a3b e6ecc9 7aa874 16291f f28f3b'),
    inks('1d3b2f c8d5b9 68a691 0f211a faf3dd'),
  ],
}

/** A small rotation of the hue distinguishes titles with the same palette; a large one would change its character. */
const MAX_TURN = 0.34

export function choosePalette(mood: Mood, seed: string): Palette {
  const family = PALETTES[mood]
  const palette = family[hashText(`${seed}:palette`) % family.length]
  if (!palette) throw new Error(`no palette for mood ${mood}`)
  const turn = ((hashText(`${seed}:turn`) % 1000) / 500 - 1) * MAX_TURN
  const turned = (ink: Ink) => turnHue(ink, turn)
  return {
    high: turned(palette.high),
    low: turned(palette.low),
    mid: turned(palette.mid),
    dark: turned(palette.dark),
    accent: turned(palette.accent),
  }
}

/** Rotates the chroma of an ink in YIQ space, keeping its brightness. */
function turnHue([r, g, b]: Ink, angle: number): Ink {
  const y = 0.299 * r + 0.587 * g + 0.114 * b
  const i = 0.596 * r - 0.274 * g - 0.322 * b
  const q = 0.211 * r - 0.523 * g + 0.312 * b
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const ti = i * cos - q * sin
  const tq = i * sin + q * cos
  return [y + 0.956 * ti + 0.621 * tq, y - 0.272 * ti - 0.647 * tq, y - 1.106 * ti + 1.703 * tq]
}

export function isMood(letter: string): letter is Mood {
  return Object.hasOwn(PALETTES, letter)
}
