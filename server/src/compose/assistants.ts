import { createAiToolsSlice } from '#features/ai-tools/slice.ts'
import { createChatSlice } from '#features/chat/slice.ts'
import { createLibraryOperationsSlice } from '#features/library-operations/slice.ts'
import { createManagerConfigurationSlice } from '#features/manager-configuration/slice.ts'
import { createMcpSlice } from '#features/mcp/slice.ts'
import { createTitleToolsSlice } from '#features/title-tools/slice.ts'
import { createCallRoute } from '#http/call-route.ts'
import type { Platform } from '#platform/platform.ts'
import type { CollectedSlices } from './slices.ts'

type NeedsOf<Create extends (platform: Platform, needs: never) => unknown> = Parameters<Create>[1]

type Needs = NeedsOf<typeof createLibraryOperationsSlice> &
  Omit<NeedsOf<typeof createTitleToolsSlice>, 'operations'> &
  NeedsOf<typeof createManagerConfigurationSlice> &
  Omit<NeedsOf<typeof createAiToolsSlice>, 'callRoute' | 'operations' | 'configuration'> &
  Omit<NeedsOf<typeof createChatSlice>, 'dispatcher'>

/** What admins and models do in libraries, and the ways by which models ask for it (2:4.5–2:4.8). */
export function addAssistants(platform: Platform, { add, routes }: CollectedSlices, needs: Needs) {
  const { operations } = add(createLibraryOperationsSlice(platform, needs))
  add(createTitleToolsSlice(platform, { ...needs, operations }))
  const { configuration } = add(createManagerConfigurationSlice(platform, needs))
  const callRoute = createCallRoute(routes)
  const { dispatcher, server_tools, onToolsChanged } = add(
    createAiToolsSlice(platform, { ...needs, callRoute, operations, configuration }),
  )
  add(createMcpSlice(platform, { ...needs, dispatcher, onToolsChanged }))
  add(createChatSlice(platform, { ...needs, dispatcher }))
  return { operations, configuration, dispatcher, server_tools }
}
