/** Foyer's own colours (dark first, light equal), with nothing loaded from elsewhere. */
export const PAGE_STYLE = `
:root{color-scheme:dark;--ink:#100f14;--surface:#17161d;--line:#2d2a37;--text:#f3f0f7;--muted:#aaa3b8;
--accent:#e5b567;--accent-strong:#f0c67f;--on-solid:#16110a;--ok:#6fcf97;--danger:#ff8a80;--glow:rgb(229 181 103/.13)}
@media(prefers-color-scheme:light){:root{color-scheme:light;--ink:#faf8f4;--surface:#fff;--line:#e2dccf;--text:#1d1a22;
--muted:#655e70;--accent:#8a5a0a;--accent-strong:#744a04;--on-solid:#fff;--ok:#1a6b41;--danger:#b3261e;--glow:rgb(190 135 40/.16)}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;color:var(--text);font:16px/1.5 system-ui,sans-serif;
background:radial-gradient(70% 50% at 50% 0,var(--glow),transparent) var(--ink);
padding:24px max(16px,env(safe-area-inset-right)) max(24px,env(safe-area-inset-bottom)) max(16px,env(safe-area-inset-left))}
main{width:100%;max-width:24rem;background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:32px 24px;text-align:center}
svg{width:48px;height:48px;color:var(--accent)}
h1{font-size:24px;line-height:1.25;margin:16px 0 8px;text-wrap:balance}
p{margin:0 0 24px;color:var(--muted);overflow-wrap:anywhere}
[data-mood=ok]{color:var(--ok)}[data-mood=bad]{color:var(--danger)}
button,a{display:block;width:100%;min-height:48px;padding:12px 16px;border-radius:8px;border:0;font:600 16px/24px system-ui,sans-serif;
background:var(--accent);color:var(--on-solid);text-decoration:none;cursor:pointer;transition:background 150ms ease-out}
button:hover,a:hover{background:var(--accent-strong)}
button:disabled{opacity:.6;cursor:progress}
:focus-visible{outline:2px solid var(--accent);outline-offset:3px}
[hidden]{display:none}
@media(prefers-reduced-motion:reduce){*{transition:none}}
`
