/**
 * Runs inside index.html, before anything else is there: draws the frame of the page, and on the home page the headline
 * of the last visit (features/discover-screen/kept-hero.ts). The program is asked for after that picture had its first
 * chance to be painted, so that neither its bytes nor its work stand in the way.
 */
const PROGRAM = '__PROGRAM__'
/** As long as a picture that is nearly there may take. */
const HEAD_START_MS = 200

const base = new URL('.', document.baseURI).pathname
const frame = document.getElementById('first')
const part = name => frame.querySelector(`[data-part=${name}]`)

/** As lib/base-url.ts names it. */
const kept = name => localStorage.getItem(`foyer${base.slice(0, -1)}.${name}`)

function drawFrame() {
  const session = JSON.parse(kept('session'))
  if (!session) return
  frame.hidden = false
  if (kept('sidebar') === 'narrow') part('sidebar').classList.replace('w-60', 'w-[4.25rem]')
  if (location.pathname !== base) return
  part('home').hidden = false
  const hero = JSON.parse(kept('hero'))
  if (hero?.user_id === session.user.id) drawHero(hero)
}

function drawHero({ picture, server, about, title }) {
  part('server').textContent = server
  part('about').textContent = about
  part('name').textContent = title.name
  part('overview').textContent = title.overview
  Object.assign(part('picture'), {
    sizes: picture.sizes,
    srcset: picture.srcSet,
    src: picture.src,
    hidden: false,
  })
}

let asked = false

function askForProgram() {
  if (asked) return
  asked = true
  for (const src of PROGRAM) {
    const script = document.createElement('script')
    // In order, and each as a piece of work of its own.
    Object.assign(script, { type: 'module', async: false, crossOrigin: '', src })
    document.head.append(script)
  }
}

try {
  drawFrame()
} catch {
  // Storage that is blocked or holds something else: the program draws everything itself.
}
// After the paint that shows the picture, or a moment without it. A page in the background is not painted.
const afterPaint = () => requestAnimationFrame(() => setTimeout(askForProgram))
const picture = part('picture')
if (picture.hidden) afterPaint()
else picture.decode().then(afterPaint, afterPaint)
setTimeout(askForProgram, document.hidden ? 0 : HEAD_START_MS)
