import { useCallback, useState } from 'react'
import type { RequestTarget } from './request-sheet-context.ts'

/** The title whose request sheet is open. It stays set while the sheet closes, so that the closing is animated. */
export function useSheetTarget() {
  const [sheet, setSheet] = useState<{ title: RequestTarget; open: boolean; at: number } | null>(null)
  const openSheet = useCallback(
    (title: RequestTarget) => setSheet(before => ({ title, open: true, at: (before?.at ?? 0) + 1 })),
    [],
  )
  const closeSheet = useCallback(() => setSheet(before => before && { ...before, open: false }), [])
  return { sheet, openSheet, closeSheet }
}
