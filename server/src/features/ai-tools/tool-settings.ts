import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

/** Tools that an admin turned off. A name that no tool has any more is kept: a later version may have it again. */
export const aiTools = defineSetting({
  key: 'ai_tools',
  schema: z.object({ disabled: z.array(z.string()) }),
  default: { disabled: [] },
})

/** Until when tool calls are logged; null when they are not. */
export const aiToolDebug = defineSetting({
  key: 'ai_tool_debug',
  schema: z.object({ until: z.string().nullable() }),
  default: { until: null },
})
