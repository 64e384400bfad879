import { z } from 'zod'
import { type FoundBox, HELPER_PROBLEMS, HelperFault, type HelperProblem } from '#ports/set-top-helper.ts'

const Failure = z.object({ state: z.literal('error'), code: z.string() })

const Found = z.object({
  name: z.string().min(1),
  address: z
    .string()
    .max(253)
    .regex(/^[A-Za-z0-9._-]+$/),
  identifier: z.string().min(1).max(256),
  model: z.string().nullish(),
})

export const Discovered = z.object({ state: z.literal('discovered'), devices: z.array(Found).max(500) })
export const PinRequired = z.object({ state: z.literal('pin_required') })
export const Paired = z.object({ state: z.literal('paired'), credentials: z.string().min(1).max(8192) })
export const Checked = z.object({ state: z.literal('checked') })
export const Ready = z.object({ state: z.literal('ready') })
export const Sent = z.object({ state: z.literal('sent') })

/** C36: the expected answer, or the reported problem. `broken` stands for everything else. */
export function readAnswer<S extends z.ZodType>(
  schema: S,
  answer: unknown,
  broken: HelperProblem,
): z.output<S> {
  const expected = schema.safeParse(answer)
  if (expected.success) return expected.data
  const failure = Failure.safeParse(answer)
  throw new HelperFault(HELPER_PROBLEMS.find(one => one === failure.data?.code) ?? broken)
}

export function presentFound({ devices }: z.output<typeof Discovered>): FoundBox[] {
  return devices.map(({ name, address, identifier, model }) => ({
    name: name.trim().slice(0, 128) || address,
    address,
    identifier,
    ...(model && { model: model.slice(0, 128) }),
  }))
}
