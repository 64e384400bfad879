import type { SetTopBox } from '@foyer/contract/set-top-boxes'
import type { Role } from '@foyer/contract/permissions'

/** 2:4.12: where a box is, only admins learn. */
export function presentBox({ id, name, address, identifier }: Required<SetTopBox>, role: Role): SetTopBox {
  return role === 'admin' ? { id, name, address, identifier } : { id, name }
}

/** 2/4.12: four digits, as the box shows them. */
export function isPin(text: string): boolean {
  return /^[0-9]{4}$/.test(text)
}
