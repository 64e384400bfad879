import { afterEach, describe, expect, it } from 'vitest'
import { dismissToast, toast, toastStore } from './toast-store.ts'

const shown = () => toastStore.get().map(one => one.text)
const action = { label: 'Undo', run: () => {} }

afterEach(() => {
  for (const { id } of toastStore.get()) dismissToast(id)
})

describe('several toasts', () => {
  it('are the newest three', () => {
    for (const text of ['1', '2', '3', '4']) toast(text)
    expect(shown()).toEqual(['2', '3', '4'])
  })

  it('never drop one with an action', () => {
    for (const text of ['1', '2', '3', '4']) toast(text, { action })
    expect(shown()).toEqual(['1', '2', '3', '4'])
    toast('said')
    expect(shown()).toEqual(['1', '2', '3', '4', 'said'])
    toast('said later')
    expect(shown()).toEqual(['1', '2', '3', '4', 'said later'])
  })
})
