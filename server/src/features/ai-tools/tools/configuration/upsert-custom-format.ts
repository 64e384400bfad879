import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { ChangeResult, changeResult, sourceOf } from './change-result.ts'
import { ManagerInput, ManagerOutput } from './manager-input.ts'

const MAX_SPECIFICATIONS = 256

/** Formats that people share carry further fields, which come from the manager anyway. */
const Specification = z.object({
  name: z.string().trim().min(1).max(256),
  implementation: z
    .string()
    .min(1)
    .max(128)
    .describe(
      'The kind of condition, such as ReleaseTitleSpecification. An unknown one is answered with the list.',
    ),
  negate: z.boolean().default(false),
  required: z.boolean().default(false),
  fields: z
    .array(z.object({ name: z.string().min(1).max(128), value: z.json() }))
    .max(32)
    .describe('Usually one field named "value", for example a regular expression.'),
})

export const upsertCustomFormat = defineTool({
  name: 'upsert_custom_format',
  title: 'Create or change a custom format',
  description:
    'Creates a custom format, or replaces the conditions of the one that has this name. A new format enters every ' +
    'quality profile with the score 0; give it a score with preview_profile_change. Changing a format affects every ' +
    'profile that scores it, and it cannot be restored: look at the present conditions with get_custom_formats first.',
  permission: 'instances:manage',
  hint: 'destructive',
  input: z.strictObject({
    ...ManagerInput,
    custom_format: z.object({
      name: z.string().trim().min(1).max(256),
      specifications: z.array(Specification).min(1).max(MAX_SPECIFICATIONS),
    }),
  }),
  output: z.object({ ...ManagerOutput, ...ChangeResult }).partial({ instance_id: true, instance_name: true }),
  async run({ custom_format, ...choice }, { caller, source, configuration, signal }) {
    const format = {
      name: custom_format.name,
      specifications: custom_format.specifications.map(({ fields, ...rest }) => ({
        ...rest,
        fields: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
      })),
    }
    const change = await configuration.upsertFormat(caller, sourceOf(source), { ...choice, format, signal })
    if (!change) {
      const summary = `Custom format ${format.name}`
      return { status: 'unchanged' as const, summary, message: 'The custom format is already like this.' }
    }
    const { instance_id, instance_name } = change
    return { instance_id, instance_name, ...changeResult(change) }
  },
})
