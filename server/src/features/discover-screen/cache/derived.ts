import { type Ready, readyJson } from '#kit/ready.ts'

/** Derived forms of an answer, by name. */
const made = new WeakMap<Ready, Map<string, Ready>>()

/**
 * A derived form of a cached answer, computed once and kept exactly as long as the answer itself. `make` returns
 * null when there is nothing to change; then the same bytes are sent.
 */
export function derive(source: Ready, name: string, make: (value: unknown) => unknown): Ready {
  const forms = made.get(source) ?? new Map<string, Ready>()
  made.set(source, forms)
  const known = forms.get(name)
  if (known) return known
  const value = make(JSON.parse(source.bytes.toString('utf8')))
  const form = value === null ? source : readyJson(value)
  forms.set(name, form)
  return form
}
