import type { TranscriptResponse } from '@recaps/contract'
import { toClock } from '@recaps/domain/duration'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { PartFailed } from '../../../ui/PartFailed.tsx'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { useWindowRows } from '../../../ui/useWindowRows.ts'
import { useTranscript } from './queries.ts'
import { texts } from './texts.ts'
import { joinPassages, type Passage, splitAtMatches } from './transcript.ts'
import './transcript.css'

const { transcript: labels } = texts

/** Searchable transcript with timestamps. */
export default function TranscriptPanel({ id, openAt }: { id: number; openAt: ((atMs: number) => void) | undefined }) {
  const transcript = useTranscript(id)
  if (transcript.isPending) return <TranscriptSkeleton />
  if (transcript.isError) {
    return (
      <PartFailed query={transcript} retry={labels.retry}>
        {labels.failed}
      </PartFailed>
    )
  }
  return <Searchable segments={transcript.data.segments} openAt={openAt} />
}

interface SearchableProps {
  segments: TranscriptResponse['segments']
  openAt: ((atMs: number) => void) | undefined
}

function Searchable({ segments, openAt }: SearchableProps) {
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const passages = useMemo(() => joinPassages(segments), [segments])
  const found = useMemo(
    () => (query ? passages.filter(passage => splitAtMatches(passage.text, query).length > 1) : passages),
    [passages, query],
  )
  return (
    <div className="transcript">
      <SearchBox label={labels.search} clearLabel={labels.clear} text={text} onText={setText} />
      <p className="transcript__found" role="status">
        {query && (found.length > 0 ? labels.found(found.length) : labels.none(query))}
      </p>
      <Passages passages={found} query={query} openAt={openAt} />
    </div>
  )
}

interface PassagesProps {
  passages: readonly Passage[]
  query: string
  openAt: ((atMs: number) => void) | undefined
}

/** Virtualized: twelve hours of speech are thousands of passages. */
function Passages({ passages, query, openAt }: PassagesProps) {
  const frame = useRef<HTMLOListElement>(null)
  const getKey = useCallback((index: number) => passages[index]!.startMs, [passages])
  const { rows, heightPx } = useWindowRows(frame, { count: passages.length, getKey, rowPx: 88, overscan: 6 })
  return (
    <ol className="transcript__passages" ref={frame} style={{ height: heightPx }}>
      {rows.map(({ index, place: { key, ...place } }) => {
        const { startMs, speaker, text } = passages[index]!
        const time = toClock(startMs)
        return (
          <li key={key} {...place} className="passage">
            {openAt ? (
              <button
                type="button"
                className="time-chip"
                aria-label={texts.openAt(time)}
                onClick={() => openAt(startMs)}
              >
                {time}
              </button>
            ) : (
              <span className="time-chip">{time}</span>
            )}
            <p className="passage__text" dir="auto">
              {speaker && <strong>{speaker}: </strong>}
              <Marked text={text} query={query} />
            </p>
          </li>
        )
      })}
    </ol>
  )
}

function Marked({ text, query }: { text: string; query: string }) {
  if (!query) return text
  let at = 0
  return splitAtMatches(text, query).map((piece, index) => {
    const key = at
    at += piece.length
    return index % 2 === 1 ? <mark key={key}>{piece}</mark> : piece
  })
}

const TranscriptSkeleton = () => (
  <Skeleton label={labels.loading}>
    {[1, 2, 3, 4, 5].map(row => (
      <div className="passage passage--waiting" key={row}>
        <Bone width="3rem" />
        <Bone height="3rem" />
      </div>
    ))}
  </Skeleton>
)
