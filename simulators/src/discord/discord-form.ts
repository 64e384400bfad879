import { asList, asRecord, isRecord, type JsonRecord } from '../kit/json.ts'

/** What is wrong with a form, in the nesting of the form: `{embeds: {0: {title: {_errors: […]}}}}`. */
type FormErrors = { [name: string]: FormErrors | FormError[] }

interface FormError {
  code: string
  message: string
}

const REQUIRED = { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }
const NOT_TEXT = { code: 'STRING_TYPE_CONVERT', message: 'Could not interpret as string.' }
const NOT_A_LIST = { code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' }
const NOT_A_MODEL = { code: 'MODEL_TYPE_CONVERT', message: 'Only dictionaries may be used in a ModelType' }
const NOT_A_URL = { code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }
const NOT_A_TIME = { code: 'DATE_TIME_TYPE_PARSE', message: 'Could not parse. Should be ISO8601.' }
const NOT_A_COLOUR = { code: 'NUMBER_TYPE_MAX', message: 'int value should be between 0 and 16777215.' }
const TOO_LARGE = { code: 'MAX_EMBED_SIZE_EXCEEDED', message: 'Embed size exceeds maximum size of 6000' }
const BAD_USERNAME = {
  code: 'USERNAME_INVALID_CONTAINS',
  message: 'Username cannot contain "clyde" or "discord"',
}
const BAD_MENTION = {
  code: 'BASE_TYPE_CHOICES',
  message: 'Value must be one of {"users", "everyone", "roles"}.',
}

const tooLong = (max: number) => ({
  code: 'BASE_TYPE_MAX_LENGTH',
  message: `Must be ${max} or fewer in length.`,
})

type Check = (value: unknown) => FormErrors | null

const wrong = (error: FormError): FormErrors => ({ _errors: [error] })

const isSet = (value: unknown) => value !== undefined && value !== null

function text(max: number): Check {
  return value => {
    if (typeof value !== 'string') return wrong(NOT_TEXT)
    // Discord counts characters, not the units of JavaScript.
    return Array.from(value).length > max ? wrong(tooLong(max)) : null
  }
}

const url: Check = value => {
  if (typeof value !== 'string') return wrong(NOT_TEXT)
  if (value.length > 2048) return wrong(tooLong(2048))
  return /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? null : wrong(NOT_A_URL)
}

const colour: Check = value =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 0xffffff ? null : wrong(NOT_A_COLOUR)

const time: Check = value =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value))
    ? null
    : wrong(NOT_A_TIME)

function model(checks: Record<string, Check>, required: readonly string[] = []): Check {
  return value => {
    if (!isRecord(value)) return wrong(NOT_A_MODEL)
    const found = Object.entries(checks).map(([name, check]): [string, FormErrors | null] => {
      const given = value[name]
      if (required.includes(name) && (!isSet(given) || given === '')) return [name, wrong(REQUIRED)]
      return [name, isSet(given) ? check(given) : null]
    })
    return gather(found)
  }
}

function list(max: number, check: Check): Check {
  return value => {
    if (!Array.isArray(value)) return wrong(NOT_A_LIST)
    if (value.length > max) return wrong(tooLong(max))
    return gather(value.map((one, index): [string, FormErrors | null] => [String(index), check(one)]))
  }
}

function gather(found: readonly (readonly [string, FormErrors | null])[]): FormErrors | null {
  const errors = found.flatMap(([name, error]) => (error ? [[name, error] as const] : []))
  return errors.length > 0 ? Object.fromEntries(errors) : null
}

const picture = model({ url })

const embed = model({
  title: text(256),
  description: text(4096),
  url,
  color: colour,
  timestamp: time,
  thumbnail: picture,
  image: picture,
  footer: model({ text: text(2048), icon_url: url }, ['text']),
  author: model({ name: text(256), url, icon_url: url }, ['name']),
  fields: list(25, model({ name: text(256), value: text(1024) }, ['name', 'value'])),
})

const username: Check = value =>
  text(80)(value) ?? (/clyde|discord/i.test(String(value)) ? wrong(BAD_USERNAME) : null)

const mention: Check = value =>
  ['users', 'roles', 'everyone'].includes(String(value)) ? null : wrong(BAD_MENTION)

const form = model({
  content: text(2000),
  username,
  avatar_url: url,
  embeds: list(10, embed),
  allowed_mentions: model({ parse: list(3, mention) }),
})

const PARTS = ['title', 'description'] as const

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? Array.from(value).length : 0
}

function sizeOf(one: JsonRecord): number {
  const fields = asList(one['fields']).map(asRecord)
  const footer = asRecord(one['footer'])
  const author = asRecord(one['author'])
  const texts = [...PARTS.map(part => one[part]), footer['text'], author['name']]
  const inFields = fields.flatMap(field => [field['name'], field['value']])
  return [...texts, ...inFields].reduce<number>((sum, value) => sum + lengthOf(value), 0)
}

function isShown(one: JsonRecord): boolean {
  return sizeOf(one) > 0 || isRecord(one['image']) || isRecord(one['thumbnail'])
}

export type FormProblem = { code: 50006 } | { code: 50035; errors: FormErrors }

/** What Discord has against a message; null when it would show it (discord-webhook.md, "Execute"). */
export function findFormProblem(body: unknown): FormProblem | null {
  const errors = form(body)
  if (errors) return { code: 50035, errors }
  const { content, embeds } = asRecord(body)
  const shown = asList(embeds).map(asRecord)
  // The sum counts over all embeds of a message.
  const size = shown.reduce((sum, one) => sum + sizeOf(one), 0)
  if (size > 6000) return { code: 50035, errors: { embeds: { '0': wrong(TOO_LARGE) } } }
  const isEmpty = lengthOf(content) === 0 && !shown.some(isShown)
  return isEmpty ? { code: 50006 } : null
}
