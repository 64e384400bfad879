import { expect, it } from 'vitest'
import { roleGuard } from './guards.ts'

const ana = { id: 1, role: 'admin' as const, child: false }
const bo = { id: 2, role: 'admin' as const, child: false }
const kid = { id: 3, role: 'user' as const, child: true }
const cy = { id: 4, role: 'user' as const, child: false }

it('1/4.12 locks the role of the last admin and of kids accounts only', () => {
  expect(roleGuard(ana, [ana, kid, cy])).toBe('last_admin')
  expect(roleGuard(ana, [ana, bo])).toBeNull()
  expect(roleGuard(kid, [ana, kid])).toBe('kids_account')
  expect(roleGuard(cy, [ana, cy])).toBeNull()
})
