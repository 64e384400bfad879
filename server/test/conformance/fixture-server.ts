import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  type InputRequest,
  type JsonSchemaType,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { addPrompts, addResources, fromUser, image } from './fixture-contents.ts'

const SILENT_WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='
const DELAY_MS = 10

const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] })

const NAME = z.object({ name: z.string() })
const CONFIRMATION = z.object({ ok: z.boolean() })
const states = createRequestStateCodec<{ step: string }>({ key: 'the key of the fixture server, 32 bytes' })

const askName = (message: string) => inputRequired.elicit({ message, requestedSchema: NAME })
const askConfirmation = () =>
  inputRequired.elicit({ message: 'Please confirm', requestedSchema: CONFIRMATION })
const askModel = (question: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [fromUser({ type: 'text', text: question })], maxTokens })

/**
 * The tools, prompts and resources that the conformance suite expects of a server under test. The product has no use for
 * them; they run behind the product's transport. `changeTools`: changes the tool list, as a person would.
 */
export function buildFixtureServer(changeTools: () => void): McpServer {
  const server = new McpServer(
    { name: 'fixture', version: '1.0.0' },
    {
      capabilities: {
        logging: {},
        completions: {},
        tools: { listChanged: true },
        resources: { subscribe: true },
      },
      requestState: { verify: states.verify },
    },
  )
  server.registerTool('test_trigger_tool_change', { description: 'Changes the tool list' }, () => {
    changeTools()
    return text('changed')
  })
  addContentTools(server)
  addTalkingTools(server)
  addAskingTools(server)
  addInputTools(server)
  addResources(server)
  addPrompts(server)
  return server
}

function addContentTools(server: McpServer): void {
  const embedded = { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'Embedded for testing.' }
  const mixed = {
    uri: 'test://mixed-content-resource',
    mimeType: 'application/json',
    text: '{"test":"data","value":123}',
  }
  const results = {
    test_simple_text: text('This is a simple text response for testing.'),
    test_image_content: { content: [image] },
    test_audio_content: {
      content: [{ type: 'audio' as const, data: SILENT_WAV, mimeType: 'audio/wav' }],
    },
    test_embedded_resource: { content: [{ type: 'resource' as const, resource: embedded }] },
    test_multiple_content_types: {
      content: [
        ...text('Multiple content types test:').content,
        image,
        { type: 'resource' as const, resource: mixed },
      ],
    },
  }
  for (const [name, result] of Object.entries(results))
    server.registerTool(name, { description: `Answers ${name}` }, () => result)
  server.registerTool('test_error_handling', { description: 'Always fails' }, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Tool with JSON Schema 2020-12 features', inputSchema: fromJsonSchema(RICH_SCHEMA) },
    () => text('done'),
  )
  server.registerTool(
    'test_param_header',
    {
      description: 'Takes a value that is also sent as a header',
      inputSchema: fromJsonSchema<{ region: string }>({
        type: 'object',
        // The types know no keywords of the protocol's own.
        properties: { region: { type: 'string', 'x-mcp-header': 'Region' } as object },
        required: ['region'],
      }),
    },
    ({ region }) => text(region),
  )
}

/** Written as JSON: an object with a key `then` looks like a promise. */
const RICH_SCHEMA = JSON.parse(`{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {
    "address": {
      "$anchor": "addressDef",
      "type": "object",
      "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
    }
  },
  "properties": {
    "name": { "type": "string" },
    "address": { "$ref": "#/$defs/address" },
    "contactMethod": { "type": "string", "enum": ["phone", "email"] },
    "phone": { "type": "string" },
    "email": { "type": "string" }
  },
  "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
  "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
  "then": { "required": ["phone"] },
  "else": { "required": ["email"] },
  "additionalProperties": false
}`) as JsonSchemaType

/** Those that send something before their result. */
function addTalkingTools(server: McpServer): void {
  for (const name of ['test_tool_with_logging', 'test_logging_tool'])
    server.registerTool(name, { description: 'Logs while it runs' }, async ({ mcpReq }: ServerContext) => {
      for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.log('info', words)
        await delay(DELAY_MS)
      }
      return text('logged')
    })
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports progress' },
    async ({ mcpReq }: ServerContext) => {
      const progressToken = mcpReq._meta?.progressToken
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined)
          await mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 100 },
          })
        await delay(DELAY_MS)
      }
      return text('done')
    },
  )
}

const byClient = (result: { action: string; content?: unknown }) =>
  text(`Elicitation completed: action=${result.action}, content=${JSON.stringify(result.content ?? {})}`)

/** Those that ask the client something, in the manner of the 2025 revisions. */
function addAskingTools(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks the model of the client', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const messages = [fromUser({ type: 'text' as const, text: prompt })]
      const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 })
      return text(`LLM response: ${JSON.stringify(content)}`)
    },
  )
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the person', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const requestedSchema = {
        type: 'object' as const,
        properties: {
          username: { type: 'string' as const, description: "User's response" },
          email: { type: 'string' as const, description: "User's email address" },
        },
        required: ['username', 'email'],
      }
      const answer = await mcpReq.elicitInput({ message, requestedSchema })
      return text(`User response: <action: ${answer.action}, content: ${JSON.stringify(answer.content)}>`)
    },
  )
  server.registerTool(
    'test_elicitation_sep1034_defaults',
    { description: 'Asks with default values' },
    async ({ mcpReq }: ServerContext) =>
      byClient(
        await mcpReq.elicitInput({
          message: 'Please check these values',
          requestedSchema: {
            type: 'object',
            properties: {
              name: { type: 'string', default: 'John Doe' },
              age: { type: 'integer', default: 30 },
              score: { type: 'number', default: 95.5 },
              status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
              verified: { type: 'boolean', default: true },
            },
          },
        }),
      ),
  )
  server.registerTool(
    'test_elicitation_sep1330_enums',
    { description: 'Asks with every kind of list' },
    async ({ mcpReq }: ServerContext) =>
      byClient(
        await mcpReq.elicitInput({
          message: 'Please choose',
          requestedSchema: { type: 'object', properties: ENUMS },
        }),
      ),
  )
}

const OPTIONS = ['option1', 'option2', 'option3']
const TITLED = ['First', 'Second', 'Third'].map((word, i) => ({ const: `value${i + 1}`, title: word }))
const ENUMS = {
  untitledSingle: { type: 'string' as const, enum: OPTIONS },
  titledSingle: { type: 'string' as const, oneOf: TITLED },
  legacyEnum: {
    type: 'string' as const,
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array' as const, items: { type: 'string' as const, enum: OPTIONS } },
  titledMulti: { type: 'array' as const, items: { anyOf: TITLED } },
}

/** Those that return what they need to know (2026-07-28). */
function addInputTools(server: McpServer): void {
  server.registerTool(
    'test_input_required_result_elicitation',
    { description: 'Needs a name' },
    ({ mcpReq }: ServerContext) => {
      const given = acceptedContent(mcpReq.inputResponses, 'user_name', NAME)
      if (!given) return inputRequired({ inputRequests: { user_name: askName('What is your name?') } })
      return text(`Hello, ${given.name}!`)
    },
  )
  server.registerTool(
    'test_input_required_result_sampling',
    { description: 'Needs a model' },
    ({ mcpReq }: ServerContext) => {
      const given = inputResponse(mcpReq.inputResponses, 'capital_question')
      if (given.kind === 'sampling') return text(JSON.stringify(given.result.content))
      const inputRequests = { capital_question: askModel('What is the capital of France?', 100) }
      return inputRequired({ inputRequests })
    },
  )
  server.registerTool(
    'test_input_required_result_list_roots',
    { description: 'Needs the roots of the client' },
    ({ mcpReq }: ServerContext) => {
      const given = inputResponse(mcpReq.inputResponses, 'client_roots')
      if (given.kind === 'roots') return text(given.roots.map(({ uri }) => uri).join(', '))
      return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
    },
  )
  for (const name of ['request_state', 'tampered_state'])
    server.registerTool(
      `test_input_required_result_${name}`,
      { description: 'Keeps its state at the client' },
      async (context: ServerContext) => {
        const given = acceptedContent(context.mcpReq.inputResponses, 'confirm', CONFIRMATION)
        const state = context.mcpReq.requestState<{ step: string }>()
        if (given && state?.step === 'confirm') return text('state-ok')
        return inputRequired({
          inputRequests: { confirm: askConfirmation() },
          requestState: await states.mint({ step: 'confirm' }, context),
        })
      },
    )
  server.registerTool(
    'test_input_required_result_multiple_inputs',
    { description: 'Needs three things' },
    async (context: ServerContext) => {
      const given = context.mcpReq.inputResponses ?? {}
      if (['user_name', 'greeting', 'client_roots'].every(key => key in given)) return text('all there')
      return inputRequired({
        inputRequests: {
          user_name: askName('What is your name?'),
          greeting: askModel('Generate a greeting', 50),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await states.mint({ step: 'all' }, context),
      })
    },
  )
  server.registerTool(
    'test_input_required_result_multi_round',
    { description: 'Needs two rounds' },
    async (context: ServerContext) => {
      const { inputResponses } = context.mcpReq
      const step = context.mcpReq.requestState<{ step: string }>()?.step
      const ask = async (key: string, request: InputRequest) =>
        inputRequired({
          inputRequests: { [key]: request },
          requestState: await states.mint({ step: key }, context),
        })
      if (step === 'step2' && acceptedContent(inputResponses, 'step2')) return text('both rounds done')
      if (step === 'step1' && acceptedContent(inputResponses, 'step1', NAME)) {
        const requestedSchema = z.object({ color: z.string() })
        const message = 'Step 2: What is your favorite color?'
        return ask('step2', inputRequired.elicit({ message, requestedSchema }))
      }
      return ask('step1', askName('Step 1: What is your name?'))
    },
  )
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'Asks only what the client can answer' },
    ({ mcpReq }: ServerContext) => {
      const envelope: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } = mcpReq.envelope ?? {}
      const can = envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}
      const inputRequests = {
        ...(can.sampling && { greeting: askModel('Generate a greeting', 50) }),
        ...(can.elicitation && { user_name: askName('What is your name?') }),
      }
      return Object.keys(inputRequests).length > 0 ? inputRequired({ inputRequests }) : text('nothing to ask')
    },
  )
  // A client that did not declare sampling is refused by the protocol library.
  server.registerTool('test_missing_capability', { description: 'Needs sampling' }, () =>
    inputRequired({ inputRequests: { greeting: askModel('Generate a greeting', 50) } }),
  )
  server.registerTool(
    'test_streaming_elicitation',
    { description: 'Needs a confirmation' },
    ({ mcpReq }: ServerContext) =>
      acceptedContent(mcpReq.inputResponses, 'confirm')
        ? text('confirmed')
        : inputRequired({ inputRequests: { confirm: askConfirmation() } }),
  )
}
