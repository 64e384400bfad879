import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#lib/guard.ts'
import { libraryAccessTexts } from '#lib/texts/library-access-texts.ts'

export const Route = createFileRoute('/_app/users')({
  loader: libraryAccessTexts,
  beforeLoad: () => requirePermission('users:manage'),
})
