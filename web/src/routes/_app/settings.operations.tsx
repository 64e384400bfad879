import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#lib/guard.ts'
import { operationsTexts } from '#lib/texts/operations-texts.ts'

/** Who may see these pages, and their texts, for all of them. */
export const Route = createFileRoute('/_app/settings/operations')({
  loader() {
    requirePermission('system:read')
    return operationsTexts()
  },
})
