import { type Ready, readyJson } from '#kit/ready.ts'

/** What is made of one answer, by the name of the making. */
const made = new WeakMap<Ready, Map<string, Ready>>()

/**
 * Another form of a held answer, made once and kept for exactly as long as the answer itself, so it can never
 * outlive it. `make` answers null when there is nothing to change; then the very same bytes go out.
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
