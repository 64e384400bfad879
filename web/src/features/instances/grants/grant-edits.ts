/** Whom a form gave an instance, and from whom it took it, by the person's id. */
export type GrantEdits = ReadonlyMap<number, boolean>

export const NO_EDITS: GrantEdits = new Map()

/**
 * The edits on top of what is saved by now. Saving replaces the whole list, so somebody who was given the instance
 * elsewhere since, such as after asking for it, has to be part of it.
 */
export function applyEdits(saved: readonly number[], edits: GrantEdits): number[] {
  const given = [...edits].filter(([, is_given]) => is_given).map(([id]) => id)
  return [...new Set([...saved, ...given])].filter(id => edits.get(id) !== false)
}
