import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '#features/shell/not-found.tsx'

/** Every address without a page of its own, inside the frame so that the way back is in reach. */
export const Route = createFileRoute('/_app/$')({ component: NotFound })
