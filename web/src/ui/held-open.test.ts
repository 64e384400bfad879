import { expect, it, vi } from 'vitest'
import { heldOpen } from './held-open.ts'

it('closes a dialog only while nothing runs in it', () => {
  const onOpenChange = vi.fn<(open: boolean) => void>()
  heldOpen(true, onOpenChange)(false)
  expect(onOpenChange).not.toHaveBeenCalled()
  heldOpen(false, onOpenChange)(false)
  heldOpen(true, onOpenChange)(true)
  expect(onOpenChange.mock.calls).toEqual([[false], [true]])
})
