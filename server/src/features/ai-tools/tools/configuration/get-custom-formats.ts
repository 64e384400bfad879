import { z } from 'zod'
import { Refusal } from '#kit/refusal.ts'
import { defineTool } from '../../define-tool.ts'
import { fitRows } from '../fit-result.ts'
import { ManagerInput, ManagerOutput } from './manager-input.ts'

const Specification = z.object({
  name: z.string(),
  implementation: z.string(),
  negate: z.boolean(),
  required: z.boolean(),
  fields: z.array(z.object({ name: z.string(), value: z.json() })),
})

const Format = z.object({
  id: z.int(),
  name: z.string(),
  specifications_total: z.int(),
  /** Only for a single custom format. */
  specifications: z.array(Specification).optional(),
})

export const getCustomFormats = defineTool({
  name: 'get_custom_formats',
  title: 'Custom formats',
  description:
    'Lists the custom formats of a library manager by id and name. With format_id it returns one of them with its ' +
    'conditions (specifications), in the form that upsert_custom_format takes. The scores are in the quality ' +
    'profiles: see get_quality_profiles.',
  permission: 'instances:manage',
  hint: 'read',
  input: z.strictObject({ ...ManagerInput, format_id: z.int().positive().optional() }),
  output: z.object({
    ...ManagerOutput,
    formats: z.array(Format),
    total: z.int(),
    /** Not everything fitted. */
    truncated: z.boolean(),
  }),
  async run({ format_id, ...choice }, { caller, configuration, signal }) {
    const { formats, ...instance } = await configuration.readFormats(caller, { ...choice, signal })
    if (format_id === undefined) {
      const rows = formats.map(({ id, name, specifications }) => ({
        id,
        name,
        specifications_total: specifications.length,
      }))
      const listed = fitRows(rows)
      return { ...instance, formats: listed.rows, total: rows.length, truncated: listed.truncated }
    }
    const found = formats.find(one => one.id === format_id)
    if (!found) throw new Refusal('not_found', { error: 'There is no custom format with this id.' })
    const all = found.specifications.map(({ fields, ...rest }) => ({
      ...rest,
      fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
    }))
    const { rows: specifications, truncated } = fitRows(all)
    const { id, name } = found
    return {
      ...instance,
      formats: [{ id, name, specifications_total: all.length, specifications }],
      total: 1,
      truncated,
    }
  },
})
