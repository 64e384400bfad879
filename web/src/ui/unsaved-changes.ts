/** Which forms have changes that are not saved, the latest last, and whether somebody is about to leave them. */
export function createUnsavedChanges() {
  let forms: readonly string[] = []
  let leave: (() => void) | null = null
  const listeners = new Set<() => void>()

  function changed() {
    for (const listener of listeners) listener()
  }

  function stay() {
    leave = null
    changed()
  }

  /** The latest form asks before `go` is called. */
  function ask(go: () => void) {
    leave = () => {
      stay()
      go()
    }
    changed()
  }

  return {
    /** Answers how to take it back: they were saved, or the form is gone. */
    add(form: string): () => void {
      forms = [...forms.filter(one => one !== form), form]
      changed()
      return () => {
        forms = forms.filter(one => one !== form)
        if (forms.length === 0) leave = null
        changed()
      }
    },
    exist: (): boolean => forms.length > 0,
    ask,
    /** For what loses a form without leaving its page, such as another choice above it. */
    askBefore(go: () => void) {
      if (forms.length > 0) ask(go)
      else go()
    },
    /** What this form has to ask about; null: nothing. */
    askedOf: (form: string): (() => void) | null => (forms.at(-1) === form ? leave : null),
    stay,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const unsavedChanges = createUnsavedChanges()
