import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#lib/guard.ts'

export const Route = createFileRoute('/_app/users')({
  beforeLoad: () => requirePermission('users:manage'),
})
