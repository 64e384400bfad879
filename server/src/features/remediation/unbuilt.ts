import { Refusal } from '#kit/refusal.ts'

/** Deleted when every part is built. */
export const unbuilt = (): never => {
  throw new Refusal('unavailable')
}
