import { expect, it } from 'vitest'
import { createUnsavedChanges } from './unsaved-changes.ts'

it('lets the latest form ask before somebody leaves, once', () => {
  const unsaved = createUnsavedChanges()
  let left = 0
  const go = () => {
    left += 1
  }
  unsaved.add('first')
  unsaved.add('second')
  expect(unsaved.askedOf('second')).toBeNull()
  unsaved.ask(go)
  expect(unsaved.askedOf('first')).toBeNull()
  unsaved.stay()
  expect([unsaved.askedOf('second'), left]).toEqual([null, 0])
  unsaved.ask(go)
  unsaved.askedOf('second')?.()
  expect([unsaved.askedOf('second'), left]).toEqual([null, 1])
})

it('goes at once where nothing is lost, and asks where something is', () => {
  const unsaved = createUnsavedChanges()
  const gone: string[] = []
  unsaved.askBefore(() => gone.push('at once'))
  unsaved.add('form')
  unsaved.askBefore(() => gone.push('after the question'))
  expect(gone).toEqual(['at once'])
  unsaved.askedOf('form')?.()
  expect(gone).toEqual(['at once', 'after the question'])
})

it('asks nothing more once all is saved', () => {
  const unsaved = createUnsavedChanges()
  const [saveFirst, saveSecond] = [unsaved.add('first'), unsaved.add('second')]
  unsaved.ask(() => {})
  saveSecond()
  expect([unsaved.exist(), unsaved.askedOf('first')]).toEqual([true, expect.any(Function)])
  saveFirst()
  unsaved.add('first')
  expect([unsaved.exist(), unsaved.askedOf('first')]).toEqual([true, null])
})
