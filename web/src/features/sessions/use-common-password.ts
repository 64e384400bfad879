import { useEffect, useState } from 'react'
import { isLongEnough } from './password-grade.ts'

type IsCommon = (password: string) => boolean

/**
 * Whether the server would reject this password as too common; null while unknown. The list is only loaded when
 * someone chooses a password.
 */
export function useCommonPassword(password: string): boolean | null {
  const [isCommon, setIsCommon] = useState<IsCommon | null>(null)
  const needs_check = isLongEnough(password) && !isCommon
  useEffect(() => {
    if (!needs_check) return
    // Without the list, the server checks when the form is sent.
    import('@foyer/contract/sessions/common-passwords').then(
      list => setIsCommon(() => list.isCommonPassword),
      () => setIsCommon(() => () => false),
    )
  }, [needs_check])
  return isCommon && isCommon(password)
}
