import { CopyButton } from './copy-button.tsx'

interface CopyBlockProps {
  label: string
  /** May have several lines. */
  text: string
}

/** A command or a piece of configuration to copy as it is. */
export function CopyBlock({ label, text }: CopyBlockProps) {
  return (
    <div className="flex flex-col items-start gap-2 sm:flex-row">
      <textarea
        readOnly
        aria-label={label}
        value={text}
        rows={text.split('\n').length}
        spellCheck={false}
        onFocus={event => event.target.select()}
        className="field-sizing-content w-full min-w-0 resize-none rounded-control border border-line bg-raised px-3 py-2.5 font-mono text-sm leading-6 break-all text-text sm:flex-1"
      />
      <CopyButton text={text} select={button => button.parentElement?.querySelector('textarea')?.select()} />
    </div>
  )
}
