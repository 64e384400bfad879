import { asList, asRecord, isRecord, type JsonRecord, textIn } from '../kit/json.ts'
import type { AskedMessage, AskedTool, EncodedReply, Reply } from './model-types.ts'
import { argumentsOf, piecesOf, usageOf } from './reply-encoding.ts'
import { parsed } from './chat-completions.ts'
import {
  anything,
  checkToolNames,
  type Check,
  count,
  filledText,
  flag,
  listOf,
  number,
  object,
  oneOf,
  record,
  text,
  toolName,
  violate,
  Violation,
} from './shape.ts'
import type { WireContext, WireFormat } from './wire-format.ts'

/** Values that the reference allows in place of a signature, for calls that another model made. */
const NO_SIGNATURE = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']

const thought = { thought: flag, thoughtSignature: filledText }
const functionCall = object({ name: toolName(64) }, { id: text, args: record })
const functionResponse = object({ name: toolName(64), response: record }, { id: text, willContinue: flag })

const part: Check = (value, path) => {
  const kinds = ['text', 'functionCall', 'functionResponse', 'inlineData', 'fileData']
  const given = kinds.filter(kind => isRecord(value) && value[kind] !== undefined)
  if (given.length !== 1) violate(path, `required oneof field 'data' must have one initialized field`)
  object({}, { text, functionCall, functionResponse, inlineData: record, fileData: record, ...thought })(
    value,
    path,
  )
}

const filledParts: Check = (value, path) => {
  listOf(part)(value, path)
  if (asList(value).length === 0) violate(path, 'must include at least one parts field')
}
const content = object({ parts: filledParts }, { role: oneOf('user', 'model', 'function') })

/** The subset of OpenAPI's schema that `parameters` takes. */
const schema: Check = (value, path) => {
  object(
    {},
    {
      type: (type, at) =>
        oneOf(
          'string',
          'number',
          'integer',
          'boolean',
          'array',
          'object',
          'null',
        )(String(type).toLowerCase(), at),
      format: text,
      title: text,
      description: text,
      nullable: flag,
      enum: listOf(text),
      maxItems: anything,
      minItems: anything,
      properties: (properties, at) => {
        record(properties, at)
        for (const [name, one] of Object.entries(asRecord(properties))) schema(one, `${at}[${name}]`)
      },
      required: listOf(text),
      minProperties: anything,
      maxProperties: anything,
      minLength: anything,
      maxLength: anything,
      pattern: text,
      example: anything,
      anyOf: listOf(schema),
      propertyOrdering: listOf(text),
      default: anything,
      items: (items, at) => schema(items, at),
      minimum: number,
      maximum: number,
    },
  )(value, path)
  const { type, items, required, properties } = asRecord(value)
  if (String(type).toLowerCase() === 'array' && items === undefined) violate(`${path}.items`, 'missing field')
  for (const name of asList(required))
    if (!(String(name) in asRecord(properties))) violate(`${path}.required`, `property is not defined`)
}

const declaration = object(
  { name: toolName(64), description: text },
  { parameters: schema, parametersJsonSchema: record, response: schema, behavior: text },
)

const FORM = object(
  { contents: listOf(content) },
  {
    systemInstruction: object({ parts: filledParts }, { role: text }),
    tools: listOf(object({}, { functionDeclarations: listOf(declaration) })),
    toolConfig: object(
      {},
      {
        functionCallingConfig: object(
          {},
          { mode: oneOf('AUTO', 'ANY', 'NONE', 'VALIDATED'), allowedFunctionNames: listOf(text) },
        ),
      },
    ),
    safetySettings: listOf(object({ category: text, threshold: text })),
    cachedContent: text,
    labels: record,
    serviceTier: text,
    store: flag,
    generationConfig: object(
      {},
      {
        maxOutputTokens: count,
        temperature: number,
        topP: number,
        topK: number,
        candidateCount: count,
        stopSequences: listOf(text),
        seed: number,
        presencePenalty: number,
        frequencyPenalty: number,
        responseMimeType: text,
        responseSchema: schema,
        responseJsonSchema: record,
        responseModalities: listOf(text),
        thinkingConfig: object(
          {},
          {
            thinkingLevel: oneOf('minimal', 'low', 'medium', 'high', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH'),
            thinkingBudget: number,
            includeThoughts: flag,
          },
        ),
      },
    ),
  },
)

const partsOf = (one: JsonRecord) => asList(one['parts']).map(asRecord)
const within = (one: JsonRecord | undefined, field: string) =>
  (one ? partsOf(one) : []).filter(each => each[field] !== undefined)
const callKey = (call: JsonRecord) => JSON.stringify([call['name'], call['args'] ?? {}])

function checkToolResults(contents: readonly JsonRecord[]): void {
  for (const [i, one] of contents.entries()) {
    const calls = within(one, 'functionCall').map(each => asRecord(each['functionCall']))
    const before = contents[i - 1]
    const asked = within(before, 'functionCall').map(each => asRecord(each['functionCall']))
    const answers = within(one, 'functionResponse').map(each => asRecord(each['functionResponse']))
    if (calls.length > 0 && (one['role'] !== 'model' || !before || before['role'] === 'model'))
      throw new Violation(
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      )
    if (answers.length !== asked.length)
      throw new Violation(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      )
    for (const [j, answer] of answers.entries()) {
      const same_id = answer['id'] === undefined || asked.some(call => call['id'] === answer['id'])
      if (!asked.some(call => call['name'] === answer['name']) || !same_id)
        violate(`contents[${i}].parts[${j}].function_response`, 'does not answer a call of the turn before')
    }
  }
  if (within(contents.at(-1), 'functionCall').length > 0)
    throw new Violation('Please ensure that function call turns are followed by function responses.')
}

/** A signature comes back on the call it was given for, at the latest until the person writes again. */
function checkSignatures(contents: readonly JsonRecord[], { issued }: WireContext): void {
  const asked_at = contents.findLastIndex(
    one => one['role'] !== 'model' && within(one, 'functionResponse').length === 0,
  )
  for (const [i, one] of contents.entries()) {
    let is_first_call = true
    for (const [j, each] of partsOf(one).entries()) {
      const at = `contents[${i}].parts[${j}]`
      const signature = textIn(each, 'thoughtSignature')
      const call = isRecord(each['functionCall']) ? each['functionCall'] : null
      const needed = call ? issued.signatureFor(callKey(call)) : undefined
      const is_substitute = signature !== undefined && NO_SIGNATURE.includes(signature)
      if (signature !== undefined && !is_substitute) {
        const content = issued.signedContent(signature)
        if (content === undefined || (call && content !== callKey(call)))
          throw new Violation(`${at}: Thought signature is not valid.`)
      }
      const has_none = signature === undefined || (is_substitute && needed !== undefined)
      if (call && is_first_call && i > asked_at && has_none)
        throw new Violation(
          `Function call \`${String(call['name'])}\` in the ${i + 1}. content block is missing a \`thought_signature\`.`,
        )
      if (call) is_first_call = false
    }
  }
}

function toolsOf(body: JsonRecord): AskedTool[] {
  return asList(body['tools']).flatMap(group =>
    asList(asRecord(group)['functionDeclarations'])
      .map(asRecord)
      .map(one => ({
        name: textIn(one, 'name') ?? '',
        description: textIn(one, 'description') ?? '',
        input_schema: asRecord(one['parameters'] ?? one['parametersJsonSchema']),
      })),
  )
}

const partsText = (one: JsonRecord) =>
  within(one, 'text')
    .filter(each => each['thought'] !== true)
    .map(each => String(each['text']))
    .join('')

function readContents(contents: readonly JsonRecord[]): AskedMessage[] {
  return contents.flatMap((one, i): AskedMessage[] => {
    const said = partsText(one)
    if (one['role'] === 'model') {
      const tool_calls = within(one, 'functionCall').map((each, j) => {
        const call = asRecord(each['functionCall'])
        return {
          id: textIn(call, 'id') ?? `${i}.${j}`,
          name: String(call['name']),
          input: call['args'] ?? {},
        }
      })
      return [{ role: 'assistant', text: said, ...(tool_calls.length > 0 && { tool_calls }) }]
    }
    const results = within(one, 'functionResponse').map((each, j): AskedMessage => {
      const answer = asRecord(each['functionResponse'])
      const { response } = answer
      const output = asRecord(response)['content'] ?? asRecord(response)['output'] ?? response
      return {
        role: 'tool',
        text: typeof output === 'string' ? output : JSON.stringify(output),
        call_id: textIn(answer, 'id') ?? `${i - 1}.${j}`,
        name: String(answer['name']),
      }
    })
    return [...results, ...(said === '' && results.length > 0 ? [] : [{ role: 'user' as const, text: said }])]
  })
}

function finishOf(reply: Reply, malformed: boolean): string {
  if (malformed) return 'MALFORMED_FUNCTION_CALL'
  if (reply.finish === 'length') return 'MAX_TOKENS'
  return reply.finish === 'refused' ? 'SAFETY' : 'STOP'
}

function encode(reply: Reply, context: WireContext): EncodedReply {
  const { issued, model, body } = context
  const responseId = issued.id('')
  const usage = usageOf(reply, JSON.stringify(body).length)
  const usageMetadata = {
    promptTokenCount: usage.input_tokens,
    candidatesTokenCount: usage.output_tokens,
    totalTokenCount: usage.input_tokens + usage.output_tokens,
    cachedContentTokenCount: usage.cache_read_tokens,
  }
  const answer = (parts: JsonRecord[], finishReason?: string) => ({
    candidates: [
      { content: { role: 'model', parts }, index: 0, ...(finishReason !== undefined && { finishReason }) },
    ],
    usageMetadata,
    modelVersion: model,
    responseId,
  })
  const calls = (reply.tool_calls ?? []).map(call => ({ name: call.name, args: parsed(argumentsOf(call)) }))
  const well_formed = calls.filter(call => isRecord(call.args))
  const call_parts = well_formed.map((call, i): JsonRecord => {
    if (i > 0) return { functionCall: { id: issued.id('fc'), ...call } }
    const thoughtSignature = issued.sign(callKey(call))
    issued.bindCall(callKey(call), thoughtSignature)
    return { functionCall: { id: issued.id('fc'), ...call }, thoughtSignature }
  })
  const thoughts = reply.reasoning === undefined ? [] : [{ text: reply.reasoning, thought: true }]
  const texts = piecesOf(reply).map(piece => ({ text: piece }))
  const finish = finishOf(reply, well_formed.length < calls.length)
  return {
    before: thoughts.map(one => ({ data: answer([one]) })),
    pieces: texts.map(one => [{ data: answer([one]) }]),
    after: [...call_parts.map(one => ({ data: answer([one]) })), { data: answer([{ text: '' }], finish) }],
    whole: answer([...thoughts, ...texts, ...call_parts], finish),
  }
}

/** `POST {base}/v1beta/models/{model}:generateContent` and `:streamGenerateContent`. */
export const geminiContents: WireFormat = {
  read(context) {
    const { body } = context
    FORM(body, '')
    const contents = asList(body['contents']).map(asRecord)
    if (contents.length === 0)
      throw new Violation('* GenerateContentRequest.contents: contents is not specified')
    checkToolResults(contents)
    checkSignatures(contents, context)
    const tools = toolsOf(body)
    checkToolNames(
      tools.map(one => one.name),
      512,
    )
    const config = asRecord(body['generationConfig'])
    const thinking = asRecord(config['thinkingConfig'])
    const budget = thinking['thinkingBudget']
    return {
      system: partsText(asRecord(body['systemInstruction'])),
      messages: readContents(contents),
      tools,
      effort:
        textIn(thinking, 'thinkingLevel')?.toLowerCase() ??
        (typeof budget === 'number' ? String(budget) : null),
      max_tokens: typeof config['maxOutputTokens'] === 'number' ? config['maxOutputTokens'] : null,
    }
  },
  encode,
  errorEvent: error => ({
    data: {
      error: { code: 503, message: error.message ?? 'The model is overloaded.', status: 'UNAVAILABLE' },
    },
  }),
}
