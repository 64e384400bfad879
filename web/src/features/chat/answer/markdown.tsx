import SquareCheck from 'lucide-react/icons/square-check'
import Square from 'lucide-react/icons/square'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { blocksOf, settleTail } from './markdown-blocks.ts'
import { hostOf, safeUrl } from './safe-url.ts'

const PLUGINS = [remarkGfm]

function Link({ href, children }: { href?: string | undefined; children?: React.ReactNode }) {
  const host = hostOf(href)
  if (!host) return <span>{children}</span>
  const names_host = typeof children === 'string' && children.includes(host)
  return (
    <>
      <a
        href={href}
        target="_blank"
        rel="noreferrer"
        className="rounded-mark font-medium text-accent underline underline-offset-4"
      >
        {children}
      </a>
      {/* A label may promise anything, so the real address is shown beside it. */}
      {!names_host && <span className="text-sm text-muted"> ({host})</span>}
    </>
  )
}

function Table({ children }: { children?: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by the keyboard
    <section tabIndex={0} aria-label={t('chat.table')} className="my-3 overflow-x-auto rounded-control">
      <table className="w-max max-w-none min-w-full border-collapse text-sm tabular-nums">{children}</table>
    </section>
  )
}

function Code({ children }: { children?: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by the keyboard
      tabIndex={0}
      aria-label={t('chat.code')}
      className="my-3 overflow-x-auto rounded-control border border-line bg-raised px-4 py-3 text-sm [&_code]:bg-transparent [&_code]:p-0"
    >
      {children}
    </pre>
  )
}

/** The mark of a task list, which is read and not ticked. */
function TaskMark({ done }: { done: boolean }) {
  const { t } = useTranslation()
  const Icon = done ? SquareCheck : Square
  return (
    <>
      <Icon aria-hidden className="-mt-1 inline size-4 text-muted" />
      <span className="sr-only">{done ? t('chat.task.done') : t('chat.task.open')}</span>
    </>
  )
}

/** No raw HTML and no images: the address of an image could carry what was said to its host. */
const COMPONENTS: Components = {
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ alt }) => alt,
  table: ({ children }) => <Table>{children}</Table>,
  th: ({ children }) => (
    <th className="border-b border-line px-3 py-2 text-start font-semibold">{children}</th>
  ),
  td: ({ children }) => <td className="max-w-80 border-b border-line px-3 py-2 align-top">{children}</td>,
  pre: ({ children }) => <Code>{children}</Code>,
  code: ({ children }) => (
    <code className="rounded-mark bg-raised px-1.5 py-0.5 font-mono text-[0.9em] wrap-anywhere">
      {children}
    </code>
  ),
  p: ({ children }) => <p className="my-3">{children}</p>,
  ul: ({ children }) => (
    <ul className="my-3 list-disc space-y-1 ps-6 marker:text-muted [&_.task-list-item]:list-none [&_p]:my-1">
      {children}
    </ul>
  ),
  ol: ({ children, start }) => (
    <ol start={start} className="my-3 list-decimal space-y-1 ps-6 marker:text-muted [&_p]:my-1">
      {children}
    </ol>
  ),
  h1: ({ children }) => <h2 className="mt-5 mb-2 text-lg font-semibold">{children}</h2>,
  h2: ({ children }) => <h2 className="mt-5 mb-2 text-lg font-semibold">{children}</h2>,
  h3: ({ children }) => <h3 className="mt-4 mb-2 font-semibold">{children}</h3>,
  h4: ({ children }) => <h3 className="mt-4 mb-2 font-semibold">{children}</h3>,
  h5: ({ children }) => <h3 className="mt-4 mb-2 font-semibold">{children}</h3>,
  h6: ({ children }) => <h3 className="mt-4 mb-2 font-semibold">{children}</h3>,
  blockquote: ({ children }) => (
    <blockquote className="my-3 border-s-2 border-edge ps-4 text-muted">{children}</blockquote>
  ),
  input: ({ checked }) => <TaskMark done={checked === true} />,
  hr: () => <hr className="my-5 border-line" />,
}

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <Markdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={safeUrl} skipHtml>
      {text}
    </Markdown>
  )
})

/** The text of an answer, complete or still `growing`. Finished blocks are not rendered again while the last one grows. */
export function AnswerText({ text, growing }: { text: string; growing: boolean }) {
  const blocks = blocksOf(text)
  return (
    <div className="min-w-0 wrap-anywhere [&>:first-child]:mt-0 [&>:last-child]:mb-0">
      {blocks.map((block, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks are only added at the end
        <Block key={at} text={growing && at === blocks.length - 1 ? settleTail(block) : block} />
      ))}
    </div>
  )
}
