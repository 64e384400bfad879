import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '#features/shell/states/not-found.tsx'

/** Unknown addresses, inside the frame so that navigation stays available. */
export const Route = createFileRoute('/_app/$')({ component: NotFound })
