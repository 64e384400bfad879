import { REFUSALS } from '@foyer/contract/refusals'
import type { RouteDefinition } from '@foyer/contract/route'
import { z } from 'zod'

function escape(text: string): string {
  return text.replace(
    /[&<>"]/g,
    sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  )
}

const STYLE = `
:root{color-scheme:light dark;--bg:#faf8f4;--card:#fff;--line:#e2dccf;--text:#1d1a22;--muted:#655e70;--accent:#8a5a0a}
@media(prefers-color-scheme:dark){:root{--bg:#100f14;--card:#17161d;--line:#2d2a37;--text:#f3f0f7;--muted:#aaa3b8;--accent:#e5b567}}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:2rem;margin:0 0 .5rem}h2{font-size:1.25rem;margin:2.5rem 0 .75rem}
p{color:var(--muted);margin:.25rem 0 1rem}a{color:var(--accent)}
details{background:var(--card);border:1px solid var(--line);border-radius:12px;margin:.5rem 0}
summary{cursor:pointer;padding:.75rem 1rem;display:flex;gap:.75rem;flex-wrap:wrap;align-items:baseline}
summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:12px}
.method{font-weight:600;min-width:4.5rem;color:var(--accent)}code,pre{font:14px/1.45 ui-monospace,monospace}
.path{overflow-wrap:anywhere}.who{margin-inline-start:auto;color:var(--muted);font-size:14px}
.body{padding:0 1rem 1rem}pre{background:var(--bg);border:1px solid var(--line);border-radius:8px;padding:.75rem;overflow:auto}
h3{font-size:14px;margin:1rem 0 .25rem;color:var(--muted)}ul{margin:.25rem 0;padding-inline-start:1.25rem}
`

function schemaBlock(title: string, schema: z.core.$ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return `<h3>${title}</h3><pre tabindex="0">${escape(JSON.stringify(json, null, 2))}</pre>`
}

function accessOf(route: RouteDefinition): string {
  const labels = {
    public: 'everyone',
    user: 'signed in',
    admin: 'admins',
    basic: 'library managers',
    oauth: 'tool clients',
  }
  return [labels[route.access], route.permission].filter(Boolean).join(' · ')
}

function section(route: RouteDefinition): string {
  const refusals = (route.refusals ?? []).map(
    code => `<li><code>${REFUSALS[code].status} ${code}</code> ${escape(REFUSALS[code].error)}</li>`,
  )
  return `<details><summary><span class="method">${route.method}</span><code class="path">${escape(route.path)}</code>
<span class="who">${accessOf(route)}</span></summary><div class="body"><p>${escape(route.summary)}</p>
${schemaBlock('Path', route.params, 'input')}${schemaBlock('Query', route.query, 'input')}
${schemaBlock('Body', route.body, 'input')}${schemaBlock(`Answer ${route.status ?? 200}`, route.response, 'output')}
${refusals.length > 0 ? `<h3>Refusals</h3><ul>${refusals.join('')}</ul>` : ''}</div></details>`
}

function groupName(route: RouteDefinition): string {
  return route.path.split('/')[2] ?? 'service'
}

/** The contract as a readable page: no scripts, nothing loaded from elsewhere. */
export function apiDocsPage(routes: readonly RouteDefinition[], version: string): string {
  const groups = new Map<string, RouteDefinition[]>()
  for (const route of routes) groups.set(groupName(route), [...(groups.get(groupName(route)) ?? []), route])
  const body = [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, list]) => `<h2 id="${escape(name)}">${escape(name)}</h2>${list.map(section).join('\n')}`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Foyer API</title><style>${STYLE}</style></head>
<body><main><h1>Foyer API</h1><p>Version ${escape(version)}. Send <code>Authorization: Bearer …</code> with an access token
from <code>/api/auth/login</code>. Errors are <code>{error, code}</code>; decide by <code>code</code>.
The same as <a href="openapi.json">OpenAPI 3.1</a>.</p>${body.join('\n')}</main></body></html>`
}

export const API_DOCS_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
