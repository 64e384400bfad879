import { readFileSync } from 'node:fs'
import { minifySync, type Plugin, type Rolldown } from 'vite'

const FRAME = new URL('./first-frame/frame.html', import.meta.url)
const HEAD_SCRIPT = new URL('./first-frame/head.js', import.meta.url)
const SCRIPT = new URL('./first-frame/frame.js', import.meta.url)
/** Scripts go after this: the viewport decides which image size is loaded. */
const VIEWPORT = /<meta name="viewport"[^>]*>/
const MODULE = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g
const STYLES = /<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/g

/**
 * Lets index.html paint before the program loads: with inline styles, a first frame in the body, and the program loaded
 * by the frame's own script instead of tags that would compete with it.
 */
export function firstFrame(): Plugin {
  return {
    name: 'foyer-first-frame',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('index.html is not part of the build')
      page.source = withFrame(withStyles(String(page.source), bundle))
    },
  }
}

/** Inlining all styles is faster than another round trip, and the page is only downloaded again when it changed. */
function withStyles(html: string, bundle: Rolldown.OutputBundle): string {
  return html.replace(STYLES, (_tag, file: string) => {
    const styles = bundle[file]
    if (styles?.type !== 'asset') throw new Error(`${file} is not part of the build`)
    delete bundle[file]
    return `<style>${String(styles.source).trim()}</style>`
  })
}

function withFrame(html: string): string {
  const program = Array.from(html.matchAll(MODULE), ([, src]) => src)
  if (program.length === 0) throw new Error('index.html names no program')
  const script = inline(readFileSync(SCRIPT, 'utf8').replace("'__PROGRAM__'", JSON.stringify(program)))
  const head = inline(readFileSync(HEAD_SCRIPT, 'utf8'))
  const frame = readFileSync(FRAME, 'utf8')
    .replace(/<!--.*?-->/s, '')
    .replace(/\s+/g, ' ')
    .trim()
  return html
    .replace(MODULE, '')
    .replace(VIEWPORT, tag => `${tag}\n    ${head}`)
    .replace('<div id="root">', () => `${frame}${script}\n    <div id="root">`)
}

function inline(source: string): string {
  const { code } = minifySync('inline.js', `{${source}}`, { compress: true, mangle: { toplevel: true } })
  return `<script>${code}</script>`
}
