import type { Message } from '#ports/message-sender.ts'

export interface MailContent {
  subject: string
  text: string
  html: string
}

const SUBJECT_LENGTH = 150

/** The two parts of an e-mail: the same words as plain text and as HTML that loads nothing but the picture. */
export function composeContent(message: Message, server_name: string): MailContent {
  return {
    subject: oneLine(message.title).slice(0, SUBJECT_LENGTH),
    text: composeText(message, server_name),
    html: composeHtml(message, server_name),
  }
}

/** A header is one line; control characters have no place in it. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}

function composeText({ title, body, fields = [], url }: Message, server_name: string): string {
  const facts = fields.map(({ name, value }) => `${name}: ${value}`).join('\n')
  // RFC 3676: what follows two dashes and a space is a signature.
  return `${[title, body, facts, url ?? ''].filter(part => part !== '').join('\n\n')}\n\n-- \n${server_name}\n`
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif'
const MUTED = 'color:#655e70;font-size:13px;line-height:20px'
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#8a5a0a;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none'

/** Programs that know dark mode take these; the others show the inline colours. */
const DARK = `@media(prefers-color-scheme:dark){body,.page{background:#100f14!important}.card{background:#17161d!important;border-color:#2d2a37!important}
.title,.body,.value{color:#f3f0f7!important}.muted{color:#aaa3b8!important}.button{background:#e5b567!important;color:#16110a!important}}`

function composeHtml(message: Message, server_name: string): string {
  const { title, body, fields = [], url, image_url, language = 'en' } = message
  const name = escapeHtml(server_name)
  const picture = isWebAddress(image_url)
    ? `<img src="${escapeHtml(image_url)}" alt="" width="92" style="display:block;border-radius:6px;margin:0 0 16px">`
    : ''
  const facts = fields
    .map(
      field =>
        `<p class="muted" style="margin:0 0 4px;${MUTED}">${escapeHtml(field.name)}: <span class="value" style="color:#1d1a22">${escapeHtml(field.value)}</span></p>`,
    )
    .join('')
  const button = isWebAddress(url)
    ? `<p style="margin:20px 0 0"><a class="button" href="${escapeHtml(url)}" style="${BUTTON}">${labelOf(message, name)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(oneLine(title))}</title><style>${DARK}</style></head>
<body style="margin:0;background:#faf8f4"><div class="page" style="background:#faf8f4;padding:24px 12px;${FONT}">
<div class="card" style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e2dccf;border-radius:12px">
${picture}<h1 class="title" style="margin:0 0 8px;font-size:20px;line-height:28px;color:#1d1a22">${escapeHtml(title)}</h1>
<p class="body" style="margin:0 0 12px;font-size:15px;line-height:24px;color:#1d1a22">${withBreaks(body)}</p>
${facts}${button}
</div><p class="muted" style="max-width:480px;margin:12px auto 0;text-align:center;${MUTED}">${name}</p></div></body></html>
`
}

function labelOf({ link_text }: Message, name: string): string {
  return link_text === undefined ? `Open in ${name}` : escapeHtml(link_text)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, sign => ENTITIES[sign] ?? sign)
}

function withBreaks(text: string): string {
  return escapeHtml(text).replace(/\r?\n/g, '<br>')
}

function isWebAddress(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\//i.test(url)
}
