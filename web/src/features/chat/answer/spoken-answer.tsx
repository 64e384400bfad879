import { useEffect, useRef, useState } from 'react'
import { type Answer, isRunning, textOfAnswer, type Turn } from '../conversation/conversation.ts'
import { nextSentences } from './sentences.ts'

/** Older sentences have been read by then. */
const KEPT = 12

interface Line {
  id: number
  text: string
}

/** Reads an answer out to screen readers while it arrives, sentence by sentence instead of letter by letter. */
export function SpokenAnswer({ turn }: { turn: Turn | undefined }) {
  const [lines, setLines] = useState<readonly Line[]>([])
  // What was there when the page opened has been read before.
  const [begin] = useState(() => ({
    turn_id: turn?.id ?? 0,
    until: turn ? textOfAnswer(turn.answer).length : 0,
    count: 0,
  }))
  const read = useRef(begin)
  useEffect(() => {
    if (!turn) return
    if (read.current.turn_id !== turn.id || isNew(turn.answer))
      read.current = { ...read.current, turn_id: turn.id, until: 0 }
    const { text, until } = nextSentences(
      textOfAnswer(turn.answer),
      read.current.until,
      !isRunning(turn.answer),
    )
    read.current.until = until
    if (!text) return
    read.current.count += 1
    const line = { id: read.current.count, text }
    setLines(before => [...before.slice(1 - KEPT), line])
  }, [turn])
  return (
    <div aria-live="polite" aria-relevant="additions" className="sr-only">
      {lines.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}

const isNew = ({ parts }: Answer) => parts.length === 0
