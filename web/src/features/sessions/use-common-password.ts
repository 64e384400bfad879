import { useEffect, useState } from 'react'
import { isLongEnough } from './password-grade.ts'

type IsCommon = (password: string) => boolean

/**
 * Whether the server would refuse this password as too common; null while that is not known. The list comes
 * when somebody chooses a password, and with no page before.
 */
export function useCommonPassword(password: string): boolean | null {
  const [isCommon, setIsCommon] = useState<IsCommon | null>(null)
  const isWanted = isLongEnough(password) && !isCommon
  useEffect(() => {
    if (!isWanted) return
    // Without the list, the server alone judges; it says so when the form is sent.
    import('@foyer/contract/common-passwords').then(
      list => setIsCommon(() => list.isCommonPassword),
      () => setIsCommon(() => () => false),
    )
  }, [isWanted])
  return isCommon && isCommon(password)
}
