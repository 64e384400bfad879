import { PAGE_STYLE } from '#features/signin-passkey/index.ts'

/** The style of every page of this kind, and what a form needs. */
export const AUTHORIZE_STYLE = `${PAGE_STYLE}
main{max-width:27rem}
h1{overflow-wrap:anywhere}h1.long{font-size:19px}
fieldset{border:0;margin:0;padding:0;min-width:0}
.by{font-size:14px;margin-bottom:20px}
.facts{text-align:left;border:1px solid var(--line);border-radius:8px;padding:16px;margin:0 0 8px;font-size:15px}
.facts dl{margin:0}.facts dt{color:var(--muted);font-size:14px}
.facts dd{margin:0 0 12px;font-weight:600;overflow-wrap:anywhere}
.facts ul{margin:4px 0 12px;padding-left:20px}
.facts li{margin:2px 0}
.facts p{margin:0;font-size:14px}
label{display:block;text-align:left;font-size:14px;font-weight:600;margin-bottom:12px}
input:not([type=hidden]){display:block;width:100%;min-height:48px;margin-top:4px;padding:10px 12px;border:1px solid var(--muted);border-radius:8px;
background:var(--ink);color:var(--text);font:16px/24px system-ui,sans-serif}
#say{min-height:24px;margin:0 0 8px;font-size:15px;line-height:24px}
#say:not(:empty){margin-bottom:16px}
h2{font-size:16px;margin:0 0 12px;text-align:left}
.or{display:flex;align-items:center;gap:12px;color:var(--muted);font-size:14px;margin:16px 0}
.or:before,.or:after{content:"";flex:1;height:1px;background:var(--line)}
.other{font-size:15px;padding:11px 8px;background:transparent;color:var(--text);border:1px solid var(--line);margin-bottom:10px}
.other:hover{background:var(--line)}
.quiet{background:transparent;color:var(--muted);margin:8px 0 -16px}
.quiet:hover{background:transparent;color:var(--text);text-decoration:underline}
`
